import ErosCore
import ErosCrypto

/// Compares a bundle's files with the manifest.
///
/// Each thread has its own.
final class FileCheck {
  struct Result: Sendable {
    let file: VerificationReport.File
    /// An error in the file's data, if there is one.
    let damage: Finding?
    let isPrivateKey: Bool
    /// `true` for a page that is not UTF-8.
    let isForeignText: Bool
  }

  private let reader: EntryReader
  private let sink: (any FileSink)?
  private var hasher: FileHasher

  init(_ source: any ZipSource, sink: (any FileSink)?) throws {
    hasher = try FileHasher()
    reader = EntryReader(source)
    self.sink = sink
  }

  /// Reads `entry` and returns its digest, and the rules that give the listed MD5.
  func check(_ entry: ZipEntry, listed: BundleManifest.File?) throws -> Result {
    let (digest, damage, isPrivateKey, isForeignText) = try read(entry)
    var rules: Set<DigestRule> = []
    if let digest, let listed {
      rules = digest.md5 == listed.md5 ? [.raw] : try legacyRules(of: entry, giving: listed.md5)
    }
    return Result(
      file: VerificationReport.File(entry: entry, digest: digest, rules: rules), damage: damage,
      isPrivateKey: isPrivateKey, isForeignText: isForeignText)
  }

  private func read(
    _ entry: ZipEntry
  ) throws -> (FileDigest?, damage: Finding?, isPrivateKey: Bool, isForeignText: Bool) {
    var writer = try sink?.makeFile(entry.path)
    var isPrivateKey: Bool?
    var text = entry.path.isPage ? PageText() : nil
    let damage = try reader.read(entry) { chunk in
      // Only the first chunk has the file's start.
      if isPrivateKey == nil { isPrivateKey = KeyDocument.hasPrivateKey(chunk) }
      try hasher.update(chunk)
      text?.update(chunk)
      try writer?.write(chunk)
    }
    try writer?.close()
    let digest = try hasher.finish()
    let isForeignText = damage == nil && text?.isUTF8 == false
    return (damage == nil ? digest : nil, damage, isPrivateKey ?? false, isForeignText)
  }

  /// Reads the file again to apply the legacy rules, unless it is UTF-8.
  private func legacyRules(
    of entry: ZipEntry, giving recorded: MD5Digest
  ) throws -> Set<DigestRule> {
    var text = UTF8Check()
    _ = try reader.read(entry) { text.update($0) }
    // For UTF-8, all rules give the MD5 of the bytes, and it differs from the recorded MD5.
    guard !text.isWellFormed else { return [] }
    var hasher = try LegacyTextHasher()
    _ = try reader.read(entry) { try hasher.update($0) }
    return Set(try hasher.finish().filter { $0.value == recorded }.keys)
  }
}

extension BundleFindingList {
  /// Adds a finding if a file's size differs from the listed size.
  mutating func addDifference(
    of actualSize: UInt64, from listed: BundleManifest.File, _ entry: ZipEntry
  ) {
    guard let size = listed.size, size != actualSize else { return }
    add(
      .sizeMismatch, subject: entry.path.string,
      "it has \(actualSize) bytes, but the manifest says \(size)")
  }

  /// Adds findings for all differences between a file and the manifest.
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
        "its recorded MD5 follows a legacy rule, so Android clients do not load the page")
    }
  }
}

/// A bundle's legacy digest rules.
enum LegacyRules {
  /// Returns `true` if all files that follow a legacy rule can follow the same one.
  static func shareOneRule(_ files: [VerificationReport.File]) -> Bool {
    var common = Set(DigestRule.allCases)
    for file in files where !file.rules.isEmpty && !file.rules.contains(.raw) {
      common.formIntersection(file.rules)
    }
    return !common.isEmpty
  }
}
