import ArgumentParser
import ErosCore
import ErosFiles

/// Writes the manual from the help of all commands.
///
/// The command is hidden. Packaging and the project's scripts call it.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Write the manual of this tool",
    discussion: """
      Writes one man page per command, or one Markdown file:

        $ eros reference man --output man1
        $ eros reference markdown --output docs/cli.md

      The page of `eros-server` is written from its output for `--experimental-dump-help`:

        $ eros reference man --server server.json --output man1
      """,
    shouldDisplay: false)

  @Argument(help: "The format of the manual.")
  var form: ReferenceForm

  @Option(help: "The description of `eros-server`, as JSON; only its page is written.")
  var server: String?

  @Option(
    name: .shortAndLong, help: "The folder for the pages, or the Markdown file.",
    completion: .file())
  var output: OutputPath

  @OptionGroup var options: OutputOptions

  func run() throws {
    let manual =
      try server.map { try Manual(serverDump: readWholeFile($0, limit: 1 << 20)) } ?? Manual()
    switch form {
    case .markdown:
      try OutputPath.check([output.string], areNot: [server])
      try writeWholeFile(Array(MarkdownManual(manual).text.utf8), to: output.string)
      try ReferenceReport(written: [output.string]).print(as: options)
    case .man:
      try createFolders(output.string)
      let pages = manual.pages.map { command in
        (path: output.string + "/" + ManualPage.fileName(of: command), command)
      }
      try OutputPath.check(pages.map(\.path), areNot: [server])
      for (path, command) in pages {
        try writeWholeFile(Array(ManualPage(command, of: manual).text.utf8), to: path)
      }
      try ReferenceReport(written: pages.map(\.path)).print(as: options)
    }
  }
}

enum ReferenceForm: String, ExpressibleByArgument, CaseIterable {
  case man, markdown
}

private struct ReferenceReport: Report {
  let written: [String]

  func text(_ style: TextStyle) -> String {
    written.map { "wrote \($0.escapedForDisplay)" }.joined(separator: "\n")
  }
}
