import ErosFiles

/// A snapshot of a sandbox.
public struct SandboxStatus: Sendable {
  /// A damaged file in a sandbox.
  public struct Finding: Hashable, Sendable {
    /// The path of the file in the sandbox.
    public let path: String
    /// A description of the damage.
    public let problem: String
  }

  /// The recorded state, or `nil` if no state file is valid and the next start rebuilds it.
  public let state: SandboxState?

  /// The damaged files; empty if the status was read without verifying.
  public let findings: [Finding]

  /// The release that the next foreground start of the same app runs, if no file is damaged.
  public var next: SandboxRun? {
    let start = SandboxEvent.Start(app: state?.app, token: "", now: 0)
    guard case .run(let run)? = state?.step(.launch(start)).actions.last else { return nil }
    return run
  }
}

extension Sandbox {
  /// The maximum number of reads if the state changes during verification.
  private static let maximumReadCount = 5

  /// Reads the state of the sandbox without taking the lock.
  ///
  /// With `verifying`, every byte of every referenced release is verified.
  ///
  /// - Returns: The state, the damaged files, and the release that the next start runs.
  /// - Throws: ``SandboxError`` if the folder is not a sandbox, a later version wrote the state, or the
  ///   state keeps changing during verification; `FileError`.
  public func status(verifying: Bool = false) throws -> SandboxStatus {
    let root = try openRoot()
    guard try LockedSandbox.isSandbox(root) else { throw SandboxError.empty(path: path) }
    for _ in 1...Self.maximumReadCount {
      let state = try SandboxStateFiles(root).state
      let status = try SandboxStatus(
        state: state, findings: verifying ? findings(root) : [])
      // Another process may have deleted a release during verification.
      if try status.findings.isEmpty || SandboxStateFiles(root).state == state { return status }
    }
    throw SandboxError.busy(path: path)
  }

  private func findings(_ root: Folder) throws -> [SandboxStatus.Finding] {
    let files = try SandboxStateFiles(root)
    let store = ReleaseStore(root: root, verifier: verifier)
    _ = try store.folder()
    var findings = files.damaged.map {
      SandboxStatus.Finding(path: $0, problem: "invalid or truncated; its contents are ignored")
    }
    guard let state = files.state else {
      return findings + [
        SandboxStatus.Finding(
          path: SandboxStateFiles.names[0],
          problem: "no valid state file found; the next start rebuilds the state")
      ]
    }
    for tree in state.references.sorted() {
      guard let release = state.release(tree) else { continue }
      findings += try store.findings(release).map {
        SandboxStatus.Finding(path: $0.path, problem: $0.problem)
      }
    }
    if let active = state.active, let target = root.linkTarget(LockedSandbox.currentLink),
      target != ReleaseStore.path(of: active)
    {
      findings.append(
        SandboxStatus.Finding(
          path: LockedSandbox.currentLink, problem: "does not point to the active release"))
    }
    return findings
  }
}
