import ArgumentParser
import ErosCore

/// A command line that cannot be understood, told like every other error.
struct UsageError: ErosError {
  let problem: String
  let remedy: String?
  /// How the command is called, to be shown to people below the hint; with a newline between lines.
  let usage: String?

  var exitStatus: ErosCore.ExitStatus { .usage }

  init(_ problem: String, _ remedy: String?, usage: String? = nil) {
    self.problem = problem
    self.remedy = remedy
    self.usage = usage
  }
}

extension UsageError {
  /// Returns the usage error that `error` of the argument parser stands for, or `nil` if it is another
  /// result, such as a request for help.
  static func describing(_ error: any Error, in words: [String]) -> UsageError? {
    if let error = unknownCommand(in: words) { return error }
    guard ErosCommand.exitCode(for: error) == .validationFailure else { return nil }
    return UsageError(error, words: words)
  }

  /// What is wrong with the command that `words` name, if that is what is wrong.
  ///
  /// The argument parser would complain of the options behind it, or show the help of something else.
  static func unknownCommand(in words: [String]) -> UsageError? {
    let names = CommandNames(words)
    guard let word = names.misspelt else { return nil }
    return UsageError(
      "`\(names.text)` has no command '\(word.escapedForDisplay)'",
      names.meant.map { "did you mean `\($0)`?" }
        ?? "see what it can do with `\(names.text) --help`")
  }

  /// An option that is given nothing behind its `=`, as a script with an unset variable gives it.
  ///
  /// The argument parser would take the next word for the value, whatever that was meant to be.
  static func emptyValue(in words: [String]) -> UsageError? {
    guard
      let word = words.prefix(while: { $0 != "--" }).first(where: {
        $0.hasPrefix("--") && $0.count > 3
          && $0.firstIndex(of: "=") == $0.index(before: $0.endIndex)
      })
    else { return nil }
    let option = word.dropLast()
    return UsageError(
      "nothing stands behind '\(word.escapedForDisplay)'",
      "give `\(String(option).escapedForDisplay)` a value, or leave it out")
  }

  /// What the argument parser reports of `words`, in the words of this tool.
  init(_ error: any Error, words: [String]) {
    let names = CommandNames(words)
    let message = ErosCommand.message(for: error)
    // The message comes first, then perhaps what the option is for, and the usage.
    let full = ErosCommand.fullMessage(for: error).dropFirst(
      (ErosCommand._errorPrefix + message + "\n").count)
    let help = full.hasPrefix(Self.helpMark) ? full.prefix { $0 != "\n" } : ""
    let usage = String(full.dropFirst(help.isEmpty ? 0 : help.count + 1))
    let said = Self.parts(of: message)
    self.init(
      said.problem.escapedForDisplay,
      Self.dashedName(in: words) ?? Self.suggestion(message, names)
        ?? (said.remedy ?? Self.text(of: help.dropFirst(Self.helpMark.count)))?.escapedForDisplay,
      usage: usage)
  }

  private static let helpMark = "Help:  "

  /// Tells what is wrong from what would be right.
  private static func parts(of message: String) -> (problem: String, remedy: String?) {
    for mark in [". Please provide one of the following:\n", ". Please provide one of "] {
      guard let range = message.firstRange(of: mark) else { continue }
      let values = message[range.upperBound...].split(separator: "\n").map { line in
        line.hasPrefix("  - ") ? line.dropFirst(4) : line
      }
      let list = values.joined(separator: ", ")
      return (
        lowercased(message[..<range.lowerBound]),
        "choose \(list.hasSuffix(".") ? String(list.dropLast()) : list)"
      )
    }
    let line = message.replacing("\n   or: ", with: ", or: ")
    let guess = line.firstRange(of: ". Did you mean '")?.lowerBound
    return (lowercased(line[..<(guess ?? line.endIndex)]), nil)
  }

  /// What an option is for, as a hint: its name, and a text without a full stop.
  private static func text(of help: Substring) -> String? {
    guard let gap = help.firstRange(of: "  ") else { return nil }
    let text = lowercased(help[gap.upperBound...])
    return "\(help[..<gap.lowerBound]): \(text.hasSuffix(".") ? String(text.dropLast()) : text)"
  }

  /// The option that an unknown one was meant to be, or where to find it.
  private static func suggestion(_ message: String, _ names: CommandNames) -> String? {
    let mark = "Unknown option '"
    guard message.hasPrefix(mark), let command = names.commands.last else { return nil }
    let option = message.dropFirst(mark.count).prefix { $0 != "'" && $0 != "=" }
    let known = (try? CommandDescription(of: command))?.longOptions ?? []
    return Spelling.nearest(to: String(option), among: known).map { "did you mean `\($0)`?" }
      ?? "see the options with `\(names.text) --help`"
  }

  /// What to write instead of a file's name that begins with '-', which is no name to the parser.
  private static func dashedName(in words: [String]) -> String? {
    let word = words.prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && (word.contains(".") || word.contains("/"))
        && Double(word) == nil
    }
    return word.map { "write a name that begins with '-' as `./\($0.escapedForDisplay)`" }
  }

  /// The messages of this tool begin with a small letter, as far as they begin with a word.
  private static func lowercased(_ text: Substring) -> String {
    guard let first = text.first, text.dropFirst().first?.isLowercase ?? false else {
      return String(text)
    }
    var rest = text.dropFirst()
    if rest.hasSuffix("."), !rest.dropLast().contains(". ") { rest = rest.dropLast() }
    return first.lowercased() + rest
  }
}
