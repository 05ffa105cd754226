import ErosCore

/// A help text, split into paragraphs and code for formats other than the terminal.

struct HelpText {
  enum Block: Equatable {
    case paragraph(String)
    case code([String])
  }

  let blocks: [Block]

  /// Splits `text` at empty lines.
  ///
  /// A part indented by two spaces is code.
  init(_ text: String) {
    let indent = "  "
    blocks = text.split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.allSatisfy({ $0.hasPrefix(indent) }) else {
        return .paragraph(lines.joined(separator: " "))
      }
      return .code(lines.map { String($0.dropFirst(indent.count)) })
    }
  }

  /// A part of running text, in backticks or not.
  struct Piece {
    let text: String
    let isCode: Bool
  }

  static func pieces(of text: String) -> [Piece] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, piece in
      Piece(text: String(piece), isCode: index % 2 == 1)
    }
  }
}
