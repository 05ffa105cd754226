import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosDevice
import ErosFiles

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the releases of a sandbox, and which one the next launch runs",
    discussion: """
      Does not wait for other processes and does not change anything:

        $ eros status --sandbox sandbox --verify

      With --verify, checks every byte of every release, and exits with 1 if something is damaged. \
      Without it, damaged or lost state files are warnings and the exit status is 0, because the next \
      launch repairs them.

      With --decisions, shows the last 32 decisions about releases. With --json, this is the document for \
      `eros explain`; it contains no ID, address, path or token:

        $ eros status --sandbox sandbox --decisions --json > decisions.json
      """)

  @OptionGroup var option: SandboxOption

  @Flag(help: "Check every byte of every release.")
  var verify = false

  @Flag(help: "Show the last decisions instead of the releases.")
  var decisions = false

  @OptionGroup var options: FindingOptions

  func validate() throws {
    guard verify, decisions else { return }
    throw ValidationError("--verify and --decisions exclude each other")
  }

  func run() throws {
    let device = Device(Sandbox(option.sandbox, verifier: VerifyOptions.defaultVerifier))
    guard !decisions else {
      // A folder that is not a sandbox is an error, and not an empty list.
      guard try FileStatus.ifExists(option.sandbox) != nil else {
        throw SandboxError.empty(path: option.sandbox)
      }
      let record = device.decisions()
      // A fetch that was interrupted before the first release has decisions, or none yet.
      if record.stateFailure == .foreignFolder { _ = try device.status() }
      return try DecisionReport(record).print(as: options.output)
    }
    let status = try device.status(verifying: verify)
    var outcome = CheckOutcome("eros status", codes: SandboxFindingCode.allCases)
    outcome.add(status.findings, failingWith: verify ? .checkFailed : .success)
    if !verify {
      let ofState: [SandboxFindingCode] = [.stateDamaged, .stateLost]
      outcome.unchecked = SandboxFindingCode.allCases.names.subtracting(ofState.names)
        .unchecked("needs --verify")
    }
    try outcome.finish(StatusReport(status, isVerified: verify), as: options)
  }
}

private struct DecisionReport: Report, JSONRepresentable {
  private let record: DecisionRecord

  init(_ record: DecisionRecord) { self.record = record }

  var json: JSONValue { record.json }

  func text(_ style: TextStyle) -> String {
    guard !record.decisions.isEmpty else { return "no decisions" }
    var table = TextTable()
    for decision in record.decisions {
      table.add(decision.lastTime.utc, decision.event.rawValue, style.bold(line(decision)))
    }
    return table.text
  }

  private func line(_ decision: Decision) -> String {
    var line = decision.outcome.rawValue
    if let channel = decision.channel { line += " \(channel)" }
    if let number = decision.number { line += " \(number)" }
    if let release = decision.release, decision.number == nil {
      line += " \(release.description.prefix(12))"
    }
    if let reason = decision.reason { line += ", \(reason.rawValue)" }
    if let errorClass = decision.errorClass { line += ", \(errorClass)" }
    if let hash = decision.stackHash { line += ", stack \(hash)" }
    if let status = decision.status { line += " \(status)" }
    if let version = decision.requires { line += ", requires app \(version)" }
    if let detail = decision.detail { line += ": \(detail.escapedForDisplay)" }
    if decision.count > 1 { line += " (\(decision.count) times)" }
    return line
  }
}

private struct StatusReport: Report, JSONRepresentable {
  private let status: SandboxStatus
  private let isVerified: Bool

  init(_ status: SandboxStatus, isVerified: Bool) {
    self.status = status
    self.isVerified = isVerified
  }

  var json: JSONValue { status.json(isVerified: isVerified) }

  func text(_ style: TextStyle) -> String {
    let state = status.state ?? SandboxState()
    var table = TextTable()
    if status.state == nil {
      table.add(
        "state", style.failure("lost; the next launch rebuilds it from the intact releases"))
    } else {
      table.add("active", style.bold(state.active.map { style.hash($0.description) } ?? "none yet"))
    }
    for release in state.confirmed {
      let isWithdrawn = state.withdrawn.contains(release.tree) && release.tree != state.active
      table.add(isWithdrawn ? "rolled back" : "confirmed", line(release, style))
    }
    if let trial = state.trial {
      let launches = Readable.count(trial.attempts, "launch")
      table.add(
        "trial", "\(style.hash(trial.release.tree.description)), \(launches) without confirmation")
    }
    if let pending = state.pending { table.add("pending", line(pending, style)) }
    if let required = state.pendingWaitsFor {
      let version = state.app.map { "; the current version is \($0.version)" } ?? ""
      table.add("", style.warning("requires app version \(required)" + version))
    }
    if let embedded = state.embedded {
      let version = embedded.app.map { ", app \($0.version)" } ?? ""
      table.add("embedded", style.hash(embedded.release.tree.description) + version)
    }
    for entry in state.blocked {
      let launches = Readable.count(entry.count, "launch")
      table.add(
        "blocked",
        "\(style.hash(entry.release.description)), \(entry.reason.rawValue) after \(launches)")
    }
    if let failed = state.failed {
      table.add("failed", "\(style.hash(failed.description)), kept as a base of patches")
    }
    if let next = status.next {
      table.add("next launch", "\(style.hash(next.release.description)), \(next.reason.rawValue)")
    }
    var lines = [table.text]
    lines += status.findings.lines(style)
    if isVerified, status.findings.isEmpty { lines.append(style.success("all files are intact")) }
    return lines.joined(separator: "\n")
  }

  private func line(_ release: InstalledRelease, _ style: TextStyle) -> String {
    let built = release.timestamp.utc
    return "\(style.hash(release.tree.description)), built \(built)"
  }
}
