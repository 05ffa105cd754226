extension SourceLexer {
  mutating func readJavaScript() {
    var lexer = JavaScriptLexer(bytes, in: position..<end, hasTags: true)
    while let token = lexer.next() {
      switch token.kind {
      case .comment: break
      case .word: add(.word, token.range)
      case .number: add(.number, token.range)
      case .string:
        add(.string, token.range, content: token.content, isComplete: token.isComplete)
      case .template:
        // A literal's text has both quotes only if there are no substitutions.
        let isComplete = token.isComplete && token.range.count == token.content.count + 2
        add(.string, token.range, content: token.content, isComplete: isComplete)
      case .regularExpression: add(.string, token.range, isComplete: false)
      case .mark: for offset in token.range { add(.punctuation, offset..<(offset + 1)) }
      }
    }
    position = end
  }
}
