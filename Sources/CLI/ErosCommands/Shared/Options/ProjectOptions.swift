import ArgumentParser
import ErosConfig
import ErosCore

struct ProjectOptions: ParsableArguments {
  @Option(
    help: """
      The app's configuration, or its folder (default: found in the current folder or a parent).
      """,
    completion: .appConfig)
  var config: String?

  func find() throws -> Project { try Project.find(config) }

  /// Finds the project, and notes a second configuration that is not read.
  func find(_ output: OutputOptions) throws -> Project {
    let project = try find()
    output.noteUnread(project.otherConfigPaths, besides: project.configPath)
    return project
  }

  /// Finds the project like ``find(_:)``, or returns `nil` if you name no configuration and there
  /// is none.
  func findIfPresent(_ output: OutputOptions) throws -> Project? {
    guard let project = try findIfPresent() else { return nil }
    output.noteUnread(project.otherConfigPaths, besides: project.configPath)
    return project
  }

  /// Finds the project, or returns `nil` if you name no configuration and there is none.
  func findIfPresent() throws -> Project? { try Project.findIfPresent(config) }

  /// Reads the project once, for the defaults of its releases.
  var defaults: ReleaseDefaults { ReleaseDefaults(config: config) }
}

extension Project {
  /// Finds the project, or returns `nil` if `config` is `nil` and there is none.
  static func findIfPresent(_ config: String?) throws -> Project? {
    do {
      return try find(config)
    } catch ProjectError.notFound where config == nil {
      return nil
    }
  }
}

extension OutputOptions {
  fileprivate func noteUnread(_ paths: [String], besides path: String) {
    guard !json else { return }
    for other in paths {
      note(
        "the configuration '\(path.escapedForDisplay)' is used, and '\(other.escapedForDisplay)' is not read"
      )
    }
  }
}

struct PagesOptions: ParsableArguments {
  @Option(
    help: "The folder of built pages (default: 'dist' in the project's folder).",
    completion: .directory)
  var source: String?
}
