public import ErosCore

/// The result of verifying a bundle.
public struct VerificationReport: Sendable {
  /// The verdict of a verification.
  public enum Verdict: Sendable {
    /// The bundle is valid and matches its manifest.
    case verified
    /// The zip is safe, but does not match its manifest.
    case mismatch
    /// The zip must not be unpacked: it is ambiguous or corrupt.
    case unsafe
  }

  /// A file of the bundle.
  public struct File: Sendable {
    /// The entry in the zip.
    public let entry: ZipEntry
    /// The digest of the contents, or `nil` when they cannot be read completely.
    public let digest: FileDigest?
    /// The rules that give the recorded MD5: only `DigestRule.raw` if it matches; empty for a file
    /// that is not listed or does not match.
    public let rules: Set<DigestRule>

    /// The first matching rule.
    public var rule: DigestRule? { DigestRule.allCases.first { rules.contains($0) } }
  }

  /// The verdict.
  public let verdict: Verdict
  /// The manifest in the zip, or `nil` when it is missing or malformed.
  public let manifest: BundleManifest?
  /// The bytes of the manifest in the zip.
  public let manifestBytes: [UInt8]?
  /// The files in the order of the zip, including the manifest.
  public let files: [File]
  /// The folders that have their own entry.
  public let folders: [BundlePath]
  /// The tree hash of the files, or `nil` when not all of them can be read.
  public let treeHash: TreeHash?
  /// The total size in bytes of the files without the manifest.
  public let bytes: UInt64
  /// The findings, including warnings: at most 1,000, and a finding with the number of the others.
  public let findings: [Finding]

  /// The remedy for an exceeded limit, or `nil` when no limit is exceeded.
  public var limitRemedy: Message? {
    [BundleFindingCode.limitRatio, .limitSize, .limitEntries].first(where: has)?.remedy
  }

  /// The first error for display, or an empty string if there is none.
  package var firstError: Message? { findings.first { $0.severity == .error }?.line }

  /// Returns whether one of the findings has the code `code`.
  package func has(_ code: BundleFindingCode) -> Bool { findings.contains { $0.has(code) } }

  /// The number of listed files for each matching rule.
  public var digestRules: [DigestRule: Int] {
    files.compactMap(\.rule).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension BundleFindingCode {
  /// Whether an error with this code means that the zip must not be unpacked.
  public var meansUnsafe: Bool {
    switch self {
    case .nameNotPortable, .manifestMissing, .manifestMalformed, .manifestMismatch,
      .timestampInFuture, .fileMissing, .fileListedTwice, .fileUnlisted, .fileNameInvalid,
      .md5Mismatch, .sha256Mismatch, .sizeMismatch,
      .digestRulesMixed, .digestRuleLegacy, .versionMismatch, .treeHashMismatch, .privateKey,
      .fileUnneeded, .pageNotUTF8:
      false
    // `BundleFindingList.errorCodes` includes the codes of the omitted errors.
    case .tooManyProblems: false
    default: true
    }
  }
}
