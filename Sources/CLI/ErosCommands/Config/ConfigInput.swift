import ArgumentParser
import ErosConfig

/// The argument or the option that names the configuration of a command.
struct ConfigInput: ParsableArguments {
  @Argument(
    help:
      "The configuration in any of its forms, or its folder (default: found in the current folder or a parent).",
    completion: .appConfig)
  var file: String?

  /// The option of the other commands.
  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard file == nil || project.config == nil else {
      throw ValidationError("--config and the argument cannot be combined")
    }
  }

  /// Finds the project of the configuration.
  func find(_ output: OutputOptions) throws -> Project {
    var project = project
    project.config = file ?? project.config
    return try project.find(output)
  }

  /// Finds and reads the configuration.
  func read(_ output: OutputOptions) throws -> NativeConfig { try find(output).config }
}
