package import ArgumentParser
package import ErosConfig

/// The option that names the project of a command.
package struct ProjectOptions: ParsableArguments {
  @Option(
    help: """
      The app's configuration, or its folder (default: found in the current folder or a parent).
      """,
    completion: .appConfig)
  package var config: String?

  package init() {}

  /// Finds the project and reads its configuration.
  package func find() throws -> Project { try Project.find(config) }

  /// Finds the project, or returns `nil` if no configuration is named and none is found.
  package func findIfPresent() throws -> Project? {
    do {
      return try find()
    } catch ProjectError.notFound where config == nil {
      return nil
    }
  }
}

/// The option that names the folder of built pages.
package struct PagesOptions: ParsableArguments {
  @Option(
    help: "The folder of built pages (default: 'dist' in the project's folder).",
    completion: .directory)
  package var source: String?

  package init() {}
}
