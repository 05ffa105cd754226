import ErosRegistry

/// What differs between the generated files and a folder.
public struct OutputComparison: Sendable {
  /// A file that is there with other content.
  public struct Difference: Sendable {
    /// The file as it is generated now.
    public let file: GeneratedFile
    /// The bytes that are there.
    public let present: [UInt8]

    /// Whether somebody else wrote it, so that it must not be replaced unasked.
    public let isForeign: Bool
  }

  /// Files that are not there.
  public internal(set) var missing: [GeneratedFile] = []
  /// Files that are there with other content.
  public internal(set) var different: [Difference] = []
  /// The paths of files that are as they should be.
  public internal(set) var unchanged: [String] = []

  /// Those of ``unchanged`` whose lines end with CR LF there.
  public internal(set) var withReturns: [String] = []

  /// Files that are no longer generated.
  public internal(set) var orphans: [String] = []

  /// The paths of files that somebody else wrote and that would be replaced.
  public var foreign: [String] { different.filter(\.isForeign).map(\.file.path) }

  /// Whether nothing is to be done.
  public var isUpToDate: Bool { missing.isEmpty && different.isEmpty && orphans.isEmpty }
}
