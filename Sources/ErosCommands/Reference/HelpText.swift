/// A text of the help in its parts: it is written for terminals, and shown in other forms as well.
struct HelpText {
  enum Block: Equatable {
    /// Running text on one line.
    case paragraph(String)
    /// Lines that are shown as they are.
    case code([String])
  }

  let blocks: [Block]

  /// Takes `text` apart at its empty lines; what is indented by two spaces is code.
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

  /// A piece of running text, with or without backticks around it.
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
