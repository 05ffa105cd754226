public import ErosCore

/// What was found out about a bundle.
public struct VerificationReport: Sendable {
  /// How the verification ended.
  public enum Verdict: Sendable {
    /// The bundle is whole and is what its manifest says.
    case verified
    /// The zip is sound, but it is not what its manifest says.
    case mismatch
    /// The zip may not be unpacked: readers could see different things in it, or it is damaged.
    case unsafe
  }

  /// A file of the bundle, as it was found.
  public struct File: Sendable {
    /// Where the file is in the zip.
    public let entry: ZipEntry
    /// What the bytes are, or `nil` where they could not be read whole.
    public let digest: FileDigest?
    /// The rules by which the recorded MD5 is right: `DigestRule.raw` alone where it fits; none for
    /// a file that is not listed, or not right.
    public let rules: Set<DigestRule>

    /// The first of the rules that fit.
    public var rule: DigestRule? { DigestRule.allCases.first { rules.contains($0) } }
  }

  /// How the verification ended.
  public let verdict: Verdict
  /// The manifest in the zip, or `nil` when there is none that can be read.
  public let manifest: BundleManifest?
  /// The text of the manifest in the zip.
  public let manifestBytes: [UInt8]?
  /// The files in the order of the zip, with the manifest's own entry.
  public let files: [File]
  /// The folders that have an entry of their own.
  public let folders: [BundlePath]
  /// The name of the release, computed from the files; `nil` when not all of them could be read.
  public let treeHash: TreeHash?
  /// How many bytes the files have together, without the manifest.
  public let bytes: UInt64
  /// Everything that was found, warnings too: at most a thousand findings, and one that counts the
  /// rest.
  public let findings: [Finding]

  /// What to do about a limit that was exceeded, or `nil` when none was.
  public var limitRemedy: String? {
    [BundleFindingCode.limitRatio, .limitSize, .limitEntries].first(where: has)?.remedy
  }

  /// The first error for display, or an empty string if there is none.
  package var firstError: String { findings.first { $0.severity == .error }?.text ?? "" }

  /// Returns whether one of the findings has the code `code`.
  package func has(_ code: BundleFindingCode) -> Bool { findings.contains { $0.has(code) } }

  /// How many listed files are right by each rule.
  public var digestRules: [DigestRule: Int] {
    files.compactMap(\.rule).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension BundleFindingCode {
  /// Whether an error of this kind means that the zip may not be unpacked at all.
  public var meansUnsafe: Bool {
    switch self {
    case .manifestMissing, .manifestMalformed, .manifestMismatch, .fileMissing, .fileListedTwice,
      .fileUnlisted, .fileNameInvalid, .md5Mismatch, .sha256Mismatch, .sizeMismatch,
      .digestRulesMixed, .digestRuleLegacy, .versionMismatch, .treeHashMismatch:
      false
    // The findings that are left out have codes of their own.
    case .tooManyProblems: false
    default: true
    }
  }
}
