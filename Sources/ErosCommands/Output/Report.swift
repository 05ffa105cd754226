import Foundation

/// The result of a command, for people and for scripts.
protocol Report: Encodable {
  /// What people read, without a newline at the end.
  var text: String { get }
}

extension Report {
  /// Writes the report to standard output.
  func print(as output: OutputOptions) throws {
    guard output.json else { return Swift.print(text) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    Swift.print(String(decoding: try encoder.encode(self), as: UTF8.self))
  }
}
