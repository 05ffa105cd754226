public import ArgumentParser
import ErosCommandSupport
import ErosGenerator
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

  @Option(help: "A folder with custom templates.", completion: .directory)
  var templates: String?
}

extension OutputPart: ExpressibleByArgument {}
