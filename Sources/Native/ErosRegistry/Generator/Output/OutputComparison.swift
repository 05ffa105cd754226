/// The differences between generated files and the files in a folder.
public struct OutputComparison: Sendable {
  /// An existing file with different contents.
  public struct Difference: Sendable {
    /// The file as it is generated now.
    public let file: GeneratedFile
    /// The bytes in the folder.
    public let present: [UInt8]

    /// `true` if the existing file was generated.
    ///
    /// Ask before you replace any other file.
    public let isGenerated: Bool
  }

  /// Files that do not exist yet.
  public internal(set) var missing: [GeneratedFile] = []
  /// Existing files with different contents.
  public internal(set) var different: [Difference] = []
  /// The paths of unchanged files.
  public internal(set) var unchanged: [String] = []

  /// Paths in ``unchanged`` of files with CR LF line endings.
  public internal(set) var withReturns: [String] = []

  /// Existing files that are no longer generated.
  public internal(set) var orphans: [String] = []

  /// Existing files that would be replaced, although nobody generated them.
  public var notGenerated: [String] {
    different.filter { !$0.isGenerated }.map(\.file.path)
  }

  /// The files that ``OutputFolder/apply(_:manifest:)`` writes.
  package var written: [String] { missing.map(\.path) + different.map(\.file.path) }

  /// `true` if there is nothing to write or remove.
  public var isUpToDate: Bool { missing.isEmpty && different.isEmpty && orphans.isEmpty }
}
