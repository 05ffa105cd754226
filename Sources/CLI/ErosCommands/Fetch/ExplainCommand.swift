import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosDevice
import ErosExplain
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a device did not take a release",
    discussion: """
      Compares the decisions of a device with the signed history of the store, and names the cause, the \
      facts that prove it, and the remedy. The decisions are the output of `eros status --decisions --json`, \
      or of the call `decisions` of the app; '-' reads them from standard input:

        $ eros explain decisions.json --store store --root root.json --release 7

      The channel is by default the channel of the device's last update, and the release the newest \
      one. If the decisions do not tell two causes apart, both are named.

      Exits with 0 whether or not the device has the release.
      """)

  @Argument(help: "The document of the device, or '-'.", completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var store: StoreOption
  @OptionGroup var project: ProjectOptions

  @Option(help: "The channel of the release (default: the last channel of the device).")
  var channel: ChannelName?

  @Option(name: .customLong("release"), help: "The number of the release (default: the newest).")
  var number: Int64?

  @OptionGroup var reader: StoreReaderOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let number, number < 1 { throw ValidationError("--release must be at least 1") }
  }

  func run() throws {
    let record = try DecisionRecord(contents(), file: file)
    let last = record.lastChannel.flatMap { try? ChannelName($0) }
    let named = channel
    let channel = named ?? last
    let access = try reader.access(
      to: project.defaults.store(store.store), of: channel, output)
    let evidence = try access.read { reader, root in
      try await StoreEvidence(
        reading: reader, pinnedRoot: root, channel: channel, trust: record.trust)
    }
    let explanation: Explanation? = try access.advising {
      // A typing error in the option says nothing about the app.
      if let named, named != last, evidence.contents == nil, evidence.root != .isOther {
        throw PublishError.noChannel(named, known: evidence.channels)
      }
      let explanation = Explainer.explain(
        record, evidence, channel: channel?.description ?? record.lastChannel, number: number,
        now: .now())
      if explanation == nil, let channel, let number {
        throw PublishError.noRelease(channel, number)
      }
      return explanation
    }
    guard let explanation else { return }
    let advice = explanation.mappingRemedies(access.advised.naming(in:))
    output.explainPlaceholders(in: advice.findings.map(\.remedy.description))
    try ExplanationReport(advice).print(as: output)
  }

  private func contents() throws -> [UInt8] {
    let limit = DecisionRecord.maximumLength
    guard file == "-" else { return try readWholeFile(file, limit: limit) }
    return try ReadableFile.ofStandardInput(limit: UInt64(limit)).read(at: 0, count: limit)
  }
}

private struct ExplanationReport: Report, JSONRepresentable {
  private let explanation: Explanation

  init(_ explanation: Explanation) { self.explanation = explanation }

  var json: JSONValue { explanation.json }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    if let channel = explanation.channel, let number = explanation.number {
      table.add(style.text("release"), "\(channel) \(number)")
    }
    if let note = explanation.note {
      table.add(style.text("result"), style.success(style.text(note)))
    }
    if explanation.findings.count > 1 {
      let note = style.text("the decisions do not tell two causes apart")
      table.add(style.text("result"), style.warning(note))
    }
    for finding in explanation.findings {
      let cause = style.text(finding.text.escapedForDisplay)
      table.add(style.text("cause"), style.bold("\(cause) (\(finding.cause.rawValue))"))
      for fact in finding.proof {
        table.add(style.text("proof"), style.text(fact.escapedForDisplay))
      }
      table.add(style.text("remedy"), style.text(finding.remedy.escapedForDisplay))
    }
    return table.text
  }
}
