import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct StoreImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import the releases of an eros-publish server",
    discussion: """
      Apps with the legacy client then get the same releases from eros-server. The export is the response of \
      `/app/list`, or the records of the database:

        $ curl 'https://old.example.org/app/list?appName=my-app' >export.json
        $ eros store import --store store --eros-publish export.json --bundles dist/js \
      --channel my-app/production --keys keys

      The folder of --bundles has the files JSVERSION.zip of all records. Patches of the old server in \
      the same folder are published if they produce their bundle. Each bundle is verified; if records or \
      bundles have errors, all are listed and nothing is imported.

      All releases become visible together. After an interruption, run the same command again. With a \
      later export, only the new records are imported.
      """)

  private static let maximumCount = 100

  @Option(
    name: .customLong("eros-publish"),
    help: ArgumentHelp("The export of the old server.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var export: String

  @Option(
    help: "The folder with the bundles JSVERSION.zip, and with patches.", completion: .directory)
  var bundles: String

  @OptionGroup var selection: ChannelSelection

  @Option(help: "The number of earlier bundles from which patches are made, up to 100.")
  var patches = 10

  @Flag(help: "Leave out earlier releases whose bundle is missing or not valid.")
  var skipUnusable = false

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: EditorOptions

  func validate() throws {
    guard (0...Self.maximumCount).contains(patches) else {
      throw ValidationError("--patches must be from 0 to \(Self.maximumCount)")
    }
  }

  func run() throws {
    let (store, channel) = try selection.selected()
    let plan = try plan(for: channel)
    options.output.log(plan.findings)
    try plan.check()
    let access = try options.access(to: store, of: channel)
    let outcome = try access.edit { editor in
      try await access.withProgress {
        try await editor.releases.import(
          plan, patchCount: patches, verifier: verification.verifier, scratch: $0, progress: $1.show
        )
      }
    }
    options.output.log(outcome.findings)
    try ImportReport(plan, outcome, dryRun: options.dryRun).print(as: options.output)
  }

  private func plan(for channel: ChannelName) throws -> ImportPlan {
    let file = try ReadableFile(export)
    let limit = ServerExport.maximumLength
    let records = try ServerExport(file.read(at: 0, count: limit + 1), file: export)
    return try ProgressBar.show("verifying", total: 1, unit: .count, options.output) { bar in
      try ImportPlan(
        records, to: channel, bundles: bundles, skipsUnusable: skipUnusable,
        verifier: verification.verifier
      ) { done, total in
        if done == 0 { bar.next("verifying", total: UInt64(total), unit: .count) }
        bar.update(UInt64(done))
      }
    }
  }
}

private struct ImportReport: Report {
  struct Release: Encodable {
    let release: ReleaseSummary
    let offered: Bool
    let patches: Int
  }

  let channel: String
  let imported: [Release]
  let alreadyImported: Int
  /// The number of records that were left out because they have no usable bundle.
  let skippedRecords: Int
  /// `true` if the server's configuration needs `equalVersions`.
  let needsEqualVersions: Bool
  let findings: [Finding]
  let dryRun: Bool

  init(_ plan: ImportPlan, _ outcome: ImportOutcome, dryRun: Bool) {
    channel = "\(plan.channel)"
    imported = outcome.imported.map { item in
      Release(
        release: ReleaseSummary(item.release), offered: item.isOffered,
        patches: item.patchCount)
    }
    alreadyImported = outcome.knownCount
    skippedRecords = plan.skippedCount
    needsEqualVersions = outcome.needsEqualVersions
    findings = plan.findings + outcome.findings
    self.dryRun = dryRun
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    let title = dryRun ? "would import" : "imported"
    table.add(
      title, style.bold("\(Readable.count(imported.count, "release")) into \(channel)"))
    if alreadyImported > 0 {
      table.add("already imported", Readable.count(alreadyImported, "release"))
    }
    if skippedRecords > 0 { table.add("left out", Readable.count(skippedRecords, "record")) }
    for entry in imported where entry.offered {
      let native = entry.release.native.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        "\($0.key.displayName) \($0.value.escapedForDisplay)"
      }
      table.add(
        "release \(entry.release.number)",
        "\(entry.release.jsVersion) for \(native.joined(separator: ", ")); \(Readable.count(entry.patches, "patch"))"
      )
    }
    let history = imported.count { !$0.offered }
    if history > 0 { table.add("history", Readable.count(history, "earlier release")) }
    if needsEqualVersions {
      table.add("eros-server", "set \"equalVersions\": true for the app in the configuration")
    }
    return table.text
  }
}
