import ErosSyntax

extension SourceFile {
  /// Whether the file may register something or fire events.
  var mentionsRegistration: Bool {
    mentions(anyOf: ["egister", "fireEvent", "RXR", "exxar"])
  }

  /// Whether the file may register something in `range`.
  func mentionsRegistration(in range: Range<Int>) -> Bool {
    mentions(anyOf: ["egister"], in: range)
  }

  /// Whether the file contains `text`.
  func mentions(_ text: String) -> Bool { mentions(anyOf: [text]) }

  /// Whether the file contains one of `texts`.
  func mentions(anyOf texts: [String], in range: Range<Int>? = nil) -> Bool {
    let texts = texts.map { Array($0.utf8) }
    var isStart = [Bool](repeating: false, count: 256)
    for text in texts { isStart[Int(text[0])] = true }
    let range = range ?? 0..<bytes.count
    let span = bytes.span
    for start in range where isStart[Int(span[start])] {
      for text in texts where start + text.count <= range.upperBound {
        var count = 0
        while count < text.count, span[start + count] == text[count] { count += 1 }
        if count == text.count { return true }
      }
    }
    return false
  }
}
