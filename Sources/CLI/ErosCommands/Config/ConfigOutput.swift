import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles

/// The option that names the file for a converted configuration.
struct ConfigOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The file to write (default: standard output).",
    completion: .appConfig)
  var output: OutputPath?

  /// Writes the converted configuration, and prints a report unless it goes to standard output.
  func write(_ bytes: [UInt8], from input: String, as options: OutputOptions) throws {
    guard let path = output?.string else {
      return try StandardStream.output.write(bytes)
    }
    try OutputPath.check([path], areNot: [input])
    if let project = try? Project.find(input) {
      try OutputPath.check([path], doNotHideConfigOf: project)
    }
    try writeWholeFile(bytes, to: path)
    try ConfigWritten(output: path, size: bytes.count).print(as: options)
  }

  /// Refuses to print a report where the configuration is printed.
  func validate(with options: OutputOptions) throws {
    guard output == nil, options.json else { return }
    throw ValidationError("--json requires --output: standard output has the configuration")
  }
}

private struct ConfigWritten: Report {
  let output: String
  let size: Int

  func text(_ style: TextStyle) -> String { "Wrote \(output.escapedForDisplay) (\(size) bytes)" }
}
