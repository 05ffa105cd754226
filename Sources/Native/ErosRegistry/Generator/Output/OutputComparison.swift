/// The differences between generated files and a folder.
public struct OutputComparison: Sendable {
  /// An existing file with different contents.
  public struct Difference: Sendable {
    /// The generated file.
    public let file: GeneratedFile
    /// The existing bytes.
    public let present: [UInt8]

    /// Whether the existing file was generated.
    ///
    /// Replacing other files requires consent.
    public let isGenerated: Bool
  }

  /// The missing files.
  public internal(set) var missing: [GeneratedFile] = []
  /// The existing files with different contents.
  public internal(set) var different: [Difference] = []
  /// The paths of unchanged files.
  public internal(set) var unchanged: [String] = []

  /// The paths in ``unchanged`` of files with CR LF line endings.
  public internal(set) var withReturns: [String] = []

  /// The paths of files that are no longer generated.
  public internal(set) var orphans: [String] = []

  /// The paths of existing files that were not generated and would be replaced.
  public var notGenerated: [String] {
    different.filter { !$0.isGenerated }.map(\.file.path)
  }

  /// The paths of the files that ``OutputFolder/apply(_:manifest:)`` writes.
  package var written: [String] { missing.map(\.path) + different.map(\.file.path) }

  /// Whether all files are up to date.
  public var isUpToDate: Bool { missing.isEmpty && different.isEmpty && orphans.isEmpty }
}
