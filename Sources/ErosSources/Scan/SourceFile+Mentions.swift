import ErosSyntax

extension SourceFile {
  /// Whether the file may register something or fire events.
  var mentionsRegistration: Bool { mentions("egister") || mentions("fireEvent") }

  /// Whether the file may register something in `range`.
  func mentionsRegistration(in range: Range<Int>) -> Bool {
    bytes.span.contains("egister".utf8, in: range)
  }

  /// Whether the file contains `text`.
  func mentions(_ text: String) -> Bool { bytes.span.contains(text.utf8, in: 0..<bytes.count) }
}

extension Span<UInt8> {
  fileprivate func contains(_ text: String.UTF8View, in range: Range<Int>) -> Bool {
    let text = Array(text)
    guard let first = text.first, range.count >= text.count else { return false }
    for start in range.lowerBound...(range.upperBound - text.count) where self[start] == first {
      if text.indices.allSatisfy({ self[start + $0] == text[$0] }) { return true }
    }
    return false
  }
}
