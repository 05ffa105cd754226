import ArgumentParser
import ErosCommandSupport

/// The options of `eros generate` for the API reference.
struct ReferenceOptions: ParsableArguments {
  @Option(
    help: "Write only the API reference for JavaScript, as Markdown, to a folder.",
    completion: .directory)
  var docs: OutputPath?

  @Flag(help: "With --docs, also write the reference as one HTML page, index.html.")
  var html = false

  func validate() throws {
    if html, docs == nil { throw ValidationError("--html requires `--docs DIR`") }
  }
}
