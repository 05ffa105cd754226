import ArgumentParser
import ErosRegistry

struct ConfigSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of the configuration",
    discussion: """
      Editors complete and check eros.native.json with the schema:

        $ eros config schema > eros.native.schema.json
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    guard !output.quiet else { return }
    try writeToStandardOutput(String(RegistrySchema.text.dropLast()))
  }
}
