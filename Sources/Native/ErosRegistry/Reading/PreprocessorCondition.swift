import ErosCore

/// A condition for the preprocessor, such as `DEBUG || !defined(USE_MAP)`.
package enum PreprocessorCondition {
  private enum Token: Equatable {
    case open, close, not, join
    case name(String)
  }

  /// The maximum length in bytes.
  private static let maximumLength = 256

  /// Returns `true` if a compiler accepts `text` after `#if`.
  ///
  /// The Swift compiler accepts only names and operators. C compilers accept more.
  package static func isValid(_ text: String, inSwift: Bool = false) -> Bool {
    guard text.utf8.count <= maximumLength, let tokens = tokens(of: text) else { return false }
    var depth = 0
    var needsOperand = true
    var index = 0
    while index < tokens.count {
      switch tokens[index] {
      case .not where needsOperand: break
      case .join where !needsOperand: needsOperand = true
      case .open where needsOperand && !inSwift: depth += 1
      case .close where !needsOperand && depth > 0: depth -= 1
      case .name("defined") where needsOperand && !inSwift:
        guard let count = operandCount(in: tokens[(index + 1)...]) else { return false }
        index += count
        needsOperand = false
      case .name(let name) where needsOperand:
        if inSwift, !isName(name) { return false }
        needsOperand = false
      default: return false
      }
      index += 1
    }
    return depth == 0 && !needsOperand
  }

  /// Counts the tokens after `defined`, including parentheses.
  private static func operandCount(in tokens: ArraySlice<Token>) -> Int? {
    let hasParentheses = tokens.first == .open
    let operand = hasParentheses ? tokens.dropFirst() : tokens
    guard case .name(let name)? = operand.first, isName(name) else { return nil }
    guard hasParentheses else { return 1 }
    return operand.dropFirst().first == .close ? 3 : nil
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map(\.isIdentifierStart) ?? false
  }

  private static func tokens(of text: String) -> [Token]? {
    var tokens: [Token] = []
    var remainder = text.utf8[...]
    while let byte = remainder.first {
      let name = remainder.prefix(while: \.isIdentifierPart)
      if !name.isEmpty {
        tokens.append(.name(String(Substring(name))))
        remainder = remainder[name.endIndex...]
        continue
      }
      remainder = remainder.dropFirst()
      switch byte {
      case UInt8(ascii: " "): break
      case UInt8(ascii: "("): tokens.append(.open)
      case UInt8(ascii: ")"): tokens.append(.close)
      case UInt8(ascii: "!"): tokens.append(.not)
      case UInt8(ascii: "&") where remainder.first == byte,
        UInt8(ascii: "|") where remainder.first == byte:
        tokens.append(.join)
        remainder = remainder.dropFirst()
      default: return nil
      }
    }
    return tokens
  }
}
