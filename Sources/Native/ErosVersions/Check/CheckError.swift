public import ErosCore

/// A reason why a project cannot be checked.
@nonexhaustive
public enum CheckError: ErosError, Equatable {
  /// A folder contains nothing to compare with.
  case nothingToCompareWith(String)
  /// The base is invalid.
  case invalidBase(String, Message)
  /// The built pages cannot be listed.
  case noSource(String, Message)
  /// The folder for built pages is empty.
  case emptySource(String)
  /// No file is a page, and the configuration names none.
  case noPages(String)

  public var problem: Message {
    switch self {
    case .nothingToCompareWith(let folder):
      "'\(folder.escapedForDisplay)' does not contain bundle.config, bundle.zip or a configuration"
    case .invalidBase(let path, let reason):
      "cannot compare with '\(path.escapedForDisplay)': \(reason.escapedForDisplay)"
    case .noSource(let folder, let reason):
      "cannot list the folder of built pages, '\(folder.escapedForDisplay)': \(reason)"
    case .emptySource(let folder):
      "the folder of built pages, '\(folder.escapedForDisplay)', does not contain files"
    case .noPages(let folder):
      "the folder of built pages, '\(folder.escapedForDisplay)', does not contain a page or a script"
    }
  }

  public var remedy: Message? {
    switch self {
    case .nothingToCompareWith: "pass a folder that `eros pack` wrote, or the folder of a project"
    case .invalidBase: "run `eros verify` to list all of its errors, or pack it again"
    case .noSource, .emptySource, .noPages:
      "build the pages first, or pass their folder with `--source`"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .nothingToCompareWith, .noSource, .emptySource, .noPages: .inputNotFound
    case .invalidBase: .badData
    }
  }
}
