import ArgumentParser
import ErosGenerator
import ErosRegistry
import ErosSources

struct TemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: "Show the templates that generated files are made with",
    discussion: """
      They are in the language of Stencil. A file of the same name in the folder that \
      `eros generate --templates` names takes the place of one:

        $ eros templates show ErosRegistrant.java > templates/ErosRegistrant.java.stencil
        $ eros generate --templates templates
      """,
    subcommands: [TemplatesList.self, TemplatesShow.self])
}

struct TemplatesList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the templates by the files they make",
    discussion: """
      One name a line:

        $ eros templates list
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    try TemplateNames(templates: TemplateSet.builtIn.names).print(as: output)
  }
}

struct TemplatesShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a template",
    discussion: """
      Prints the template of one file, as a start for your own:

        $ eros templates show ErosRegistrant.swift
      """)

  @Argument(help: "The name of the file that the template makes.", completion: .templateName)
  var name: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    let text = try TemplateSet.builtIn.text(of: name)
    try TemplateText(name: name, content: text).print(as: output)
  }
}

private struct TemplateNames: Report {
  let templates: [String]

  func text(_ style: TextStyle) -> String { templates.joined(separator: "\n") }
}

private struct TemplateText: Report {
  let name: String
  let content: String

  // A newline is printed behind every report, and templates end with one.
  func text(_ style: TextStyle) -> String { String(content.dropLast()) }
}
