public import ErosBundle
public import ErosCore

/// The files of a bundle with their sizes, the changes since an older bundle, and the findings.
public struct BundleReport: Sendable {
  /// The summary of a bundle.
  public struct Summary: Sendable {
    /// The file name of the bundle, without the folders of this machine.
    public let name: String
    /// The size of the zip, in bytes.
    public let size: UInt64
    public let verification: VerificationReport

    /// The total compressed size of the files, without the headers of the zip, in bytes.
    var packedSize: UInt64 { verification.files.reduce(0) { $0 + $1.entry.compressedSize } }

    /// The total uncompressed size of the files, including the manifest, in bytes.
    public var unpackedSize: UInt64 { verification.files.reduce(0) { $0 + $1.entry.size } }
  }

  /// A file of the bundle.
  public struct File: Sendable {
    public let path: BundlePath
    let size: UInt64
    public let compressedSize: UInt64
    let method: ZipEntry.Method
    /// `nil` if the file cannot be read completely.
    let sha256: SHA256Digest?
    let kind: FileKind
    /// The number of bytes of code that other scripts also contain, or `nil` if there are none.
    let sharedSize: UInt64?
    /// The modules in a script; `nil` if they are unknown.
    let modules: ScriptModules?
    /// `nil` if the file is not an image of a supported format.
    let image: ImageHeader?
    /// The findings about an image, with codes of ``ImageFindingCode``.
    public let imageFindings: [Finding]
    /// `nil` without an older bundle.
    public let change: FileChange?
  }

  /// The download size of an update from the older bundle in one form.
  public struct UpdateCost: Sendable {
    /// The form of an update.
    public enum Form: String, Sendable {
      /// The full new bundle.
      case zip
      /// A BSDIFF40 patch.
      case bsdiff
      /// A content delta.
      case delta
    }

    public let form: Form
    /// The size in bytes; `nil` if the update could not be created.
    public let size: UInt64?
    /// Whether the update reproduces the published zip byte for byte; `nil` if it could not be created.
    private(set) var isIdentical: Bool?
    /// The reason that the update could not be created.
    public let problem: String?
  }

  public let bundle: Summary
  public let old: Summary?
  /// The files, including the manifest, sorted by path.
  public let files: [File]
  /// The files that only the older bundle contains, sorted by path.
  public let removed: [OldFile]
  /// The sizes of the updates; empty without an older bundle.
  public let updates: [UpdateCost]
  /// The groups of files with equal contents, largest waste first.
  public let duplicates: [DuplicateFiles]
  /// The code that several scripts contain; `nil` if no code is shared, or if the scripts are too
  /// large.
  public let sharedCode: SharedCode?
  let imageLimits: ImageLimits
  /// The changes that make the bundle smaller, largest saving first.
  public let advice: [Advice]
  /// The findings about source maps, with codes of `SourceMapFindingCode`.
  public let sourceMapFindings: [Finding]
  /// The sizes compared with the budget; `nil` without a budget, and for an unsafe zip.
  public internal(set) var budget: BudgetReport?
  /// The sizes of earlier releases; `nil` if no releases were given.
  public internal(set) var history: ReleaseHistory?
  /// The first renders of the pages; `nil` if they were not rehearsed.
  package var renders: RenderReport?

  /// Whether the zip is unsafe to unpack; the report then contains only findings.
  public var isUnsafe: Bool { bundle.verification.verdict == .unsafe }

  /// The files without the manifest, which changes with each of them.
  public var contents: [File] { files.filter { $0.path.string != BundleManifest.entryName } }
}

/// A group of files with equal contents.
public struct DuplicateFiles: Sendable {
  let sha256: SHA256Digest
  /// The uncompressed size of each file, in bytes.
  let size: UInt64
  /// At least two paths, sorted.
  let paths: [BundlePath]
  /// The compressed size of all files except the smallest file, in bytes.
  public let wastedSize: UInt64

  /// Groups the files that are equal and not empty.
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
