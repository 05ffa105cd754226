import ArgumentParser
import ErosRegistry

struct TemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: "Show the templates of generated files",
    discussion: """
      The templates use a part of the Stencil language; docs/templates.md describes it. To replace a \
      template, save it in a folder, and set 'generate.templates' in the configuration to the folder, or \
      pass the folder to `eros generate --templates`:

        $ eros templates show ErosRegistrant.java > templates/ErosRegistrant.java.stencil
        $ eros generate --templates templates
      """,
    subcommands: [TemplatesList.self, TemplatesShow.self])
}

struct TemplatesList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the names of the templates",
    discussion: """
      Prints one name per line:

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

  @Argument(
    help: "The name of the generated file; `eros templates list` prints all names.",
    completion: .templateName)
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

  // Templates end with a newline, and printing adds a second newline.
  func text(_ style: TextStyle) -> String { String(content.dropLast()) }
}
