import ErosCore

/// The manual as one Markdown file, `docs/cli.md`.
struct MarkdownReference {
  private let manual: Manual

  init(_ manual: Manual) { self.manual = manual }

  var text: String {
    let lines =
      [
        "# The command line", "",
        "<!-- Written by scripts/reference from the commands themselves; changes here are lost. -->",
        "",
      ] + intro + manual.groups.flatMap(list) + manual.pages.dropFirst().flatMap(section)
      + ["## Exit statuses", ""] + table("status", "meaning", Manual.exitStatuses)
      + ["", "## Environment", ""] + table("variable", "what it does", Manual.environment)
      + ["", "## Files", ""] + table("file", "what it is", Manual.files)
    return lines.joined(separator: "\n") + "\n"
  }

  private var intro: [String] {
    [sentence(manual.root.abstract), ""] + body(of: manual.root) + [
      "Completions for a shell are written by `eros --generate-completion-script bash`, `zsh` or "
        + "`fish`, and pages for `man` by `eros reference man --output DIR`.", "",
    ]
  }

  private func list(of group: Manual.Group) -> [String] {
    let rows = group.commands.map { command in
      "| [`\(command.name)`](#\(Self.anchor(command))) | \(Self.cell(command.abstract ?? "")) |"
    }
    return ["**\(group.name)**", "", "| command | does |", "|---|---|"] + rows + [""]
  }

  /// A command and its subcommands, each under its own heading.
  private func section(of command: CommandDescription) -> [String] {
    let mark = String(repeating: "#", count: command.words.count)
    return
      ["\(mark) \(command.name)", "", sentence(command.abstract), "", "```", usage(of: command)]
      + ["```", ""] + body(of: command) + arguments(of: command)
      + command.shownSubcommands.flatMap(section)
  }

  private func usage(of command: CommandDescription) -> String {
    ManualPage.usage(of: command).joined(separator: " ")
  }

  private func body(of command: CommandDescription) -> [String] {
    HelpText(command.discussion ?? "").blocks.flatMap { block -> [String] in
      switch block {
      case .paragraph(let text): [Self.escaped(text), ""]
      case .code(let lines): ["```"] + lines + ["```", ""]
      }
    }
  }

  private func arguments(of command: CommandDescription) -> [String] {
    let shown = command.ownArguments
    guard !shown.isEmpty else { return [] }
    let rows = shown.map { argument in
      let notes = argument.notes.joined(separator: "; ")
      let text = (argument.abstract ?? "") + (notes.isEmpty ? "" : " (\(notes))")
      return "| `\(argument.synopsis)` | \(Self.cell(text)) |"
    }
    return ["| argument | what it does |", "|---|---|"] + rows + [""]
  }

  private func table(_ left: String, _ right: String, _ entries: [Manual.Entry]) -> [String] {
    ["| \(left) | \(right) |", "|---|---|"]
      + entries.map { "| `\($0.name)` | \(Self.cell($0.text)) |" }
  }

  private func sentence(_ text: String?) -> String { Self.escaped(text ?? "") + "." }

  private static func anchor(_ command: CommandDescription) -> String {
    command.words.joined(separator: "-")
  }

  /// Running text for a table cell, in which `|` is escaped even in code.
  private static func cell(_ text: String) -> String {
    HelpText.pieces(of: text).map { piece in
      let text = piece.isCode ? piece.text : escapedText(piece.text)
      return text.replacing("|", with: "\\|")
    }.joined(separator: "`")
  }

  private static func escaped(_ text: String) -> String {
    HelpText.pieces(of: text).map { $0.isCode ? $0.text : escapedText($0.text) }
      .joined(separator: "`")
  }

  /// The text with Markdown's special characters escaped.
  private static func escapedText(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\*_<>[]".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
