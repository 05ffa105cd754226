public import ArgumentParser
import ErosConfig
import ErosCore
import ErosRegistry
import ErosSources

/// The options that `eros generate` and its subcommand share.
///
/// They must have the same type, because the parser also assigns the options after the subcommand's
/// name to the command.
struct GenerateOptions: ParsableArguments {
  @OptionGroup var project: ProjectOptions

  @Option(
    name: [.short, .long, .customLong("root")],
    help: "The folder to write to (default: the folder of the project).", completion: .directory)
  var output: OutputPath?

  @Option(help: "The part to generate.")
  var platform = OutputPart.all

  @Option(
    help: "A folder with custom templates (default: 'generate.templates' in the configuration).",
    completion: .directory)
  var templates: String?

  /// Returns the templates that the option or the configuration names.
  func templateSet(of parsed: ParsedRegistry, in project: Project) throws -> TemplateSet {
    guard let templates else { return try .ofProject(project, parsed) }
    return try .builtIn.replacing(from: templates)
  }
}

extension OutputPart: ExpressibleByArgument {}
