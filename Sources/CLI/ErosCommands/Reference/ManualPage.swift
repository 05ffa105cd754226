import ErosCore

/// A command's manual page in roff, for section 1.
struct ManualPage {
  private let command: CommandDescription
  private let manual: Manual

  init(_ command: CommandDescription, of manual: Manual) {
    self.command = command
    self.manual = manual
  }

  static func fileName(of command: CommandDescription) -> String { pageName(of: command) + ".1" }

  static func usage(of command: CommandDescription) -> [String] {
    if let usage = command.usage {
      return [command.name, String(usage.dropFirst(command.name.count + 1))]
    }
    let placeholders = command.shownSubcommands.isEmpty ? [] : ["<subcommand>"]
    // A command with subcommands can also be called without a subcommand.
    return [command.name] + command.shownArguments.map(\.usage)
      + (command.shownArguments.isEmpty ? placeholders : placeholders.map { "[\($0)]" })
  }

  var text: String {
    let isRoot = command.words.count == 1
    let lines =
      [
        ".\\\" Written by `eros reference man` from the command itself.",
        ".TH \(Self.pageName(of: command).uppercased()) 1 \(ProgramVersion.date) "
          + "\"eros \(manual.version)\" \"User Commands\"",
        ".SH NAME",
        "\(Self.pageName(of: command)) \\- \(RoffText.running(command.abstract))",
        ".SH SYNOPSIS",
      ] + synopsis(of: command) + [".SH DESCRIPTION"] + body(of: command)
      + (manual.groups.isEmpty || !isRoot ? section("OPTIONS", arguments(of: command)) : commands)
      + section("COMMANDS", isRoot ? [] : list(command.shownSubcommands))
      + section("EXIT STATUS", entries(Manual.exitStatuses))
      + section("ENVIRONMENT", isRoot ? entries(manual.environment) : [])
      + section("FILES", isRoot ? entries(manual.files) : []) + section("SEE ALSO", seeAlso)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func pageName(of command: CommandDescription) -> String {
    command.words.joined(separator: "-")
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".SH \"\(title)\""] + lines
  }

  private func synopsis(of command: CommandDescription) -> [String] {
    let words = Self.usage(of: command)
    return [".nh", ".ad l", "\\fB\(RoffText.code(words[0]))\\fR"]
      + words.dropFirst().map(RoffText.code) + [".ad", ".hy"]
  }

  private func body(of command: CommandDescription) -> [String] {
    HelpText(command.discussion).blocks.flatMap { block -> [String] in
      switch block {
      case .paragraph(let text): [".PP", RoffText.running(text)]
      case .code(let lines): [".PP", ".EX"] + lines.map { RoffText.code("  " + $0) } + [".EE"]
      }
    }.dropFirst().map(\.self)
  }

  private func arguments(of command: CommandDescription) -> [String] {
    command.sections.flatMap { section in
      (section.isOfCommand ? [] : [".SS \"\(section.title)\""])
        + section.arguments.flatMap { argument in
          [
            ".TP", "\\fB\(RoffText.code(argument.synopsis))\\fR", RoffText.running(argument.text),
          ]
        }
    }
  }

  private var commands: [String] {
    [".SH COMMANDS"]
      + manual.groups.flatMap { group in [".SS \"\(group.title)\""] + list(group.commands) }
  }

  private func list(_ commands: [CommandDescription]) -> [String] {
    commands.flatMap { command in
      [".TP", Self.reference(to: command), RoffText.running(command.abstract + ".")]
    }
  }

  private static func reference(to command: CommandDescription) -> String {
    "\\fB\(RoffText.code(pageName(of: command)))\\fR(1)"
  }

  private func entries(_ entries: [Manual.Entry]) -> [String] {
    entries.flatMap { [".TP", "\\fB\(RoffText.code($0.name))\\fR", RoffText.running($0.text)] }
  }

  /// The pages of the commands around this one.
  ///
  /// The root refers to the groups.
  private var seeAlso: [String] {
    guard !manual.groups.isEmpty else { return ["\\fBeros\\fR(1)"] }
    let parents = manual.pages.filter { page in
      page.words.count < command.words.count && command.words.starts(with: page.words)
    }
    let relatedPages = command.words.count == 1 ? manual.sections : parents
    return relatedPages.map { Self.reference(to: $0) }
      .joined(separator: ",\n").split(separator: "\n").map(String.init)
  }
}

enum RoffText {
  /// Returns running text, with options and text in backticks as code.
  static func running(_ text: String) -> String {
    HelpText.pieces(of: text).map { piece in
      if piece.isCode { return "\\fB\(code(piece.text))\\fR" }
      return piece.text.split(separator: " ", omittingEmptySubsequences: false).map { word in
        let isOption = word.drop { "('".contains($0) }.hasPrefix("-")
        return isOption ? code(String(word)) : escaped(String(word))
      }.joined(separator: " ")
    }.joined()
  }

  /// Returns literal text, with ASCII dashes.
  static func code(_ text: String) -> String { escaped(text).replacing("-", with: "\\-") }

  private static func escaped(_ text: String) -> String {
    var result = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default:
        result += scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar.value))]"
      }
    }
    // A period at the start of a line starts a request.
    if result.hasPrefix(".") { result = "\\&" + result }
    return result
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
