import ErosFiles

/// The files of a project's native side that can hold versions, each read at most once.
final class ProjectFiles {
  /// Far above any real file of these kinds.
  static let sizeLimit = 16 << 20

  /// What is built or fetched, and what holds only resources.
  private static let skippedFolders: Set<String> = [
    "Pods", "Carthage", "build", "DerivedData", "node_modules", ".git", ".gradle", ".idea", ".cxx",
    "assets", "res",
  ]
  private static let skippedEndings = [
    ".framework", ".xcframework", ".bundle", ".xcassets", ".lproj", ".app",
  ]

  /// The folder of the native projects.
  let root: String

  /// Paths below ``root``, sorted.
  let paths: [String]

  private var contents: [String: [UInt8]] = [:]

  /// Looks for files below `root`; there are none when there is no such folder.
  init(_ root: String) throws(FileError) {
    self.root = root
    guard (try? FileStatus(of: root))?.kind == .folder else {
      paths = []
      return
    }
    let walk = try FolderWalk(root, skips: Self.isSkipped)
    paths = walk.entries.filter { $0.status.kind == .file }.map(\.relativePath).sorted()
  }

  @Sendable
  private static func isSkipped(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    let name = path.lastPathComponent
    guard kind == .folder else { return !isWanted(name, path) }
    return skippedFolders.contains(name) || skippedEndings.contains { name.hasSuffix($0) }
  }

  private static func isWanted(_ name: String, _ path: String) -> Bool {
    let endings = [
      ".plist", ".pbxproj", ".xcconfig", ".gradle", ".gradle.kts", "gradle.properties",
      ".versions.toml",
    ]
    if endings.contains(where: { name.hasSuffix($0) }) { return true }
    return path.contains("buildSrc/")
      && [".kt", ".java", ".groovy"].contains { name.hasSuffix($0) }
  }

  /// The whole path of one of ``paths``.
  func place(_ path: String) -> String { root + "/" + path }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    if let known = contents[path] { return known }
    let bytes = try readWholeFile(place(path), limit: Self.sizeLimit)
    contents[path] = bytes
    return bytes
  }

  /// Those of `candidates` whose folder `wanted` lies in; all of them when there are none such.
  ///
  /// An app's own project is around the folder that its bundle goes to; others are demos and tests.
  static func around(
    _ wanted: String?, _ candidates: [String], folder: (String) -> String
  ) -> [String] {
    guard let wanted else { return candidates }
    let near = candidates.filter { (wanted + "/").hasPrefix(folder($0) + "/") }
    return near.isEmpty ? candidates : near
  }
}

extension StringProtocol {
  /// What is behind the last slash.
  var lastPathComponent: String {
    let bytes = Array(utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// What is before the last slash, or nothing.
  var parentPath: String {
    let bytes = Array(utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
