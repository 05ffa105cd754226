public import ErosBundle
public import ErosCore

/// Sizes of everything in a bundle, changes since an older one, and findings.
///
/// ```swift
/// let reporter = BundleReporter(BundleVerifier(threads: 2))
/// let report = try reporter.report(
///   on: ReadableFile("bundle.zip"), since: ReadableFile("old.zip"))
/// for advice in report.advice { print(advice.message) }
/// ```
public struct BundleReport: Sendable {
  /// Name, sizes and verification of a bundle.
  public struct Summary: Sendable {
    /// File name of the bundle, without the folders on this machine.
    public let name: String
    /// Size of the zip in bytes.
    public let size: UInt64
    public let verification: VerificationReport

    /// Total compressed size in bytes, without zip headers.
    var packedSize: UInt64 { verification.files.reduce(0) { $0 + $1.entry.compressedSize } }

    /// Total uncompressed size in bytes, with the manifest.
    public var unpackedSize: UInt64 { verification.files.reduce(0) { $0 + $1.entry.size } }
  }

  /// A file in the bundle.
  public struct File: Sendable {
    public let path: BundlePath
    let size: UInt64
    public let compressedSize: UInt64
    let method: ZipEntry.Method
    /// `nil` if the file cannot be read to its end.
    let sha256: SHA256Digest?
    let kind: FileKind
    /// Bytes of code that are also in further scripts, or `nil` if there are none.
    let sharedSize: UInt64?
    /// Modules in a script, `nil` if unknown.
    let modules: ScriptModules?
    /// `nil` unless the file is an image in a supported format.
    let image: ImageHeader?
    /// Findings about an image, with codes from ``ImageFindingCode``.
    public let imageFindings: [Finding]
    /// `nil` if there is no older bundle to compare with.
    public let change: FileChange?
  }

  /// Download size of an update from the older bundle.
  public struct UpdateCost: Sendable {
    /// A form in which updates are sent.
    public enum Form: String, Sendable {
      /// Whole new bundle.
      case zip
      /// BSDIFF40 patch.
      case bsdiff
      /// Content delta.
      case delta
    }

    public let form: Form
    /// Size in bytes, or `nil` if no update could be made.
    public let size: UInt64?
    /// `true` if the update reproduces the published zip byte for byte.
    ///
    /// `nil` if none could be made.
    private(set) var isIdentical: Bool?
    /// Reason why no update could be made.
    public let problem: Message?
  }

  public let bundle: Summary
  public let old: Summary?
  /// Files with the manifest, sorted by path.
  public let files: [File]
  /// Files that are only in the older bundle, sorted by path.
  public let removed: [OldFile]
  /// Sizes of updates.
  ///
  /// Empty if there is no older bundle.
  public let updates: [UpdateCost]
  /// Groups of equal files, largest waste first.
  public let duplicates: [DuplicateFiles]
  /// Code that several scripts contain.
  ///
  /// `nil` if there is none, or if scripts are too large.
  public let sharedCode: SharedCode?
  let imageLimits: ImageLimits
  /// Changes that make the bundle smaller, largest saving first.
  public let advice: [Advice]
  /// Findings about source maps, with codes from `SourceMapFindingCode`.
  public let sourceMapFindings: [Finding]
  /// Sizes compared with a budget.
  ///
  /// `nil` if there is no budget, or for an unsafe zip.
  public internal(set) var budget: BudgetReport?
  /// Sizes of earlier releases.
  ///
  /// `nil` if you gave none.
  public internal(set) var history: ReleaseHistory?
  /// First renders of the pages.
  ///
  /// `nil` if they were not rehearsed.
  package var renders: RenderReport?

  /// `true` if the zip is unsafe to unpack.
  ///
  /// The report then contains only findings.
  public var isUnsafe: Bool { bundle.verification.verdict == .unsafe }

  /// Files without the manifest, which changes with each of them.
  public var contents: [File] { files.filter { $0.path.string != BundleManifest.entryName } }
}

/// Files with equal contents.
public struct DuplicateFiles: Sendable {
  let sha256: SHA256Digest
  /// Uncompressed size in bytes of each file.
  let size: UInt64
  /// Sorted paths, at least two.
  let paths: [BundlePath]
  /// Compressed bytes in all files except the smallest.
  public let wastedSize: UInt64

  /// Groups files that are equal and not empty.
  static func find(in files: [VerificationReport.File]) -> [DuplicateFiles] {
    var groups: [SHA256Digest: [ZipEntry]] = [:]
    for file in files where file.entry.size > 0 {
      if let digest = file.digest { groups[digest.sha256, default: []].append(file.entry) }
    }
    return groups.filter { $0.value.count > 1 }
      .map { digest, entries in
        let sizes = entries.map(\.compressedSize)
        return DuplicateFiles(
          sha256: digest, size: entries[0].size, paths: entries.map(\.path).sorted(),
          wastedSize: sizes.reduce(0, +) - (sizes.min() ?? 0))
      }
      .sorted { ($1.wastedSize, $0.paths[0]) < ($0.wastedSize, $1.paths[0]) }
  }
}
