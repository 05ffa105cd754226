import ArgumentParser
import ErosCommandSupport
import ErosConfig

/// The argument that names the configuration of a command.
struct ConfigInput: ParsableArguments {
  @Argument(
    help:
      "The configuration in any of its forms, or its folder (default: found in the current folder or a parent).",
    completion: .appConfig)
  var file: String?

  /// Finds and reads the configuration.
  func read() throws -> NativeConfig { try Project.find(file).config }
}
