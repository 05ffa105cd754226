import ErosCore
import ErosFiles

/// The words of a command line as typed, including quotes.
struct ShellWords {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// Returns the last value of `option`: the next word, or the text after `=`.
  func value(of option: String) -> String? {
    var result: String?
    for (index, word) in words.enumerated() {
      if word.hasPrefix(option + "=") { result = String(word.dropFirst(option.count + 1)) }
      guard word == option else { continue }
      // For Bash, `=` is a separate word.
      result = words[(index + 1)...].first { $0 != "=" }
    }
    return result.flatMap { $0.isEmpty ? nil : Self.unquoted($0) }
  }

  /// Removes quotes and replaces a leading `~` with the user's home folder.
  static func unquoted(_ word: String) -> String {
    var result = ""
    var quote: Unicode.Scalar?
    var isEscaped = false
    for character in word.unicodeScalars {
      if isEscaped {
        result.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        result.append(character)
      }
    }
    guard word.hasPrefix("~/"), let home = EnvironmentVariable.text("HOME") else {
      return result
    }
    return home + result.dropFirst()
  }
}
