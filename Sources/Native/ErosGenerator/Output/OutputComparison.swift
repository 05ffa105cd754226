import ErosRegistry

/// The differences between generated files and a folder.
public struct OutputComparison: Sendable {
  /// A file that exists with other contents.
  public struct Difference: Sendable {
    /// The generated file.
    public let file: GeneratedFile
    /// The existing bytes.
    public let present: [UInt8]

    /// Whether the existing file was generated; replacing any other file needs consent.
    public let isGenerated: Bool
  }

  /// The missing files.
  public internal(set) var missing: [GeneratedFile] = []
  /// The files that exist with other contents.
  public internal(set) var different: [Difference] = []
  /// The paths of unchanged files.
  public internal(set) var unchanged: [String] = []

  /// The paths in ``unchanged`` whose lines end with CR LF.
  public internal(set) var withReturns: [String] = []

  /// The paths of files that are no longer generated.
  public internal(set) var orphans: [String] = []

  /// The paths of existing files that were not generated and would be replaced.
  public var notGenerated: [String] {
    different.filter { !$0.isGenerated }.map(\.file.path)
  }

  /// Whether all files are up to date.
  public var isUpToDate: Bool { missing.isEmpty && different.isEmpty && orphans.isEmpty }
}
