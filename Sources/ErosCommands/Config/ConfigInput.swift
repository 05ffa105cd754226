import ArgumentParser
import ErosConfig
import ErosFiles

/// The configuration that a command works on.
struct ConfigInput: ParsableArguments {
  /// Leaves room for Base64 around the longest text that a configuration may have.
  private static let sizeLimit = 4 << 20

  @Argument(help: "The configuration, in any of its forms.", completion: .appConfig)
  var file = "eros.native.json"

  /// Reads the file and finds out which form it has.
  func read() throws -> NativeConfig {
    try NativeConfig.read(try readWholeFile(file, limit: Self.sizeLimit), file: file)
  }
}
