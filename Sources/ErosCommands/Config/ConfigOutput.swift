import ArgumentParser
import ErosCore
import ErosFiles

/// Where a converted configuration goes.
struct ConfigOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The file to write; without it, standard output.",
    completion: .appConfig)
  var output: OutputPath?

  /// Writes `bytes`, and reports on it where that does not get mixed up with them.
  func write(_ bytes: [UInt8], as options: OutputOptions) throws {
    guard let path = output?.string else {
      return try StandardStream.output.write(bytes)
    }
    try writeWholeFile(bytes, to: path)
    try ConfigWritten(output: path, size: bytes.count).print(as: options)
  }

  /// Refuses a report that would stand in the middle of the configuration.
  func validate(with options: OutputOptions) throws {
    guard output == nil, options.json else { return }
    throw ValidationError("--json reports on the file that is written, so it needs --output")
  }
}

private struct ConfigWritten: Report {
  let output: String
  let size: Int

  func text(_ style: TextStyle) -> String { "Wrote \(output.escapedForDisplay) (\(size) bytes)" }
}
