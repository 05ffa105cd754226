import ErosCore
import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a command found out, which knows how people and how scripts want to see it.
protocol Report: Encodable {
  /// The report for people, without a newline at the end.
  func text(_ style: TextStyle) -> String
}

extension Report {
  /// Prints the report on standard output, in the form that `output` asks for.
  func print(as output: OutputOptions) throws {
    if output.json {
      try writeToStandardOutput(JSONText.encode(self))
    } else if !output.quiet {
      try writeToStandardOutput(text(output.style))
    }
  }
}

/// Writes a result with a newline behind it; a result that does not arrive is an error.
func writeToStandardOutput(_ text: String) throws(FileError) {
  try StandardStream.output.write(Array((text + "\n").utf8))
}

/// The one way in which all commands write JSON.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { try Timestamp($0).encode(to: $1) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
