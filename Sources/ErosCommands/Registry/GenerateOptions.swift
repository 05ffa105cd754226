public import ArgumentParser
import ErosGenerator
import ErosRegistry
import ErosSources

/// What `eros generate` and its subcommand share.
///
/// One type, because the parser gives what stands behind a subcommand's name to the command first.
struct GenerateOptions: ParsableArguments {
  @OptionGroup var project: ProjectOptions

  @Option(
    name: [.short, .long, .customLong("root")],
    help: "The folder to write to (default: the project's own).", completion: .directory)
  var output: OutputPath?

  @Option(help: "The part to generate.")
  var platform = OutputPart.all

  @Option(help: "A folder with templates of your own.", completion: .directory)
  var templates: String?
}

extension OutputPart: ExpressibleByArgument {}
