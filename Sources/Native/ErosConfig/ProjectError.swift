public import ErosCore

/// An error while finding a project.
@nonexhaustive
public enum ProjectError: ErosError, Equatable {
  /// Neither `from` nor any parent up to `to` contains a configuration.
  case notFound(from: String, to: String)

  public var problem: Message {
    let names = Project.configPaths.map { "'\($0)'" }
    return "no configuration found: looked for \(names.dropLast().joined(separator: ", ")) and "
      + "\(names.last ?? "") in \(folders)"
  }

  public var remedy: Message? {
    "start a project with `eros init DIR`, describe an existing app with `eros adopt FOLDERS --output .`, or pass the path of a configuration with `--config`"
  }

  public var exitStatus: ExitStatus { .inputNotFound }

  private var folders: Message {
    switch self {
    case .notFound(let start, let end):
      let first: Message = start == "." ? "the current folder" : "'\(start.escapedForDisplay)'"
      return start == end ? first : "\(first) and its parents up to '\(end.escapedForDisplay)'"
    }
  }
}
