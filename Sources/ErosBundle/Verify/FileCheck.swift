import ErosCore
import ErosCrypto

/// Reads files of a bundle and compares them with what the manifest lists.
///
/// Each thread has one of its own.
final class FileCheck {
  struct Result: Sendable {
    let file: VerificationReport.File
    /// Why the data cannot be read whole, if so.
    let damage: Finding?
  }

  private let reader: EntryReader
  private let sink: (any FileSink)?
  private var hasher: FileHasher

  init(_ source: any ZipSource, sink: (any FileSink)?) throws {
    hasher = try FileHasher()
    reader = EntryReader(source)
    self.sink = sink
  }

  /// Reads `entry` and returns what it is, and by which rules it has the listed MD5.
  func check(_ entry: ZipEntry, listed: BundleManifest.File?) throws -> Result {
    let (digest, damage) = try read(entry)
    var rules: Set<DigestRule> = []
    if let digest, let listed {
      rules = digest.md5 == listed.md5 ? [.raw] : try legacyRules(of: entry, giving: listed.md5)
    }
    return Result(
      file: VerificationReport.File(entry: entry, digest: digest, rules: rules), damage: damage)
  }

  private func read(_ entry: ZipEntry) throws -> (FileDigest?, Finding?) {
    var writer = try sink?.makeFile(entry.path)
    let damage = try reader.read(entry) { piece in
      try hasher.update(piece.span)
      try writer?.write(piece)
    }
    try writer?.close()
    let digest = try hasher.finish()
    return (damage == nil ? digest : nil, damage)
  }

  /// Reads the file once more, and when it is no text again, to try the rules of the old tool.
  private func legacyRules(
    of entry: ZipEntry, giving recorded: MD5Digest
  ) throws -> Set<DigestRule> {
    var text = UTF8Check()
    _ = try reader.read(entry) { text.update($0) }
    // For text every rule gives the MD5 of the bytes, which is not the recorded one.
    guard !text.isWellFormed else { return [] }
    var hasher = try LegacyTextHasher()
    _ = try reader.read(entry) { try hasher.update($0) }
    return Set(try hasher.finish().filter { $0.value == recorded }.keys)
  }
}

extension BundleFindingList {
  /// Compares a file's size with the one that the manifest lists.
  mutating func addDifference(
    of found: UInt64, from listed: BundleManifest.File, _ entry: ZipEntry
  ) {
    guard let size = listed.size, size != found else { return }
    add(
      .sizeMismatch, subject: entry.path.string,
      "it has \(found) bytes, but the manifest says \(size)")
  }

  /// Compares a file that was read with what the manifest lists.
  mutating func addDifferences(
    of file: VerificationReport.File, from listed: BundleManifest.File
  ) {
    guard let digest = file.digest else { return }
    let name = file.entry.path.string
    addDifference(of: digest.size, from: listed, file.entry)
    if let sha256 = listed.sha256, sha256 != digest.sha256 {
      add(
        .sha256Mismatch, subject: name,
        "its SHA-256 is \(digest.sha256), but the manifest says \(sha256)")
    }
    if file.rules.isEmpty {
      add(
        .md5Mismatch, subject: name, "its MD5 is \(digest.md5), but the manifest says \(listed.md5)"
      )
    } else if !file.rules.contains(.raw), file.entry.path.isPage {
      add(
        .digestRuleLegacy, subject: name,
        "the recorded MD5 is not that of its bytes, so Android clients do not load the page")
    }
  }
}

/// The rules of the old tool across one bundle.
enum LegacyRules {
  /// Whether one rule explains all files that need one.
  static func haveOneInCommon(_ files: [VerificationReport.File]) -> Bool {
    var common = Set(DigestRule.allCases)
    for file in files where !file.rules.isEmpty && !file.rules.contains(.raw) {
      common.formIntersection(file.rules)
    }
    return !common.isEmpty
  }
}
