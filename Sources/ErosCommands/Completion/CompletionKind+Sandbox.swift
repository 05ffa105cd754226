import ArgumentParser
import ErosCore
import ErosSandbox

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a sandbox offers, for the shells: the one that the command line names already.
extension CompletionKind {
  /// A release that can be gone back to.
  static var release: CompletionKind {
    .custom { words, _, _ in
      guard let state = state(of: words) else { return ["previous", "embedded"] }
      let known = state.confirmed + [state.embedded?.release].compactMap(\.self)
      let names = known.map(\.tree.description).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      return ["previous", "embedded"] + names
    }
  }

  /// The token of the trial that is under way.
  static var token: CompletionKind {
    .custom { words, _, _ in [state(of: words)?.trial?.token].compactMap(\.self) }
  }

  private static func state(of words: [String]) -> SandboxState? {
    guard let folder = ShellWords(words).value(of: "--sandbox") else { return nil }
    let sandbox = Sandbox(folder, verifier: VerifyOptions.defaultVerifier)
    return try? sandbox.status().state
  }
}

/// The words of a command line as a shell hands them to completions: as they were typed.
struct ShellWords {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// The value that stands behind the last `option`, as its own word or behind a `=`.
  func value(of option: String) -> String? {
    var found: String?
    for (index, word) in words.enumerated() {
      if word.hasPrefix(option + "=") { found = String(word.dropFirst(option.count + 1)) }
      guard word == option else { continue }
      // Bash takes the `=` for a word.
      found = words[(index + 1)...].first { $0 != "=" }
    }
    return found.flatMap { $0.isEmpty ? nil : Self.unquoted($0) }
  }

  /// A word without its quotes, and with the user's own folder in place of `~`.
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
