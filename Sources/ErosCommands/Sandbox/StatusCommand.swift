import ArgumentParser
import ErosCore
import ErosSandbox

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the releases of a sandbox, and which one the next launch runs",
    discussion: """
      Does not wait for other processes and does not change anything:

        $ eros status --sandbox sandbox --verify

      With --verify, checks every byte of every release, and ends with 1 if something is damaged. \
      Without it, damaged or lost state files are warnings and the exit status is 0, because the next \
      launch repairs them.
      """)

  @OptionGroup var option: SandboxOption

  @Flag(help: "Check every byte of every release.")
  var verify = false

  @OptionGroup var options: FindingOptions

  func run() throws {
    let status = try Sandbox(option.sandbox, verifier: VerifyOptions.defaultVerifier).status(
      verifying: verify)
    try StatusReport(status, isVerified: verify).print(as: options)
    if verify, !status.findings.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct StatusReport: FindingReport {
  static let command = "eros status"
  static let codes: [any FindingCode] = SandboxFindingCode.allCases

  struct Release: Encodable {
    let release: String
    let timestamp: Date
    @OrNull var android: String?
    @OrNull var iOS: String?

    init(_ release: InstalledRelease) {
      self.release = release.tree.description
      timestamp = date(milliseconds: release.timestamp)
      android = release.android
      iOS = release.iOS
    }
  }

  struct Trial: Encodable {
    let release: String
    let attempts: Int
    let startedAt: Date
  }

  struct Blocked: Encodable {
    let release: String
    let reason: String
    let count: Int
  }

  struct Embedded: Encodable {
    let release: String
    let timestamp: Date
    @OrNull var appVersion: String?
    @OrNull var platform: String?
  }

  struct App: Encodable {
    let version: String
    @OrNull var platform: String?
  }

  struct Next: Encodable {
    let release: String
    let reason: String
  }

  @OrNull var active: String?
  let confirmed: [Release]
  @OrNull var pending: Release?
  @OrNull var waitsForAppVersion: String?
  @OrNull var trial: Trial?
  let blocked: [Blocked]
  @OrNull var embedded: Embedded?
  @OrNull var app: App?
  @OrNull var next: Next?
  /// Whether all releases were verified and are intact; `nil` if they were not verified.
  @OrNull var intact: Bool?
  let findings: [Finding]
  /// Whether the state could not be read; the next launch rebuilds it.
  let stateLost: Bool

  var uncheckedCodes: Set<String> {
    let ofState: [SandboxFindingCode] = [.stateDamaged, .stateLost]
    return intact == nil ? SandboxFindingCode.allCases.names.subtracting(ofState.names) : []
  }

  private enum CodingKeys: String, CodingKey {
    case active, app, confirmed, pending, waitsForAppVersion, trial, blocked, embedded, next
    case stateLost, intact, findings
  }

  init(_ status: SandboxStatus, isVerified: Bool) {
    let state = status.state ?? SandboxState()
    stateLost = status.state == nil
    active = state.active?.description
    confirmed = state.confirmed.map { Release($0) }
    pending = state.pending.map { Release($0) }
    waitsForAppVersion = state.pendingWaitsFor?.description
    trial = state.trial.map {
      Trial(
        release: $0.release.tree.description, attempts: $0.attempts,
        startedAt: date(milliseconds: $0.startedAt))
    }
    blocked = state.blocked.map {
      Blocked(release: $0.release.description, reason: $0.reason.rawValue, count: $0.count)
    }
    embedded = state.embedded.map {
      Embedded(
        release: $0.release.tree.description, timestamp: date(milliseconds: $0.release.timestamp),
        appVersion: $0.app?.version.description, platform: $0.app?.platform?.rawValue)
    }
    app = state.app.map {
      App(version: $0.version.description, platform: $0.platform?.rawValue)
    }
    next = status.next.map { Next(release: $0.release.description, reason: $0.reason.rawValue) }
    findings = status.findings
    intact = isVerified ? status.findings.isEmpty : nil
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    if stateLost {
      table.add(
        "state", style.failure("lost; the next launch rebuilds it from the intact releases"))
    } else {
      table.add("active", style.bold(active ?? "none yet"))
    }
    for release in confirmed { table.add("confirmed", line(release)) }
    if let trial {
      table.add(
        "trial",
        "\(trial.release), \(Readable.count(trial.attempts, "launch")) without confirmation"
      )
    }
    if let pending { table.add("pending", line(pending)) }
    if let waitsForAppVersion {
      let version = app.map { "; the current version is \($0.version)" } ?? ""
      table.add("", style.warning("requires app version \(waitsForAppVersion)" + version))
    }
    if let embedded {
      let version = embedded.appVersion.map { ", app \($0)" } ?? ""
      table.add("embedded", embedded.release + version)
    }
    for entry in blocked {
      table.add(
        "blocked",
        "\(entry.release), \(entry.reason) after \(Readable.count(entry.count, "launch"))"
      )
    }
    if let next { table.add("next launch", "\(next.release), \(next.reason)") }
    var lines = [table.text]
    lines += findings.lines(style)
    if intact == true { lines.append(style.success("all files are intact")) }
    return lines.joined(separator: "\n")
  }

  private func line(_ release: Release) -> String {
    "\(release.release), built \(release.timestamp.formatted(.iso8601))"
  }
}
