import ArgumentParser
import ErosConfig

/// The option that names the project of a command.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: """
      The app's configuration, or its folder (default: found in the current folder or a parent).
      """,
    completion: .appConfig)
  var config: String?

  /// Finds the project and reads its configuration.
  func find() throws -> Project { try Project.find(config) }
}

/// The option that names the folder of built pages.
struct PagesOptions: ParsableArguments {
  @Option(
    help: "The folder of built pages (default: 'dist' in the project's folder).",
    completion: .directory)
  var source: String?
}
