import ArgumentParser
import ErosCheck
import ErosConfig
import ErosFiles
import ErosVersions

/// The configuration that a command works on.
struct ConfigInput: ParsableArguments {
  @Argument(
    help:
      "The configuration, in any of its forms (default: eros.native.json here, or the one in 'config').",
    completion: .appConfig)
  var file: String?

  /// Reads the file and finds out which form it has.
  func read() throws -> NativeConfig {
    let path = try ProjectConfig(file, usual: VersionedProject.usualConfigs).path
    return try NativeConfig.read(try readWholeFile(path, limit: NativeConfig.sizeLimit), file: path)
  }
}
