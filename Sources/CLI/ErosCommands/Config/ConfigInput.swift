import ArgumentParser
import ErosConfig

/// Names a configuration by an argument or an option.
struct ConfigInput: ParsableArguments {
  @Argument(
    help:
      "The configuration in any of its forms, or its folder (default: found in the current folder or a parent).",
    completion: .appConfig)
  var file: String?

  /// The option that most commands have.
  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard file == nil || project.config == nil else {
      throw ValidationError("--config and the argument cannot be combined")
    }
  }

  func find(_ output: OutputOptions) throws -> Project {
    var project = project
    project.config = file ?? project.config
    return try project.find(output)
  }

  func read(_ output: OutputOptions) throws -> NativeConfig { try find(output).config }
}
