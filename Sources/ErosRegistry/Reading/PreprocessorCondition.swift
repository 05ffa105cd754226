import ErosCore

/// A condition for the preprocessor, such as `DEBUG || !defined(USE_MAP)`.
package enum PreprocessorCondition {
  private enum Token: Equatable {
    case open, close, not, join
    case word(String)
  }

  /// No real condition is longer.
  private static let longest = 256

  /// Whether a compiler takes `text` behind `#if`: that of C, or that of Swift, to which nothing but
  /// names means anything.
  package static func isComplete(_ text: String, inSwift: Bool = false) -> Bool {
    guard text.utf8.count <= longest, let tokens = tokens(of: text) else { return false }
    var depth = 0
    var needsOperand = true
    var index = 0
    while index < tokens.count {
      switch tokens[index] {
      case .not where needsOperand: break
      case .join where !needsOperand: needsOperand = true
      case .open where needsOperand && !inSwift: depth += 1
      case .close where !needsOperand && depth > 0: depth -= 1
      case .word("defined") where needsOperand && !inSwift:
        guard let width = widthOfName(in: tokens[(index + 1)...]) else { return false }
        index += width
        needsOperand = false
      case .word(let word) where needsOperand:
        if inSwift, !isName(word) { return false }
        needsOperand = false
      default: return false
      }
      index += 1
    }
    return depth == 0 && !needsOperand
  }

  /// How many tokens the name behind `defined` has, with or without brackets.
  private static func widthOfName(in tokens: ArraySlice<Token>) -> Int? {
    let isBracketed = tokens.first == .open
    let rest = isBracketed ? tokens.dropFirst() : tokens
    guard case .word(let name)? = rest.first, isName(name) else { return nil }
    guard isBracketed else { return 1 }
    return rest.dropFirst().first == .close ? 3 : nil
  }

  private static func isName(_ word: String) -> Bool {
    word.utf8.first.map(\.isIdentifierStart) ?? false
  }

  private static func tokens(of text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      let word = rest.prefix(while: \.isIdentifierPart)
      if !word.isEmpty {
        tokens.append(.word(String(Substring(word))))
        rest = rest[word.endIndex...]
        continue
      }
      rest = rest.dropFirst()
      switch byte {
      case UInt8(ascii: " "): break
      case UInt8(ascii: "("): tokens.append(.open)
      case UInt8(ascii: ")"): tokens.append(.close)
      case UInt8(ascii: "!"): tokens.append(.not)
      case UInt8(ascii: "&") where rest.first == byte, UInt8(ascii: "|") where rest.first == byte:
        tokens.append(.join)
        rest = rest.dropFirst()
      default: return nil
      }
    }
    return tokens
  }
}
