public import ErosBundle
public import ErosCore

/// What takes the space in a bundle, what is different in an older one, and what is odd.
public struct BundleReport: Sendable {
  /// A bundle as a whole.
  public struct Summary: Sendable {
    /// The last component of the path that the caller named: the rest is of no use elsewhere.
    public let name: String
    /// How many bytes the zip has.
    public let size: UInt64
    public let verification: VerificationReport

    /// How many bytes the files take in the zip, without the zip's own records.
    public var packedSize: UInt64 { verification.files.reduce(0) { $0 + $1.entry.compressedSize } }

    /// How many bytes the files have unpacked, the manifest included.
    public var unpackedSize: UInt64 { verification.files.reduce(0) { $0 + $1.entry.size } }
  }

  /// A file of the bundle.
  public struct File: Sendable {
    public let path: BundlePath
    public let size: UInt64
    public let compressedSize: UInt64
    public let method: ZipEntry.Method
    /// `nil` where the file cannot be read whole.
    public let sha256: SHA256Digest?
    public let kind: FileKind
    /// `nil` for what is no image of a kind that is known here.
    public let image: ImageHeader?
    public let imageFindings: [ImageFinding]
    /// `nil` when there is no older bundle.
    public let change: FileChange?
  }

  /// What an update from the older bundle costs in one form.
  public struct UpdateCost: Sendable {
    /// What is downloaded.
    public enum Form: String, Sendable {
      /// The whole new zip.
      case zip
      /// A patch from zip to zip.
      case bsdiff
      /// A content delta.
      case delta
    }

    public let form: Form
    /// How many bytes were made, or `nil` when it could not be made.
    public let size: UInt64?
    /// Whether it leads to the very zip that is published; `nil` when it could not be made.
    public let isIdentical: Bool?
    /// Why it could not be made.
    public let problem: String?

    init(form: Form, size: UInt64?, isIdentical: Bool? = nil, problem: String?) {
      self.form = form
      self.size = size
      self.isIdentical = isIdentical
      self.problem = problem
    }
  }

  public let bundle: Summary
  public let old: Summary?
  /// The files in the order of their paths, with the manifest.
  public let files: [File]
  /// The files that only the older bundle has, in the order of their paths.
  public let removed: [OldFile]
  /// What the forms of updates cost; empty when there is no older bundle.
  public let updates: [UpdateCost]
  /// Files with equal content, those that waste most first.
  public let duplicates: [DuplicateFiles]
  public let imageLimits: ImageLimits

  /// Whether the zip may not be unpacked; nothing but the findings is known then.
  public var isUnsafe: Bool { bundle.verification.verdict == .unsafe }
}

/// Files of a bundle that hold the same bytes.
public struct DuplicateFiles: Sendable {
  public let sha256: SHA256Digest
  /// How many bytes each of them has unpacked.
  public let size: UInt64
  /// Two paths or more, in their order.
  public let paths: [BundlePath]
  /// How many bytes of the zip all but the smallest of them take.
  public let wastedSize: UInt64

  /// Groups what is equal and not empty.
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
