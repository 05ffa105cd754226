import ErosBundle
import ErosCore

/// A file in the older bundle.
public struct OldFile: Hashable, Sendable {
  let path: BundlePath
  let size: UInt64
  public let compressedSize: UInt64

  init(_ entry: ZipEntry) {
    path = entry.path
    size = entry.size
    compressedSize = entry.compressedSize
  }
}

/// Says how a file changed since the older bundle.
public enum FileChange: Hashable, Sendable {
  case same(OldFile)
  case added
  /// Contents differ.
  ///
  /// The path is the same, or differs only in a hash.
  case changed(OldFile)
  /// Contents are the same, and the old path no longer exists.
  case moved(OldFile)

  /// Identifier in JSON.
  public var name: String {
    switch self {
    case .same: "same"
    case .added: "added"
    case .changed: "changed"
    case .moved: "moved"
    }
  }

  /// Counterpart in the older bundle.
  public var old: OldFile? {
    switch self {
    case .same(let old), .changed(let old), .moved(let old): old
    case .added: nil
    }
  }
}

/// Differences between two bundles.
struct BundleComparison {
  let changes: [BundlePath: FileChange]
  /// Files that the new bundle lacks, sorted by path.
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
      // An unreadable file counts as changed.
      let isSame = file.digest != nil && file.digest == earlier.digest
      let oldFile = OldFile(earlier.entry)
      changes[file.entry.path] = isSame ? .same(oldFile) : .changed(oldFile)
    }
    let missing = old.filter { changes[$0.entry.path] == nil }
      .sorted { $0.entry.path < $1.entry.path }
    let origins = Self.origins(of: added, among: missing)
    let moved = Set(origins.values.map(\.path))
    let unmatched = missing.filter { !moved.contains($0.entry.path) }
    let rebuilt = Self.rebuilt(added.filter { origins[$0.entry.path] == nil }, from: unmatched)
    for file in added {
      let path = file.entry.path
      changes[path] =
        origins[path].map { .moved($0) } ?? rebuilt[path].map { .changed($0) } ?? .added
    }
    let renamed = Set(rebuilt.values.map(\.path))
    self.changes = changes
    removed = unmatched.map { OldFile($0.entry) }.filter { !renamed.contains($0.path) }
  }

  /// Pairs added files with missing ones that have the same contents.
  ///
  /// Each missing file is used once.
  private static func origins(
    of added: [VerificationReport.File], among missing: [VerificationReport.File]
  ) -> [BundlePath: OldFile] {
    var candidates: [SHA256Digest: [OldFile]] = [:]
    for file in missing.reversed() where file.entry.size > 0 {
      if let digest = file.digest {
        candidates[digest.sha256, default: []].append(OldFile(file.entry))
      }
    }
    var origins: [BundlePath: OldFile] = [:]
    for file in added.sorted(by: { $0.entry.path < $1.entry.path }) {
      guard let digest = file.digest?.sha256 else { continue }
      origins[file.entry.path] = candidates[digest]?.popLast()
    }
    return origins
  }

  /// Pairs files whose names differ only in a content hash, as build tools write them.
  ///
  /// A name must occur exactly once on each side.
  private static func rebuilt(
    _ added: [VerificationReport.File], from missing: [VerificationReport.File]
  ) -> [BundlePath: OldFile] {
    let before = Dictionary(grouping: missing) { $0.entry.path.withoutHashes }
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
  /// This path with NUL bytes for each hash in the file name, or `nil` if there is none.
  ///
  /// A hash is a run of at least eight characters with both letters and digits, such as
  /// `0123abcd4567` in `main.0123abcd4567.js`. It is hexadecimal or contains at least three
  /// separate numbers.
  var withoutHashes: String? {
    var text: [UInt8] = []
    var run: [UInt8] = []
    var hasHash = false
    let folder = parent.map { $0.string + "/" } ?? ""
    for byte in string.utf8.dropFirst(folder.utf8.count) + [0] {
      if byte.isLetterOrDigit {
        run.append(byte)
        continue
      }
      let isHash = run.looksLikeHash
      // Keeps the length, because hashes from one build tool are equally long.
      text += isHash ? [UInt8](repeating: 0, count: run.count) : run
      text.append(byte)
      hasHash = hasHash || isHash
      run = []
    }
    return hasHash ? folder + String(decoding: text, as: UTF8.self) : nil
  }
}

extension [UInt8] {
  /// `true` if letters and digits are mixed.
  ///
  /// Words in file names may contain one number.
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
