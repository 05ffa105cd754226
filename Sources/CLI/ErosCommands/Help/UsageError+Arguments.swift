import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosStore
import ErosTrust

extension UsageError {
  /// Converts an error from the argument parser.
  ///
  /// Returns `nil` if it is not a usage error, such as a request for help.
  static func describing(_ text: ParserText, in words: [String]) -> UsageError? {
    if let error = unknownCommand(in: words) { return error }
    guard text.isUsageError else { return nil }
    let described = UsageError(text, words: words)
    return described.showsPassphrase(in: words) ? passphraseValue : described
  }

  // MARK: - Secrets

  private static let passphraseOption = "--passphrase"
  private static let passphraseValue = UsageError(
    "'\(passphraseOption)' does not have a value, because other users can see the arguments",
    "set \(KeyPassphrase.variable), or enter the passphrase on the terminal")
  /// Parts of a PEM document's first line.
  ///
  /// Even without quotation marks, `-----BEGIN` is an argument.
  private static let keyMarks = ["-----BEGIN", "PRIVATE KEY-----"].map { Array($0.utf8) }

  /// Returns an error if `words` contain a key or a passphrase, because no message may repeat them.
  static func secret(in words: [String]) -> UsageError? {
    if words.contains(where: { word in keyMarks.contains { word.hasBytes($0) } }) {
      return UsageError(
        "an argument contains a key instead of its location",
        "pass the path of the file, or `env:NAME` for the variable NAME without '$'")
    }
    let isPassphrase = words.prefix { $0 != "--" }.contains { $0.hasPrefix(passphraseOption + "=") }
    return isPassphrase ? passphraseValue : nil
  }

  /// Returns `true` if the message repeats the argument after `--passphrase`.
  private func showsPassphrase(in words: [String]) -> Bool {
    let text = "\(problem)\n\(remedy ?? "")"
    return zip(words, words.dropFirst()).contains { option, value in
      option == Self.passphraseOption && !value.hasPrefix("--")
        && text.contains(value.count > 3 ? value.escapedForDisplay : "'\(value.escapedForDisplay)'")
    }
  }

  // MARK: - Commands

  /// Returns an error if `words` name an unknown command.
  ///
  /// The argument parser would report the options after it, or show an unrelated command's help.
  static func unknownCommand(in words: [String]) -> UsageError? {
    let names = CommandNames(words)
    guard let word = names.unknownWord else { return nil }
    return UsageError(
      "unknown command '\(word.escapedForDisplay)' of `\(names.text)`",
      names.suggestion.map { "did you mean `\($0)`?" }
        ?? "list the commands with `\(names.text) --help`")
  }

  /// Returns an error if an option has an empty value after `=`, as in a script with an unset
  /// variable.
  ///
  /// The argument parser would use the next argument as the value.
  static func emptyValue(in words: [String]) -> UsageError? {
    guard
      let word = words.prefix(while: { $0 != "--" }).first(where: {
        $0.hasPrefix("--") && $0.count > 3
          && $0.firstIndex(of: "=") == $0.index(before: $0.endIndex)
      })
    else { return nil }
    let option = word.dropLast()
    return UsageError(
      "'\(word.escapedForDisplay)' does not have a value",
      "pass a value for `\(String(option).escapedForDisplay)`, or omit the option")
  }

  /// Rewords the argument parser's message about `words` like our own messages.
  private init(_ text: ParserText, words: [String]) {
    let names = CommandNames(words)
    let message = text.message
    let help = text.details.hasPrefix(Self.helpMark) ? text.details.prefix { $0 != "\n" } : ""
    let usage = names.usage
    if let misplaced = OldHabits.positionalStore(words, names)
      ?? Self.argumentAsOption(words, names)
    {
      self = misplaced
      return
    }
    if let explained = Self.explaining(message, usage: usage) {
      self = explained
      return
    }
    let parts = ParserMessage(message, templates: Self.templates)
    self.init(
      parts.problem.escapedForDisplay,
      Self.dashedName(in: words) ?? Self.suggestion(message, names) ?? Self.form(message, names)
        ?? (parts.remedy ?? Self.text(of: help.dropFirst(Self.helpMark.count)))?.escapedForDisplay,
      usage: usage)
  }

  private static let helpMark = "Help:  "

  /// The messages of commands with values, which the parser passes on as text.
  private static let templates: [Message] = {
    let value = ""
    return [
      "'\(value)' is an error and cannot be disabled", "'\(value)' is not a finding code",
      "\(value) cannot be used with 'new', which only adds files",
      "--embedded '\(value)': '\(value)' is not a version; pass ZIP@VERSION, such as old.zip@1.2.0",
      "--patches must be from 0 to \(value)", "--deltas must be from 0 to \(value)",
      "--line-offset must be from 0 to \(value)", "--notes must have at most \(value) bytes",
      "--reason must have at most \(value) bytes", "--id must have 1 to \(value) bytes",
      "--tester must have 1 to \(value) bytes and no control characters",
      "--timestamp must be from 0 to \(value) milliseconds",
      "--max-entries must be from 1 to \(value)", "--memory must be from \(value) to 4G",
      "--sha256 requires a zip, and '\(value)' is a folder",
      "the numbers of trials must be from 0 to \(value)",
      "'\(value)' is not a limit; write it in the form total=2MB",
      "'\(value)' is not 'total', 'page' or 'delta'", "'\(value)' has two limits",
      "'\(value)' is not a size such as 200KB, 1.5MB, 64KiB or 20000",
      "'\(value)' is not from 1 byte to 9 million GB",
    ]
  }()

  /// Returns an error if an argument is given as an option: `--role root` to `eros store rotate`.
  ///
  /// The argument parser would report the value as a wrong argument.
  private static func argumentAsOption(_ words: [String], _ names: CommandNames) -> UsageError? {
    guard let longOptions = (try? CommandDescription(of: names.commands))?.longOptions
    else { return nil }
    let usage = "\(names.usage)"
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let option = String(word.prefix { $0 != "=" })
      let argument = "<\(option.dropFirst(2))>"
      guard !longOptions.contains(option), usage.contains(argument) else { continue }
      return UsageError(
        "unknown option '\(option.escapedForDisplay)'",
        "write only the value, without '\(option.escapedForDisplay)': the command takes \(argument.escapedForDisplay) as an argument",
        usage: names.usage)
    }
    return nil
  }

  /// Returns the option's name and description as a hint, without a full stop.
  private static func text(of help: Substring) -> Message? {
    guard let gap = help.firstRange(of: "  ") else { return nil }
    let text = ParserMessage.lowercased(help[gap.upperBound...])
    let hint = Message(key: text.hasSuffix(".") ? String(text.dropLast()) : text)
    let label = help[..<gap.lowerBound].dropFirst()
    return help.hasPrefix("-") ? "-\(label): \(hint)" : "<\(label): \(hint)"
  }

  /// Returns a hint about an unknown option.
  ///
  /// It names a command that is called like the option, the closest option, the commands that have
  /// it, or the command that lists all options.
  private static func suggestion(_ message: String, _ names: CommandNames) -> Message? {
    let mark = "Unknown option '"
    guard message.hasPrefix(mark) else { return nil }
    let option = message.dropFirst(mark.count).prefix { $0 != "'" && $0 != "=" }
    let longOptions = (try? CommandDescription(of: names.commands))?.longOptions ?? []
    // `--no-verify` and `--allow-rollback` do not ask for `eros verify` and `eros release
    // rollback`.
    let isSwitch = ["no", "allow", "skip", "without"].contains { option.hasPrefix("--\($0)-") }
    let last = isSwitch ? nil : option.split(separator: "-").last
    let suggested =
      names.command(named: String(option.drop { $0 == "-" }))
      ?? Spelling.nearest(to: String(option), among: longOptions)
      // `--print-schema` for `eros config schema`.
      ?? last.flatMap { names.command(named: String($0)) }
    return suggested.map { "did you mean `\($0)`?" } ?? owners(of: String(option))
      ?? "see the options with `\(names.text) --help`"
  }

  /// Returns a hint that names the commands with this option, unless there are none or many.
  private static func owners(of option: String) -> Message? {
    let commands = (try? CommandDescription.ofTool())?.withSubcommands ?? []
    let names = commands.filter { $0.longOptions.contains(option) }.map(\.name)
      .sorted(by: inByteOrder)
    switch names.count {
    case 1: return "`\(names[0])` has this option"
    case 2: return "`\(names[0])` and `\(names[1])` have this option"
    default: return nil
    }
  }

  /// Returns a hint that shows how to call a command that changes a release.
  private static func form(_ message: String, _ names: CommandNames) -> Message? {
    let (missing, unexpected) = ("Missing expected argument '", "Unexpected argument '")
    let isMissing = message.hasPrefix(missing)
    switch names.text {
    case "eros release promote" where isMissing || message.hasPrefix(unexpected):
      return
        "write the number and the other channel: `eros release promote 12 --to my-app/production`"
    case "eros release rollback" where message.hasPrefix(unexpected):
      let number = Int64(message.dropFirst(unexpected.count).prefix { $0 != "'" })
      return number.map { "write the number with --to: `eros release rollback --to \($0)`" }
    case _ where names.text.hasPrefix("eros release ") && message.hasPrefix(unexpected):
      let word = String(message.dropFirst(unexpected.count).prefix { $0 != "'" })
      guard (try? ChannelName(word)) != nil else { return nil }
      return "write the channel with --channel: `\(names.text) --channel \(word)`"
    default:
      guard message.hasPrefix(missing + "<number>'") else { return nil }
      return "write the number of the release, such as 12; `eros release list` shows the numbers"
    }
  }

  /// Returns a hint about a file name that looks like an option, because it starts with `-`.
  private static func dashedName(in words: [String]) -> Message? {
    let word = words.prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && (word.contains(".") || word.contains("/"))
        && Double(word) == nil
    }
    return word.map { "write a name that starts with '-' as `./\($0.escapedForDisplay)`" }
  }
}

extension String {
  /// Searches the UTF-8 form for `bytes`.
  ///
  /// A generic algorithm is too slow: `contains(_:)` takes 5 % of the start-up time.
  fileprivate func hasBytes(_ bytes: [UInt8]) -> Bool {
    let text = Array(utf8)
    guard text.count >= bytes.count else { return false }
    return (0...(text.count - bytes.count)).contains { text[$0...].starts(with: bytes) }
  }
}
