import ErosCore

/// A tree of files and folders, keyed by path.
///
/// Paths are compared as Swift strings, so the Unicode form does not matter.
public struct RandomTree: Equatable, Sendable {
  public var files: [String: [UInt8]] = [:]
  /// Paths of all folders, empty or not.
  public var folders: Set<String> = []

  public init() {}

  /// Creates a tree determined by `seed`, with nested and empty folders, names in several scripts,
  /// and files of all kinds up to 200 KB.
  public init(seed: UInt64, files count: Int = 16) {
    var random = SeededGenerator(seed: seed)
    var open = [""]
    var used: Set<String> = []
    for _ in 0..<(count / 2) {
      let parent = open[random.pick(0...open.count - 1)]
      if let name = Self.newName(below: parent, "", &used, &random) {
        folders.insert(name)
        // Some folders stay empty.
        if !random.isOne(in: 3) { open.append(name) }
      }
    }
    while files.count < count {
      let parent = open[random.pick(0...open.count - 1)]
      guard let name = Self.newName(below: parent, Self.suffix(&random), &used, &random) else {
        continue
      }
      files[name] = Self.contents(&random)
    }
  }

  /// Returns the files in a random order.
  public func shuffledFiles(seed: UInt64) -> [(name: String, bytes: [UInt8])] {
    var random = SeededGenerator(seed: seed)
    return files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }.shuffled(using: &random)
  }

  private static let topFolders = ["config", "mediator", "pages", "iconfont", "assets"]
  private static let parts = [
    "index", "home", "a b", "user-profile", "Übersicht", "首页", "e\u{301}te\u{301}", "Ж", "🙂",
    "x.min",
    "_private", "100%", "it's", "#tag", "a+b=c", "[id]", "~", "()",
  ]

  private static func newName(
    below parent: String, _ suffix: String, _ used: inout Set<String>,
    _ random: inout SeededGenerator
  ) -> String? {
    var name = parts[random.pick(0...parts.count - 1)]
    if parent.isEmpty, suffix.isEmpty { name = topFolders[random.pick(0...topFolders.count - 1)] }
    if random.isOne(in: 2) { name += String(random.pick(0...99)) }
    let path = (parent.isEmpty ? "" : parent + "/") + name + suffix
    guard let checked = try? BundlePath(path), used.insert(checked.clashKey).inserted else {
      return nil
    }
    return path
  }

  private static func suffix(_ random: inout SeededGenerator) -> String {
    [".js", ".js", ".js", ".png", ".ttf", ".json", ".txt", ""][random.pick(0...7)]
  }

  private static func contents(_ random: inout SeededGenerator) -> [UInt8] {
    let size = random.isOne(in: 8) ? 0 : random.pick(0...random.pick(1...200_000))
    return switch random.pick(0...3) {
    case 0: random.noise(size)
    case 1: random.repetition(size)
    case 2: random.binary(size)
    default: random.text(size)
    }
  }
}

extension TemporaryFolder {
  public func write(_ tree: RandomTree, below name: String) throws {
    try makeFolder(name)
    for folder in tree.folders { try makeFolder(name + "/" + folder) }
    try write(tree.files, below: name)
  }
}
