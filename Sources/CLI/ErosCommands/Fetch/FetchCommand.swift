import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosDevice
import ErosFiles
import ErosHTTP
import ErosStore
import ErosTransport
import ErosTrust

struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Check a channel for updates as a device does, and stage the newest release",
    discussion: """
      Verifies the metadata of the store, chooses a release, downloads it as a patch or as the full \
      bundle, and stages it in the sandbox:

        $ eros fetch --store store --channel my-app/production --sandbox sandbox --root root.json

      The first check needs --root. The sandbox then keeps the trusted metadata, and an ID that decides \
      whether the device belongs to a rollout. The next `eros install` tries the staged release.

      With --check, only metadata is downloaded. A release that requires a newer app, does not include \
      the device, is paused, or failed on the device is reported and not installed.

      An interrupted download continues with the next fetch if the server sends a strong entity tag \
      (ETag). If a patch fails, the full bundle is \
      used, and the report contains the reason.

      Exits with 0 when the device is up to date or the release is staged, with 66 if the channel does \
      not have a release, with 65 for refused data, and with 69 if the store is out of reach. 73, 74 and 75 \
      mean that the sandbox cannot be created, that it cannot be written, and that another process uses \
      it. An error never changes the releases of the sandbox. If a check fails, the error in the JSON \
      output also has 'reason' (expired, refused or unavailable) and 'since', the time of the last \
      successful check.

      With --report, the device sends to the URL that a release was staged, confirmed, or failed its \
      trial, without an ID; what could not be sent waits for the next fetch. Without it, nothing is sent.
      """)

  @OptionGroup var selection: ChannelSelection
  @OptionGroup var sandboxOptions: SandboxOptions

  @OptionGroup var reader: StoreReaderOptions

  @Option(help: "The ID that decides about rollouts (default: the one in the sandbox).")
  var id: String?

  @Option(help: "The identifier of the tester who uses the device; it never leaves the device.")
  var tester: String?

  @Option(help: "The version of the app (default: that of the last launch).")
  var appVersion: NativeVersion?

  @Option(help: "The platform of the app (default: that of the last launch).")
  var platform: Platform?

  @Option(help: "The URL of a server that counts how updates end.")
  var report: String?

  @Flag(help: "Report the release that would be installed, and do not download it.")
  var check = false

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let id, DeviceID(id) == nil {
      throw ValidationError("--id must have 1 to \(DeviceID.maximumLength) bytes")
    }
    if let tester, TesterID(tester) == nil {
      throw ValidationError(
        "--tester must have 1 to \(TesterID.maximumLength) bytes and no control characters")
    }
    if platform != nil, appVersion == nil {
      throw ValidationError("--platform needs --app-version")
    }
    if let report, (try? WebAddress(report)) == nil {
      throw ValidationError("--report must be a URL that starts with https:// or http://")
    }
    if report != nil, check {
      throw ValidationError(
        "--report and --check exclude each other, because a check sends nothing")
    }
  }

  func run() throws {
    let (store, channel) = try selection.selected()
    let access = try reader.access(to: store, of: channel, output)
    let result = try ProgressBar.show("checking", total: 1, unit: .unknown, output) { bar in
      try waitFor { try await fetch(channel, from: access) { bar.show($0) } }
    }
    try FetchReport(result, channel).print(as: output)
  }

  private func fetch(
    _ channel: ChannelName, from access: StoreAccess,
    _ progress: @escaping @Sendable (Device.FetchStep) -> Void
  ) async throws -> FetchResult {
    let pinnedRoot = try access.root.pinned()
    let app = appVersion.map { NativeApp(version: $0, platform: platform) }
    let device = sandboxOptions.device(verification.verifier, app: app)
    do {
      return try await withStore(access) { store, reports in
        let fetcher = device.fetcher(
          from: store, of: channel, root: pinnedRoot, reports: reports, retries: output.retries)
        return check
          ? try await fetcher.check(app: app, id: id, tester: tester, now: .now())
          : try await fetcher.fetch(
            app: app, id: id, tester: tester, now: .now(), progress: progress)
      }
    } catch {
      throw access.explained(error)
    }
  }

  /// Runs `body` with the store, and with the server for usage reports.
  private func withStore<Result>(
    _ access: StoreAccess, _ body: (StoreSource, ReportServer?) async throws -> Result
  ) async throws -> Result {
    if case .web(let address) = access.location {
      return try await HTTPTransport.with(.program) {
        try await body(.web(address, $0), reportServer($0))
      }
    }
    return try await access.withReader { reader in
      guard report != nil else { return try await body(.objects(reader), nil) }
      return try await HTTPTransport.with(.program) {
        try await body(.objects(reader), reportServer($0))
      }
    }
  }

  private func reportServer(_ transport: HTTPTransport) throws -> ReportServer? {
    try report.map { ReportServer(try WebAddress($0), transport: transport) }
  }
}

extension ProgressBar {
  fileprivate func show(_ step: Device.FetchStep) {
    switch step {
    case .checking: update(0)
    case .downloading(let received, let total):
      next("downloading", total: total, unit: .bytes)
      update(received)
    case .staging(let done, let total):
      next("unpacking", total: total, unit: .bytes)
      update(done)
    }
  }
}

private struct FetchReport: Report, JSONRepresentable {
  private let result: FetchResult
  private let channel: String

  init(_ result: FetchResult, _ channel: ChannelName) {
    self.result = result
    self.channel = channel.description
  }

  var json: JSONValue { result.json(of: channel) }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("outcome", style.bold(sentence))
    if let release = result.release {
      table.add("release", "\(channel) \(release.number), \(style.hash("\(release.tree)"))")
      if release.kind != "bundle" { table.add("kind", release.kind) }
      if let brake = release.brake, brake > 0 {
        table.add("brake", "at most \(ChannelRelease.percent(brake))")
      }
      if release.urgency != .normal { table.add("urgency", release.urgency.rawValue) }
      if let notes = release.notes { table.add("notes", notes.escapedForDisplay) }
    }
    if result.outcome == .staged, result.artifact == nil {
      table.add("file", "none: the device had the release")
    }
    if let artifact = result.artifact {
      let form = artifact.form == .delta ? "patch" : "full bundle"
      let origin = artifact.base.map { " from \(style.hash($0.description))" } ?? ""
      table.add("file", "\(form) (\(Readable.size(artifact.bytes)))\(origin)")
      if let reason = artifact.reason {
        table.add("", style.warning("the patch failed: \(reason)"))
      }
    }
    let skipped = result.skipped
    for other in skipped where other.number != result.release?.number || result.outcome == .staged {
      table.add("skipped", "release \(other.number) (\(other.reason.rawValue))")
    }
    if let isTester = result.isTester {
      table.add(
        "tester", isTester ? "in the list of the channel" : "not in the list of the channel")
    }
    let sizes = (Readable.size(result.metadataBytes), Readable.size(result.bytes))
    table.add(
      "requests", "\(result.requests), \(sizes.0) of metadata, \(sizes.1) of files")
    table.add("valid until", result.expires.utc)
    if let reports = result.reports {
      table.add("reports", "\(reports.sent) sent, \(reports.waiting) wait for the next fetch")
    }
    return table.text
  }

  private var sentence: String {
    switch result.outcome {
    case .staged where result.waitsForTrial: "staged, tried after the current trial"
    case .staged: "staged, tried on the next launch"
    case .upToDate: "up to date"
    case .available: "an update is available"
    case .waitsForApp:
      "the newest release requires app version \(result.requiredApp?.description ?? "")"
    case .notIncluded: "the rollout of the newest release does not include this device"
    case .paused where result.release?.brake == 0:
      "the brake of the store pauses the newest release"
    case .paused: "the newest release is paused"
    case .blocked: "the newest release failed on this device, or was rolled back"
    }
  }
}
