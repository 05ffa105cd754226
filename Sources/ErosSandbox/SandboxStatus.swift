import ErosFiles

/// What a sandbox holds, as it was at one instant.
public struct SandboxStatus: Sendable {
  /// Something in a sandbox that is not as it should be.
  public struct Finding: Hashable, Sendable {
    /// Where, below the sandbox.
    public let path: String
    /// What is wrong there, as a clause.
    public let problem: String
  }

  /// What is recorded, or `nil` when no state can be read and the next start makes it anew.
  public let state: SandboxState?

  /// What is damaged; empty unless that was asked for.
  public let findings: [Finding]

  /// What the next start in the foreground runs: of the same app, with the usual number of attempts,
  /// and if nothing is damaged.
  public var next: SandboxRun? {
    let start = SandboxEvent.Start(app: state?.app, token: "", now: 0)
    guard case .run(let run)? = state?.step(.launch(start)).actions.last else { return nil }
    return run
  }
}

extension Sandbox {
  /// How often a status is read again because something changed meanwhile.
  private static let mostReadings = 5

  /// Reads the state of the sandbox without waiting for anybody, and changes nothing.
  ///
  /// When `verifying`, every byte of every release that the state refers to is checked.
  ///
  /// - Throws: ``SandboxError`` when there is no sandbox, or a later version wrote it; `FileError`.
  public func status(verifying: Bool = false) throws -> SandboxStatus {
    let root = try openRoot()
    guard try LockedSandbox.isSandbox(root) else { throw SandboxError.empty(path: path) }
    for _ in 1...Self.mostReadings {
      let state = try SandboxStateFiles(root).state
      let status = try SandboxStatus(
        state: state, findings: verifying ? findings(root) : [])
      // A start meanwhile may have deleted what was being read.
      if try status.findings.isEmpty || SandboxStateFiles(root).state == state { return status }
    }
    throw SandboxError.busy(path: path)
  }

  private func findings(_ root: Folder) throws -> [SandboxStatus.Finding] {
    let files = try SandboxStateFiles(root)
    let store = ReleaseStore(root: root, verifier: verifier)
    _ = try store.folder()
    var findings = files.damaged.map {
      SandboxStatus.Finding(path: $0, problem: "it is damaged, so what it says does not count")
    }
    guard let state = files.state else {
      return findings + [
        SandboxStatus.Finding(
          path: SandboxStateFiles.names[0],
          problem: "no state can be read; the next start makes it anew")
      ]
    }
    for tree in state.references.sorted() {
      guard let release = state.release(tree) else { continue }
      findings += try store.findings(release).map {
        SandboxStatus.Finding(path: $0.path, problem: $0.problem)
      }
    }
    if let active = state.active, let target = root.linkTarget(LockedSandbox.currentLink),
      target != ReleaseStore.place(active)
    {
      findings.append(
        SandboxStatus.Finding(
          path: LockedSandbox.currentLink, problem: "it does not lead to the active release"))
    }
    return findings
  }
}
