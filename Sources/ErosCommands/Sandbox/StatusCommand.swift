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
    abstract: "Show what a sandbox holds, and what its next start does",
    discussion: """
      Waits for nobody and changes nothing:

        $ eros status --sandbox sandbox --verify

      With --verify, every byte of every release is checked; ends with 1 when something is damaged.
      """)

  @OptionGroup var place: SandboxOptions

  @Flag(help: "Check every byte of every release.")
  var verify = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let status = try place.open().status(verifying: verify)
    try StatusReport(status, isVerified: verify).print(as: output)
    if !status.findings.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct StatusReport: Report {
  struct Release: Encodable {
    let release: String
    let timestamp: Date
    let android: String?
    let iOS: String?

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
    let appVersion: String?
    let platform: String?
  }

  struct Finding: Encodable {
    let path: String
    let problem: String
  }

  let active: String?
  let confirmed: [Release]
  let pending: Release?
  let waitsForAppVersion: String?
  let trial: Trial?
  let blocked: [Blocked]
  let embedded: Embedded?
  /// Whether everything was checked and is whole; `nil` when nothing was checked.
  let whole: Bool?
  let findings: [Finding]
  private let hasState: Bool

  private enum CodingKeys: String, CodingKey {
    case active, confirmed, pending, waitsForAppVersion, trial, blocked, embedded, whole, findings
  }

  init(_ status: SandboxStatus, isVerified: Bool) {
    let state = status.state ?? SandboxState()
    hasState = status.state != nil
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
    findings = status.findings.map { Finding(path: $0.path, problem: $0.problem) }
    whole = isVerified ? status.findings.isEmpty : nil
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(active, forKey: .active)
    try members.encode(confirmed, forKey: .confirmed)
    try members.encode(pending, forKey: .pending)
    try members.encode(waitsForAppVersion, forKey: .waitsForAppVersion)
    try members.encode(trial, forKey: .trial)
    try members.encode(blocked, forKey: .blocked)
    try members.encode(embedded, forKey: .embedded)
    try members.encode(whole, forKey: .whole)
    try members.encode(findings, forKey: .findings)
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    if hasState {
      table.add("active", style.bold(active ?? "none yet"))
    } else {
      table.add("state", style.bad("lost; the next start makes it anew from what is whole"))
    }
    for release in confirmed { table.add("confirmed", line(release)) }
    if let trial {
      table.add(
        "trial", "\(trial.release), \(Readable.count(trial.attempts, "start")) without confirmation"
      )
    }
    if let pending { table.add("pending", line(pending)) }
    if let waitsForAppVersion {
      let version = embedded?.appVersion.map { ", and it is \($0)" } ?? ""
      table.add("", style.odd("waits for version \(waitsForAppVersion) of the app" + version))
    }
    if let embedded {
      let version = embedded.appVersion.map { ", app \($0)" } ?? ""
      table.add("embedded", embedded.release + version)
    }
    for entry in blocked {
      table.add(
        "blocked", "\(entry.release), \(entry.reason) in \(Readable.count(entry.count, "start"))")
    }
    var lines = [table.text]
    lines += findings.map { "\(style.bad("damaged")): \($0.path.escapedForDisplay): \($0.problem)" }
    if whole == true { lines.append(style.good("every byte is as it was installed")) }
    return lines.joined(separator: "\n")
  }

  private func line(_ release: Release) -> String {
    "\(release.release), built \(release.timestamp.formatted(.iso8601))"
  }
}
