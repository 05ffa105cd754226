import ErosBundle
public import ErosCore

/// A file of the older bundle.
public struct OldFile: Hashable, Sendable {
  public let path: BundlePath
  public let size: UInt64
  public let compressedSize: UInt64

  init(_ entry: ZipEntry) {
    path = entry.path
    size = entry.size
    compressedSize = entry.compressedSize
  }
}

/// What became of a file since the older bundle.
public enum FileChange: Hashable, Sendable {
  case same(OldFile)
  case added
  /// Other bytes, under the same name or under one that differs in a hash only.
  case changed(OldFile)
  /// The same bytes had another name, which is gone.
  case moved(OldFile)

  /// The word for scripts and for the page.
  public var name: String {
    switch self {
    case .same: "same"
    case .added: "added"
    case .changed: "changed"
    case .moved: "moved"
    }
  }

  /// What the file was.
  public var old: OldFile? {
    switch self {
    case .same(let old), .changed(let old), .moved(let old): old
    case .added: nil
    }
  }
}

/// What two bundles have in common.
struct BundleComparison {
  let changes: [BundlePath: FileChange]
  /// What the new bundle has no more, in the order of the paths.
  let removed: [OldFile]

  init(from old: [VerificationReport.File], to new: [VerificationReport.File]) {
    let before = Dictionary(old.map { ($0.entry.path, $0) }) { first, _ in first }
    var changes: [BundlePath: FileChange] = [:]
    var added: [VerificationReport.File] = []
    for file in new {
      guard let earlier = before[file.entry.path] else {
        added.append(file)
        continue
      }
      // What cannot be read cannot be proven equal.
      let isSame = file.digest != nil && file.digest == earlier.digest
      let was = OldFile(earlier.entry)
      changes[file.entry.path] = isSame ? .same(was) : .changed(was)
    }
    let gone = old.filter { changes[$0.entry.path] == nil }
      .sorted { $0.entry.path < $1.entry.path }
    let origins = Self.origins(of: added, among: gone)
    let moved = Set(origins.values.map(\.path))
    let left = gone.filter { !moved.contains($0.entry.path) }
    let rebuilt = Self.rebuilt(added.filter { origins[$0.entry.path] == nil }, from: left)
    for file in added {
      let path = file.entry.path
      changes[path] =
        origins[path].map { .moved($0) } ?? rebuilt[path].map { .changed($0) } ?? .added
    }
    let renamed = Set(rebuilt.values.map(\.path))
    self.changes = changes
    removed = left.map { OldFile($0.entry) }.filter { !renamed.contains($0.path) }
  }

  /// Which of the files that are gone has the bytes of an added one; each is taken once.
  private static func origins(
    of added: [VerificationReport.File], among gone: [VerificationReport.File]
  ) -> [BundlePath: OldFile] {
    var free: [SHA256Digest: [OldFile]] = [:]
    for file in gone.reversed() where file.entry.size > 0 {
      if let digest = file.digest { free[digest.sha256, default: []].append(OldFile(file.entry)) }
    }
    var origins: [BundlePath: OldFile] = [:]
    for file in added.sorted(by: { $0.entry.path < $1.entry.path }) {
      guard let digest = file.digest?.sha256 else { continue }
      origins[file.entry.path] = free[digest]?.popLast()
    }
    return origins
  }

  /// Pairs what has the same name but for a hash in it, as build tools name scripts by content.
  ///
  /// Only where one file on each side has the name: nothing is guessed.
  private static func rebuilt(
    _ added: [VerificationReport.File], from gone: [VerificationReport.File]
  ) -> [BundlePath: OldFile] {
    let before = Dictionary(grouping: gone) { $0.entry.path.withoutHashes }
    let after = Dictionary(grouping: added) { $0.entry.path.withoutHashes }
    var pairs: [BundlePath: OldFile] = [:]
    for (name, files) in after {
      guard let name, let old = before[name], files.count == 1, old.count == 1 else { continue }
      pairs[files[0].entry.path] = OldFile(old[0].entry)
    }
    return pairs
  }
}

extension BundlePath {
  /// The path with a mark for each hash in the file's name; `nil` when it has none.
  ///
  /// A hash is a run of eight or more letters and digits that no word looks like: hexadecimal with both
  /// in it, or with digits in three places or more.
  var withoutHashes: String? {
    var text: [UInt8] = []
    var word: [UInt8] = []
    var hasHash = false
    let folder = parent.map { $0.string + "/" } ?? ""
    for byte in string.utf8.dropFirst(folder.utf8.count) + [0] {
      if byte.isLetterOrDigit {
        word.append(byte)
        continue
      }
      let isHash = word.looksLikeHash
      // As long as it is: two names with hashes of one tool are equal, others are not.
      text += isHash ? [UInt8](repeating: 0, count: word.count) : word
      text.append(byte)
      hasHash = hasHash || isHash
      word = []
    }
    return hasHash ? folder + String(decoding: text, as: UTF8.self) : nil
  }
}

extension [UInt8] {
  /// Words of names may end with a digit or have a number in them; hashes mix both.
  fileprivate var looksLikeHash: Bool {
    guard count >= 8, contains(where: \.isDigit), !allSatisfy(\.isDigit) else { return false }
    let isHexadecimal = allSatisfy {
      $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
    }
    let numbers = split { !$0.isDigit }.count
    return isHexadecimal || numbers >= 3
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { isLetter || isDigit }
}
