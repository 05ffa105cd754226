import ErosCore
import ErosFiles

extension Sandbox {
  /// Switches a running app to the staged release, and verifies every byte of it.
  ///
  /// The app opens new pages in the returned folder. Open pages keep their folder, so no page sees
  /// files from two releases. The releases of the last foreground launch, and those that were
  /// applied since, are kept until the next foreground launch.
  ///
  /// The trial starts with all its launches left. When this method returns, the choice is durable.
  /// `token` must be unpredictable. If `app` is `nil`, the app at the last launch counts.
  ///
  /// - Returns: The release for new pages, or `nil` if the app continues with its release. This
  ///   happens if nothing is staged, the staged release requires a newer app, a trial is in
  ///   progress, the app was not launched in the foreground, or it has applied four releases since.
  /// - Throws: ``SandboxError`` if the staged release is damaged beyond repair or the sandbox
  ///   cannot be opened, or `FileError`. The app then continues with its release. A damaged release
  ///   is removed, and a fetch downloads it again.
  func applyNow(
    app: NativeApp? = nil, token: String = Self.freshToken(), now: Timestamp
  ) throws -> Device.Launch? {
    precondition(token.utf8.count <= 256, "a token has at most 256 bytes")
    var sandbox = try open(canBeNew: false)
    defer { try? sandbox.store.staging.clear() }
    let event = SandboxEvent.apply(SandboxEvent.Start(app: app, token: token, now: now))
    guard case (let next, .run(let run)?) = sandbox.preview(event),
      let release = next.release(run.release)
    else {
      try sandbox.perform(event)
      return nil
    }
    let isRepaired = try repair(release, in: &sandbox)
    try sandbox.perform(event)
    return Device.Launch(
      release: run.release, path: pagesPath(of: run.release), reason: run.reason,
      token: run.token, previous: run.previous,
      notes: (isRepaired ? [.repaired(run.release)] : [])
        + (sandbox.linkError.map { [.linksNotUpdated($0)] } ?? []))
  }

  /// Verifies the staged release.
  ///
  /// Returns `true` if it was repaired.
  ///
  /// If it cannot be repaired, removes it.
  private func repair(
    _ release: InstalledRelease, in sandbox: inout LockedSandbox
  ) throws -> Bool {
    switch try sandbox.verifyAndRepair(release, from: nil) {
    case .intact: return false
    case .repaired(let repaired):
      sandbox.apply(.repaired(repaired))
      return true
    case .lost:
      let lost = SandboxEvent.lost(release.tree)
      // Otherwise each call would verify the release again.
      if sandbox.preview(lost).state.active != nil { try sandbox.perform(lost) }
      throw SandboxError.damaged(path: path, release.tree)
    }
  }
}
