import ArgumentParser
import ErosConfig
import ErosCore
import ErosRegistry
import ErosTemplates

struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Write the API reference of the native side",
    discussion: """
      Writes a reference for the people who write pages: the modules, components, views and types of \
      the description, as Markdown. Unchanged files are not written:

        $ eros docs docs/native --html
        $ eros docs docs/native --html --check

      Titles and explanations are in the language of --language; the texts of the description stay as \
      they are.

      With 'generate.docs' in the configuration, `eros generate` also writes the reference, and this command \
      is not needed.
      """)

  @OptionGroup var project: ProjectOptions

  @Argument(help: "The folder to write to.", completion: .directory)
  var folder: OutputPath

  @Flag(help: "Also write the reference as one HTML page, index.html.")
  var html = false

  @Option(
    help:
      "The language of the reference (default: 'generate.docs.language' in the configuration, or en)."
  )
  var language: Language?

  @OptionGroup var writing: WriteOptions

  @OptionGroup var policies: PolicyOptions

  @OptionGroup var options: FindingOptions

  func run() throws {
    let project = try project.find(options.output)
    let parsed = try ParsedRegistry.read(project)
    let policy = policies.policy()
    var outcome = CheckOutcome("eros docs", of: parsed, by: policy)
    _ = try outcome.registry(of: parsed, in: project, as: options)
    let generator = try RegistryGenerator(parsed, source: project.configPathInProject)
    let output = OutputFolder(folder.string)
    let comparison = try output.compare(
      generator.reference(html: html, in: language), among: RegistryGenerator.referenceNames)
    if writing.writes {
      try OutputPath.check(comparison.written.map(output.path), areNot: [project.configPath])
    }
    let generation = GenerationOutcome(
      comparison, mode: writing.mode, isForced: writing.force)
    outcome.add(
      policy.apply(to: generation.findings(at: output.path)),
      failingWith: generation.failureStatus)
    var details = GeneratedFiles(project, parsed)
    details.add(
      generation, writing.limits(isVerbose: options.output.verbose), at: output.path)
    if generation.writes { try output.apply(comparison) }
    try outcome.finish(details, as: options)
  }
}
