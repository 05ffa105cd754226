import ArgumentParser
import ErosConfig
import ErosFiles

/// The configuration that a command works on.
struct ConfigInput: ParsableArguments {
  @Argument(help: "The configuration, in any of its forms.", completion: .appConfig)
  var file = "eros.native.json"

  /// Reads the file and finds out which form it has.
  func read() throws -> NativeConfig {
    try NativeConfig.read(try readWholeFile(file, limit: NativeConfig.sizeLimit), file: file)
  }
}
