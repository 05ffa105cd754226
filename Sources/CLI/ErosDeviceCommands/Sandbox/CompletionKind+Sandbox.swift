import ArgumentParser
import ErosCommandSupport
import ErosCore
import ErosSandbox

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shell completions from the sandbox that is already on the command line.
extension CompletionKind {
  /// A release to roll back to.
  static var release: CompletionKind {
    .custom { words, _, _ in
      guard let state = state(of: words) else { return ["previous", "embedded"] }
      let known = state.confirmed + [state.embedded?.release].compactMap(\.self)
      return known.map(\.tree.description).reduce(into: ["previous", "embedded"]) { names, name in
        if !names.contains(name) { names.append(name) }
      }
    }
  }

  /// The token of the current trial.
  static var token: CompletionKind {
    .custom { words, _, _ in [state(of: words)?.trial?.token].compactMap(\.self) }
  }

  private static func state(of words: [String]) -> SandboxState? {
    guard let folder = ShellWords(words).value(of: "--sandbox") else { return nil }
    let sandbox = Sandbox(folder, verifier: VerifyOptions.defaultVerifier)
    return try? sandbox.status().state
  }
}

/// The words of a command line as typed, including quotes.
struct ShellWords {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// Returns the last value of `option`: the next word, or the text after `=`.
  func value(of option: String) -> String? {
    var found: String?
    for (index, word) in words.enumerated() {
      if word.hasPrefix(option + "=") { found = String(word.dropFirst(option.count + 1)) }
      guard word == option else { continue }
      // For Bash, `=` is a separate word.
      found = words[(index + 1)...].first { $0 != "=" }
    }
    return found.flatMap { $0.isEmpty ? nil : Self.unquoted($0) }
  }

  /// Removes quotes and replaces a leading `~` with the user's home folder.
  static func unquoted(_ word: String) -> String {
    var result = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
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
    guard word.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else {
      return result
    }
    return home + result.dropFirst()
  }
}
