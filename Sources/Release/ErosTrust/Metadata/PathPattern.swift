import ErosCore

/// A pattern for target paths, for example `my-app/production/*`.
///
/// `*`, `?` and `[…]` work as in a shell but never match `/`, so pattern and path have equally many
/// components.
package struct PathPattern: Sendable {
  /// In bytes, for patterns in metadata.
  static let maximumLength = 1024

  let text: String

  init(_ text: String) { self.text = text }

  /// Metadata cannot contain longer patterns.
  var hasValidLength: Bool { text.utf8.count <= Self.maximumLength }

  /// Matches the whole path.
  func matches(_ path: String) -> Bool {
    let patterns = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    let components = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    return patterns.count == components.count
      && zip(patterns, components).allSatisfy {
        Self.matches(Self.tokens(of: Array($0)), Array($1))
      }
  }

  private enum Token {
    case scalar(Unicode.Scalar)
    case any
    case anyRun
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .scalar(let expected): scalar == expected
      case .any, .anyRun: true
      case .oneOf(let ranges, let isNegated):
        ranges.contains { $0.contains(scalar) } != isNegated
      }
    }
  }

  private static func tokens(of pattern: [Unicode.Scalar]) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    let lastClosing = pattern.lastIndex(of: "]") ?? -1
    while index < pattern.count {
      switch pattern[index] {
      case "*": tokens.append(.anyRun)
      case "?": tokens.append(.any)
      case "[":
        // Otherwise many "[" would take quadratic time.
        if index < lastClosing, let (token, end) = bracket(in: pattern, at: index) {
          tokens.append(token)
          index = end
        } else {
          tokens.append(.scalar("["))
        }
      case let scalar: tokens.append(.scalar(scalar))
      }
      index += 1
    }
    return tokens
  }

  /// Parses a bracket expression.
  ///
  /// - Returns: The token and the position of `]`, or `nil` if the bracket is not closed.
  private static func bracket(in pattern: [Unicode.Scalar], at start: Int) -> (Token, end: Int)? {
    var first = start + 1
    let isNegated = first < pattern.count && pattern[first] == "!"
    if isNegated { first += 1 }
    // A `]` in first position is a literal.
    guard let end = pattern.indices.dropFirst(first + 1).first(where: { pattern[$0] == "]" }) else {
      return nil
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var index = first
    while index < end {
      let lower = pattern[index]
      if index + 2 < end, pattern[index + 1] == "-" {
        let upper = pattern[index + 2]
        if lower <= upper { ranges.append(lower...upper) }
        index += 3
      } else {
        ranges.append(lower...lower)
        index += 1
      }
    }
    return (.oneOf(ranges, isNegated: isNegated), end)
  }

  /// Needs no recursion: on a mismatch, only the last `*` grows.
  private static func matches(_ tokens: [Token], _ text: [Unicode.Scalar]) -> Bool {
    var token = 0
    var position = 0
    var lastRun: (token: Int, position: Int)?
    while position < text.count {
      if token < tokens.count, case .anyRun = tokens[token] {
        lastRun = (token, position)
        token += 1
      } else if token < tokens.count, tokens[token].matches(text[position]) {
        token += 1
        position += 1
      } else if let run = lastRun {
        lastRun = (run.token, run.position + 1)
        token = run.token + 1
        position = run.position + 1
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { if case .anyRun = $0 { true } else { false } }
  }
}
