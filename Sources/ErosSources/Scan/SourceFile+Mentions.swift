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

  /// Whether the file contains one of `texts`, of which each starts with another byte.
  func mentions(anyOf texts: [String], in range: Range<Int>? = nil) -> Bool {
    let texts = texts.map { Array($0.utf8) }
    var starts = [Int](repeating: -1, count: 256)
    for (index, text) in texts.enumerated() { starts[Int(text[0])] = index }
    let range = range ?? 0..<bytes.count
    let span = bytes.span
    for start in range {
      let index = starts[Int(span[start])]
      guard index >= 0 else { continue }
      let text = texts[index]
      guard start + text.count <= range.upperBound else { continue }
      var count = 1
      while count < text.count, span[start + count] == text[count] { count += 1 }
      if count == text.count { return true }
    }
    return false
  }
}
