public import ErosCore
import ErosFiles

/// A snapshot of a device's folder.
///
/// ```swift
/// let status = try device.status(verifying: true)
/// for finding in status.findings { log("\(finding)") }
/// ```
public struct SandboxStatus: Sendable {
  /// The recorded state, or `nil` if no state file is valid and the next launch rebuilds it.
  public let state: SandboxState?

  /// Damaged files.
  ///
  /// Each finding has a ``SandboxFindingCode``.
  ///
  /// If you did not ask for verification, only the state files were checked, and their findings are
  /// warnings.
  public let findings: [Finding]

  /// The release that the app's next foreground launch runs, if no file is damaged.
  public var next: SandboxRun? {
    let start = SandboxEvent.Start(app: state?.app, token: "", now: Timestamp(milliseconds: 0))
    guard case .run(let run)? = state?.step(.launch(start)).actions.last else { return nil }
    return run
  }
}

extension Sandbox {
  /// A limit on the reads if the state changes during verification.
  private static let maximumReadCount = 5

  /// Reads the sandbox's state, but takes no lock.
  ///
  /// With `verifying`, every byte of every referenced release is verified. The state files are
  /// always checked. Their findings are only warnings unless `verifying` is `true`, because a
  /// launch repairs them.
  ///
  /// - Throws: ``SandboxError`` if the folder is not a sandbox, a newer version wrote the state, or
  ///   the state keeps changing during verification. `FileError`.
  package func status(verifying: Bool = false) throws -> SandboxStatus {
    let root = try openRoot()
    guard try LockedSandbox.isSandbox(root) else {
      throw try LockedSandbox.missingSandbox(in: root)
    }
    for _ in 1...Self.maximumReadCount {
      let files = try SandboxStateFiles(root)
      let stateFindings = findings(files)
      guard verifying else {
        return SandboxStatus(
          state: files.state, findings: stateFindings.map { $0.with(.warning) })
      }
      let status = SandboxStatus(
        state: files.state, findings: stateFindings + (try releaseFindings(files.state, root)))
      // Another process may have deleted a release during verification.
      if try status.findings.isEmpty || SandboxStateFiles(root).state == files.state {
        return status
      }
    }
    throw SandboxError.busy(path: path)
  }

  private func finding(
    _ code: SandboxFindingCode, _ path: String, _ message: Message
  ) -> Finding {
    Finding(code, file: self.path + "/" + path, message)
  }

  private func findings(_ files: SandboxStateFiles) -> [Finding] {
    let damaged = files.damaged.map {
      finding(.stateDamaged, $0, "invalid or truncated; its contents are ignored")
    }
    guard files.state == nil else { return damaged }
    return damaged + [
      finding(
        .stateLost, SandboxStateFiles.names[0],
        "no valid state file found; the next start rebuilds the state")
    ]
  }

  /// Verifies the releases that `state` refers to, and the link to the active release.
  private func releaseFindings(_ state: SandboxState?, _ root: Folder) throws -> [Finding] {
    let store = ReleaseStore(root: root, verifier: verifier)
    _ = try store.folder()
    guard let state else { return [] }
    var findings: [Finding] = []
    for tree in state.references.sorted() {
      guard let release = state.release(tree) else { continue }
      findings += try store.damagedFiles(of: release).map { finding($0.code, $0.path, $0.message) }
    }
    if let active = state.active, let target = try root.linkTarget(LockedSandbox.currentLink),
      target != ReleaseStore.path(of: active)
    {
      findings.append(
        finding(.linkWrong, LockedSandbox.currentLink, "does not point to the active release"))
    }
    return findings
  }
}

/// Codes for what ``SandboxStatus/findings`` reports.
public enum SandboxFindingCode: String, FindingCode {
  /// A state file is invalid or truncated.
  case stateDamaged
  /// No state file is valid.
  case stateLost
  /// A release's file differs from the installed file.
  case fileChanged
  /// A release's file is missing or not a regular file.
  case fileMissing
  /// A release's folder contains an additional file.
  case fileUnexpected
  /// The link `current` does not point to the active release.
  case linkWrong

  public var remedy: Message? {
    switch self {
    case .stateLost: nil
    case .stateDamaged, .linkWrong: "start the app, or run `eros install`, to write it again"
    case .fileChanged, .fileMissing, .fileUnexpected:
      "start the app, or run `eros install`, to repair the release"
    }
  }
}
