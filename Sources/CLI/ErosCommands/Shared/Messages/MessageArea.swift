import ErosCore
import ErosTemplates

/// Each area of texts has a catalog of its own.
enum MessageArea: CaseIterable, Sendable {
  case errors
  /// Labels, errors in the command line, warnings and notes.
  case usage
  case findings
  case help

  func document(in language: Language) -> [UInt8] {
    let text =
      switch (language, self) {
      case (.english, _): "{}"
      case (.chinese, .errors): Self.chineseErrors
      case (.chinese, .usage): Self.chineseUsage
      case (.chinese, .findings): Self.chineseFindings
      case (.chinese, .help): Self.chineseHelp
      }
    return Array(text.utf8)
  }

  /// Reads the translations by their English texts.
  ///
  /// For English, there are none.
  ///
  /// A malformed catalog is empty. `MessageAreaTests` rejects it.
  func texts(in language: Language) -> [String: String] {
    let document = try? JSONReader.read(document(in: language), file: "catalog")
    let pairs = (document?.value.object?.members ?? []).compactMap { member in
      member.node.value.string.map { (member.key, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
