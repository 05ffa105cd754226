public import ErosCore

/// Source maps cannot be kept or found.
@nonexhaustive
public enum SourceMapError: ErosError, Equatable {
  /// A folder has no usable source map for any script in a bundle.
  case noMaps(folder: String, script: String?, reason: Message?)
  /// An archive does not have the source maps of a release.
  case notKept(tree: String, archive: String)
  /// An archive has no release, or several, whose tree hash starts with these digits.
  case noSuchTree(String, archive: String)
  /// The list of source maps in an archive is malformed.
  case damagedList(file: String, reason: Message)

  public var problem: Message {
    switch self {
    case .noMaps(let folder, _, let reason):
      reason.map {
        "'\(folder.escapedForDisplay)' does not contain a usable source map of any script of the bundle: \($0)"
      }
        ?? "'\(folder.escapedForDisplay)' does not contain a usable source map of any script of the bundle"
    case .notKept(let tree, let archive):
      "'\(archive.escapedForDisplay)' does not have the source maps of the release with the tree hash \(tree)"
    case .noSuchTree(let digits, let archive):
      "'\(digits.escapedForDisplay)' does not identify a release with source maps in '\(archive.escapedForDisplay)'"
    case .damagedList(let file, let reason):
      "'\(file.escapedForDisplay)' is not a list of source maps: \(reason.escapedForDisplay)"
    }
  }

  public var remedy: Message? {
    switch self {
    case .noMaps(_, let script?, _):
      "let the build tool write source maps, and pass the folder that contains '\(script.escapedForDisplay).map'"
    case .noMaps: "the bundle does not contain a script; publish it without source maps"
    case .notKept:
      "publish with `--source-maps DIR`, or pass the bundle and the folder of its build with `--bundle` and `--source-maps`"
    case .noSuchTree: "pass all digits, or at least six that only one release has"
    case .damagedList: "publish the bundle again with `--source-maps DIR`"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .noMaps, .notKept, .noSuchTree: .inputNotFound
    case .damagedList: .badData
    }
  }
}
