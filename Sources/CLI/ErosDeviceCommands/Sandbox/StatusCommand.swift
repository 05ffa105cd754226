package import ArgumentParser
import ErosCommandLine
import ErosCommandSupport
import ErosCore
import ErosDevice
import ErosSandbox

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

package struct StatusCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the releases of a sandbox, and which one the next launch runs",
    discussion: """
      Does not wait for other processes and does not change anything:

        $ eros status --sandbox sandbox --verify

      With --verify, checks every byte of every release, and exits with 1 if something is damaged. \
      Without it, damaged or lost state files are warnings and the exit status is 0, because the next \
      launch repairs them.
      """)

  @OptionGroup var option: SandboxOption

  @Flag(help: "Check every byte of every release.")
  var verify = false

  @OptionGroup var options: FindingOptions

  package init() {}

  package func run() throws {
    let device = Device(Sandbox(option.sandbox, verifier: VerifyOptions.defaultVerifier))
    let status = try device.status(verifying: verify)
    try StatusReport(status, isVerified: verify).print(as: options)
    if verify, !status.findings.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}

private struct StatusReport: FindingReport {
  static let command = "eros status"
  static let codes: [any FindingCode] = SandboxFindingCode.allCases

  private let status: SandboxStatus
  private let isVerified: Bool

  var findings: [Finding] { status.findings }

  var uncheckedCodes: Set<String> {
    let ofState: [SandboxFindingCode] = [.stateDamaged, .stateLost]
    return isVerified ? [] : SandboxFindingCode.allCases.names.subtracting(ofState.names)
  }

  init(_ status: SandboxStatus, isVerified: Bool) {
    self.status = status
    self.isVerified = isVerified
  }

  func encode(to encoder: any Encoder) throws {
    try EncodedJSON(status.json(isVerified: isVerified)).encode(to: encoder)
  }

  func text(_ style: TextStyle) -> String {
    let state = status.state ?? SandboxState()
    var table = TextTable()
    if status.state == nil {
      table.add(
        "state", style.failure("lost; the next launch rebuilds it from the intact releases"))
    } else {
      table.add("active", style.bold(state.active?.description ?? "none yet"))
    }
    for release in state.confirmed { table.add("confirmed", line(release)) }
    if let trial = state.trial {
      let launches = Readable.count(trial.attempts, "launch")
      table.add("trial", "\(trial.release.tree), \(launches) without confirmation")
    }
    if let pending = state.pending { table.add("pending", line(pending)) }
    if let required = state.pendingWaitsFor {
      let version = state.app.map { "; the current version is \($0.version)" } ?? ""
      table.add("", style.warning("requires app version \(required)" + version))
    }
    if let embedded = state.embedded {
      let version = embedded.app.map { ", app \($0.version)" } ?? ""
      table.add("embedded", "\(embedded.release.tree)" + version)
    }
    for entry in state.blocked {
      let launches = Readable.count(entry.count, "launch")
      table.add("blocked", "\(entry.release), \(entry.reason.rawValue) after \(launches)")
    }
    if let next = status.next {
      table.add("next launch", "\(next.release), \(next.reason.rawValue)")
    }
    var lines = [table.text]
    lines += findings.lines(style)
    if isVerified, findings.isEmpty { lines.append(style.success("all files are intact")) }
    return lines.joined(separator: "\n")
  }

  private func line(_ release: InstalledRelease) -> String {
    let built = release.timestamp.date.formatted(.iso8601)
    return "\(release.tree), built \(built)"
  }
}
