import ErosCommandLine
import ErosCore
import ErosFiles

/// A command's result, as text and as JSON.
protocol Report: Encodable {
  /// Returns the text for the terminal, without a newline at the end.
  func text(_ style: TextStyle) -> String
}

extension Report {
  /// Prints the report on standard output, in the form that `output` selects.
  func print(as output: OutputOptions) throws {
    if output.json {
      try writeToStandardOutput(JSONText.encode(self))
    } else if !output.quiet {
      try writeToStandardOutput(text(output.style))
    }
  }
}

/// Writes a result and a newline to standard output.
///
/// - Parameters:
///   - text: The result.
///   - format: The format of findings that the text has, if any.
/// - Throws: ``FileError``, for example on a full disk.
func writeToStandardOutput(
  _ text: String, as format: FindingFormat? = nil
) throws(FileError) {
  try StandardStream.output.write(text: text + "\n", hasAnnotations: format == .github)
}

/// Encodes JSON in the same way for all commands.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    let json = try JSONValueEncoder.encode(value)
    return String(decoding: JSONWriter.write(json, layout: .spacious), as: UTF8.self)
      .escapedJSONForDisplay
  }
}
