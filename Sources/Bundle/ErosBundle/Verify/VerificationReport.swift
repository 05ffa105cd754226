public import ErosCore

/// The result of verifying a bundle.
///
/// ```swift
/// if report.verdict == .verified, let release = report.treeHash { return .release(release) }
/// for error in report.findings.errors { print(error) }
/// ```
public struct VerificationReport: Sendable {
  /// The verdict on a bundle.
  public enum Verdict: Sendable {
    /// The bundle is valid and matches its manifest.
    case verified
    /// The zip is safe, but does not match its manifest.
    case mismatch
    /// The zip is ambiguous or corrupt.
    ///
    /// Do not unpack it.
    case unsafe
  }

  /// A file in the bundle.
  public struct File: Sendable {
    /// The entry in the zip.
    public let entry: ZipEntry
    /// The digest of its contents, or `nil` if they cannot be read completely.
    public let digest: FileDigest?
    /// The rules that give the recorded MD5.
    ///
    /// Only `DigestRule.raw` if that one matches. Empty if the file is not listed or does not
    /// match.
    public let rules: Set<DigestRule>

    /// The first matching rule.
    public var rule: DigestRule? { DigestRule.allCases.first { rules.contains($0) } }
  }

  /// The verdict.
  public let verdict: Verdict
  /// The manifest in the zip, or `nil` if it is missing or malformed.
  public let manifest: BundleManifest?
  /// The manifest's bytes in the zip.
  public let manifestBytes: [UInt8]?
  /// The identity of a uni-app resource package, or `nil` for any other bundle.
  public let wgt: WgtIdentity?
  /// All files in the order of the zip, including the manifest.
  public let files: [File]
  /// Folders that have their own entry.
  public let folders: [BundlePath]
  /// The files' tree hash, or `nil` if not all of them can be read.
  public let treeHash: TreeHash?
  /// The total size of all files except the manifest, in bytes.
  public let bytes: UInt64
  /// All findings, including warnings.
  ///
  /// After 1,000 findings, the last one says how many more there are.
  public let findings: [Finding]

  /// A remedy for an exceeded limit, or `nil` if no limit is exceeded.
  public var limitRemedy: Message? {
    [BundleFindingCode.limitRatio, .limitSize, .limitEntries].first(where: has)?.remedy
  }

  /// The first error for display.
  package var firstError: Message? { findings.first { $0.severity == .error }?.line }

  package func has(_ code: BundleFindingCode) -> Bool { findings.contains { $0.has(code) } }

  /// Number of listed files that follow each rule.
  public var digestRules: [DigestRule: Int] {
    files.compactMap(\.rule).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension BundleFindingCode {
  /// `true` if the zip must not be unpacked after an error with this code.
  public var meansUnsafe: Bool {
    switch self {
    case .nameNotPortable, .manifestMissing, .manifestMalformed, .manifestMismatch,
      .timestampInFuture, .fileMissing, .fileListedTwice, .fileUnlisted, .fileNameInvalid,
      .md5Mismatch, .sha256Mismatch, .sizeMismatch,
      .digestRulesMixed, .digestRuleLegacy, .versionMismatch, .treeHashMismatch, .privateKey,
      .fileUnneeded, .pageNotUTF8, .wgtInvalid:
      false
    // `BundleFindingList.errorCodes` includes the codes of omitted errors.
    case .tooManyProblems: false
    default: true
    }
  }
}
