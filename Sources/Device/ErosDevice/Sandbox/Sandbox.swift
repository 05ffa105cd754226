package import ErosBundle
package import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// A folder that stores an app's releases and survives a crash at any instant.
///
/// A release is unpacked and verified in `staging/`, synced, and then moved to `releases/` by one
/// rename. The state is written last. `docs/sandbox.md` describes the layout.
///
/// Every method except ``status(verifying:)`` holds an exclusive lock while it runs, also against
/// other processes.
package struct Sandbox: Sendable {
  /// As passed by the caller.
  package let path: String

  let verifier: BundleVerifier
  private let rebuilder: ZipRebuilder
  private let patcher: ZipPatcher?
  /// The longest wait for another process that holds the lock.
  let lockTimeout: TimeLength
  /// `true` if file owners and permissions count.
  let storageHasOwners: Bool
  let decisions: DecisionRecorder

  /// Creates a handle for the sandbox at `path`, but does not access it yet.
  ///
  /// - Parameters:
  ///   - path: The sandbox's folder.
  ///   - verifier: Verifies bundles and their limits.
  ///   - rebuilder: Recreates the zip of a release that is staged as a content delta.
  ///   - patcher: Applies BSDIFF40 patches. If `nil`, they are refused.
  ///   - lockTimeout: How long a call waits for another process that holds the lock.
  ///   - storageHasOwners: Pass `false` only for storage such as Android's shared storage. Every
  ///     app with access to it can then replace the releases.
  package init(
    _ path: String, verifier: BundleVerifier, rebuildingZipBy rebuilder: ZipRebuilder = .storing,
    patchingZipsBy patcher: ZipPatcher? = nil, lockTimeout: TimeLength = .seconds(10),
    storageHasOwners: Bool = true
  ) {
    self.path = path
    self.storageHasOwners = storageHasOwners
    self.verifier = verifier
    self.rebuilder = rebuilder
    self.patcher = patcher
    self.lockTimeout = lockTimeout
    decisions = DecisionRecorder(path)
  }

  // MARK: - Launching

  /// Chooses the release to run and verifies every byte of it.
  ///
  /// Call this at each launch of the app.
  ///
  /// The embedded bundle is installed at the first launch, and again when the app contains a newer
  /// bundle. A staged release is tried: the app calls ``confirm(token:)`` when it works. After
  /// `attempts` launches that were not confirmed, the release is blocked. A damaged release is
  /// repaired, or else the previous release runs.
  ///
  /// The embedded bundle may not install, or the choice may not be verified, repaired or recorded,
  /// for example because the disk is full or another process holds the lock beyond the timeout.
  /// Then an intact release that is known to work runs, and ``Device/Launch/failure`` contains the
  /// error.
  ///
  /// When this method returns, the choice is durable. `token` must be unpredictable and have at
  /// most 256 bytes. A missing folder is created.
  ///
  /// - Returns: The release to run, and problems that did not prevent the launch.
  /// - Throws: ``SandboxError`` or `FileError` if no release can run. The recorded choice is then
  ///   unchanged.
  package func launch(
    embedded: @autoclosure () throws -> DeliveredBundle? = nil, kind: LaunchKind = .foreground,
    app: NativeApp? = nil, attempts: Int = SandboxEvent.Start.defaultAttempts,
    token: String = Self.freshToken(), now: Timestamp
  ) throws -> Device.Launch {
    precondition(token.utf8.count <= 256, "a token has at most 256 bytes")
    var notes: [SandboxNote] = []
    let bundle = try noteErrors(&notes) { try embedded() }
    if bundle != nil { try createFolders(path, creating: .ownerOnly) }
    var sandbox: LockedSandbox
    do {
      sandbox = try open(canBeNew: bundle != nil)
    } catch let error as any ErosError {
      // This version cannot interpret the state.
      if case SandboxError.laterVersion = error { throw error }
      return try runKnownGood(for: app, instead: error, notes)
    }
    defer { try? sandbox.store.staging.clear() }
    do {
      let installation = try bundle.flatMap { bundle in
        try noteErrors(&notes) { try sandbox.installEmbedded(bundle) }
      }
      let start = SandboxEvent.Start(
        kind: kind, embedded: installation, app: app, token: token, now: now, attempts: attempts)
      return try run(start, bundle, in: &sandbox, notes)
    } catch let error as any ErosError {
      return try runKnownGood(for: app, in: sandbox, instead: error, notes)
    }
  }

  /// Runs a step that needs the embedded bundle.
  ///
  /// An error becomes a note.
  private func noteErrors<Result>(
    _ notes: inout [SandboxNote], _ body: () throws -> Result?
  ) throws -> Result? {
    do {
      return try body()
    } catch let error as any ErosError {
      notes.append(.embeddedBundleSkipped(error))
      return nil
    }
  }

  /// Chooses the release to run, verifies it, and records the choice.
  func run(
    _ requested: SandboxEvent.Start, _ embedded: DeliveredBundle?, in sandbox: inout LockedSandbox,
    _ notes: [SandboxNote]
  ) throws -> Device.Launch {
    var start = requested
    let blocked = sandbox.state.blocked
    let damage = try resolveDamage(&start, embedded, in: &sandbox)
    // If there is nothing else to run, the removals are not recorded.
    guard case .run(let run)? = sandbox.preview(.launch(start)).response else {
      throw notes.failure ?? damage.first.map { SandboxError.damaged(path: path, $0.release) }
        ?? SandboxError.empty(path: path)
    }
    try sandbox.perform(.launch(start))
    let reason = !damage.isEmpty && run.reason != .trial ? .recovered : run.reason
    return Device.Launch(
      release: run.release, path: pagesPath(of: run.release), reason: reason, token: run.token,
      previous: run.previous,
      notes: notes + (sandbox.isRebuilt && reason != .firstRun ? [.stateLost] : [])
        + damage.map { $0.isRepaired ? .repaired($0.release) : .removed($0.release) }
        + sandbox.state.blocked.filter { !blocked.contains($0) }.map { .trialFailed($0) }
        + needsNewerApp(run.release, sandbox.state)
        + (sandbox.linkError.map { [.linksNotUpdated($0)] } ?? []))
  }

  /// Returns the best intact release that is known to work, but does not change the sandbox.
  ///
  /// - Throws: `error` if there is none, or the error in `notes`.
  private func runKnownGood(
    for app: NativeApp?, in sandbox: LockedSandbox? = nil, instead error: any ErosError,
    _ notes: [SandboxNote]
  ) throws -> Device.Launch {
    guard let root = try? openRoot(), (try? LockedSandbox.isSandbox(root)) == true else {
      throw notes.failure ?? error
    }
    let store = ReleaseStore(root: root, verifier: verifier)
    guard (try? store.folder()) != nil else { throw error }
    let state =
      try sandbox?.initialState ?? SandboxStateFiles(skippingUnreadable: root).state
      ?? SandboxState(rebuiltFrom: store, skippingUnreadable: true)
    let intact = state.fallbacks(for: app ?? state.app).first { release in
      // This call may have replaced it by a release with equal pages and another manifest.
      [release, sandbox?.state.release(release.tree)].compactMap(\.self)
        .contains { (try? store.hasIntactPages($0)) == true }
    }
    guard let tree = intact?.tree else { throw notes.failure ?? error }
    let isActive = tree == state.active
    return Device.Launch(
      release: tree, path: pagesPath(of: tree), reason: isActive ? .confirmed : .recovered,
      token: nil,
      previous: isActive ? nil : state.active, notes: notes + [.startIncomplete(error)])
  }

  func pagesPath(of tree: TreeHash) -> String {
    path + "/" + ReleaseStore.path(of: tree, .pages)
  }

  /// Returns a random token with 126 bits of entropy.
  static func freshToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let half = { String(generator.next() as UInt64 | 1 << 63, radix: 16) }
    return half() + half()
  }

  /// Repairs or removes selected releases until an intact one is selected.
  ///
  /// - Returns: The damaged releases.
  private func resolveDamage(
    _ start: inout SandboxEvent.Start, _ embedded: DeliveredBundle?, in sandbox: inout LockedSandbox
  ) throws -> [(release: TreeHash, isRepaired: Bool)] {
    var damage: [(release: TreeHash, isRepaired: Bool)] = []
    while case (let next, .run(let run)?) = sandbox.preview(.launch(start)),
      let release = next.release(run.release)
    {
      let isEmbedded = release.tree == start.embedded?.tree
      switch try sandbox.verifyAndRepair(release, from: isEmbedded ? embedded : nil) {
      case .intact: return damage
      case .repaired(let repaired):
        sandbox.apply(.repaired(repaired))
        if isEmbedded { start.embedded = repaired }
        return damage + [(release.tree, true)]
      case .lost:
        sandbox.apply(.lost(release.tree))
        // Otherwise the launch would record it again in each iteration.
        if isEmbedded { start.embedded = nil }
        damage.append((release.tree, false))
      }
    }
    return damage
  }

  private func needsNewerApp(
    _ tree: TreeHash, _ state: SandboxState
  ) -> [SandboxNote] {
    guard let app = state.app, let release = state.release(tree), !release.runs(on: app),
      let requirement = release.requirement(of: app)
    else { return [] }
    return [.needsNewerApp(tree, requirement)]
  }

  // MARK: - Updates

  /// Verifies a downloaded bundle or patch and stages it for the next launch.
  ///
  /// A content delta applies to an installed release or the last failed one. A BSDIFF40 patch
  /// applies to the active release, and needs a `patcher`. The result is verified. Signed metadata
  /// can tell the expected `tree`. If it is `nil`, any release is accepted.
  ///
  /// When this method returns, the staged release is durable. It replaces a pending release, but a
  /// trial in progress continues. If the disk is full, the last failed release is deleted.
  ///
  /// With `canBeNew`, a missing sandbox is created. If there is no embedded bundle, its first
  /// launch runs the staged release straight away, with no trial.
  ///
  /// - Throws: ``SandboxError`` for an invalid, blocked or unexpected release, `DeltaError` if a
  ///   patch cannot be applied, `FileError`. The other releases are then unchanged.
  func stage(
    _ bundle: DeliveredBundle, expecting tree: TreeHash? = nil, canBeNew: Bool = false
  ) throws -> Device.Staging {
    var sandbox = try openForStaging(canBeNew: canBeNew)
    defer { try? sandbox.store.staging.clear() }
    return try stage(bundle, expecting: tree, retries: 0, in: &sandbox)
  }

  /// Stages a bundle like ``stage(_:expecting:canBeNew:)`` if it is still wanted.
  ///
  /// Another call may have changed the sandbox since its state was read, for example a launch with
  /// a newer embedded bundle. `isWanted` receives the state while the lock is held, so it cannot
  /// change before staging. `retries` counts how often the publisher asked devices to try the
  /// release again.
  ///
  /// - Returns: `nil` if `isWanted` returned `false`. The sandbox is then unchanged.
  /// - Throws: ``SandboxError`` for an invalid, blocked or unexpected release, `DeltaError` if a
  ///   patch cannot be applied, `FileError`, or whatever `isWanted` throws.
  func stage(
    _ bundle: DeliveredBundle, expecting tree: TreeHash?, retries: Int = 0, canBeNew: Bool = false,
    if isWanted: (SandboxState) throws -> Bool
  ) throws -> Device.Staging? {
    var sandbox = try openForStaging(canBeNew: canBeNew)
    defer { try? sandbox.store.staging.clear() }
    guard try isWanted(sandbox.state) else { return nil }
    return try stage(bundle, expecting: tree, retries: retries, in: &sandbox)
  }

  /// Removes a staged release whose channel or store the device has left.
  ///
  /// Keeps it if no other release can run, or if it is not pending any more.
  ///
  /// - Returns: The state afterwards.
  /// - Throws: ``SandboxError`` or `FileError`. The sandbox is then unchanged.
  func unstage(_ tree: TreeHash) throws -> SandboxState {
    var sandbox = try openInstalled()
    defer { try? sandbox.store.staging.clear() }
    try sandbox.perform(.unstage(tree))
    return sandbox.state
  }

  private func openForStaging(canBeNew: Bool) throws -> LockedSandbox {
    if canBeNew { try createFolders(path, creating: .ownerOnly) }
    return try open(canBeNew: canBeNew)
  }

  private func stage(
    _ bundle: DeliveredBundle, expecting tree: TreeHash?, retries: Int,
    in sandbox: inout LockedSandbox
  ) throws -> Device.Staging {
    let (staged, isIdentical) = try sandbox.freeingSpace {
      try $0.stage(bundle, rebuildingZipBy: rebuilder, patchingZipsBy: patcher)
    }
    if let tree, staged.release.tree != tree {
      throw SandboxError.unexpectedRelease(
        bundle: bundle.zip.path, expected: tree, found: staged.release.tree)
    }
    if case .refuse(.blocked(let entry))? =
      sandbox
      .preview(.stage(staged.release, retries: retries)).response
    {
      throw SandboxError.blocked(bundle: bundle.zip.path, entry)
    }
    // A working release is not replaced by a release with equal pages and another manifest.
    let tree = staged.release.tree
    let release = try sandbox.store.commit(
      staged,
      keepingIntact: sandbox.state.isKnownGood(tree) || sandbox.state.trial?.release.tree == tree)
    // The new release may have replaced a damaged release with another manifest.
    sandbox.apply(.repaired(release))
    let response = try sandbox.perform(.stage(release, retries: retries))
    let outcome: Device.Staging.Outcome =
      switch response {
      case .refuse(.alreadyOnTrial): .alreadyOnTrial
      case .refuse(.alreadyActive): .alreadyActive
      default: .pending
      }
    return Device.Staging(
      release: staged.release.tree, outcome: outcome,
      waitsFor: outcome == .pending ? sandbox.state.pendingWaitsFor : nil,
      waitsForTrial: outcome == .pending && sandbox.state.trial != nil,
      isIdentical: release.digests.zip == staged.release.digests.zip ? isIdentical : false)
  }

  /// Records that the release on trial works.
  ///
  /// When this method returns, the confirmation is durable, and the next launch runs the release
  /// with no trial. Pass the launch's token. Pass `nil` to confirm any trial, but only on behalf of
  /// a user who has seen the release work.
  ///
  /// - Throws: ``SandboxError`` or `FileError`. The trial then continues.
  package func confirm(token: String?) throws -> Device.Confirmation {
    var sandbox = try openInstalled()
    defer { try? sandbox.store.staging.clear() }
    let response = try sandbox.perform(.confirm(token: token))
    if let last = sandbox.state.lastConfirmed, last.token == token {
      return .confirmed(last.release)
    }
    switch response {
    case .refuse(.nothingOnTrial): return .nothingOnTrial(active: sandbox.state.active)
    case .refuse: return .staleToken
    default: return sandbox.state.active.map { .confirmed($0) } ?? .nothingOnTrial(active: nil)
    }
  }

  /// Rolls back to a release that is known to work, which then runs at the next launch.
  ///
  /// A release on trial is blocked. A pending release stays pending.
  ///
  /// - Returns: The selected release, and the release that was active before.
  /// - Throws: ``SandboxError`` if there is no such release, or `FileError`. The sandbox is then
  ///   unchanged.
  func rollBack(
    to target: RollbackTarget = .previous
  ) throws -> (release: TreeHash, previous: TreeHash?) {
    var sandbox = try openInstalled()
    return try rollBack(to: target, in: &sandbox)
  }

  /// Blocks the release on trial, because it failed.
  ///
  /// - Returns: The blocked release, or `nil` if the token belongs to another trial and nothing has
  ///   changed.
  /// - Throws: ``SandboxError`` if no release can take over or the sandbox cannot be opened, or
  ///   `FileError`. The trial then continues.
  func fail(token: String) throws -> TreeHash? {
    var sandbox = try openInstalled()
    guard let trial = sandbox.state.trial, trial.token == token else {
      try? sandbox.store.staging.clear()
      return nil
    }
    _ = try rollBack(to: .previous, in: &sandbox)
    return trial.release.tree
  }

  private func rollBack(
    to target: RollbackTarget, in sandbox: inout LockedSandbox
  ) throws -> (release: TreeHash, previous: TreeHash?) {
    defer { try? sandbox.store.staging.clear() }
    let previous = sandbox.state.active
    let (next, response) = sandbox.preview(.rollback(to: target))
    if case .refuse(let refusal)? = response {
      throw SandboxError.cannotRollBack(path: path, refusal)
    }
    guard let tree = next.active, let release = next.release(tree) else {
      throw SandboxError.cannotRollBack(path: path, .noRollbackTarget(withdrawn: nil))
    }
    switch try sandbox.verifyAndRepair(release, from: nil) {
    case .intact: break
    case .repaired(let repaired): sandbox.apply(.repaired(repaired))
    case .lost: throw SandboxError.damaged(path: path, tree)
    }
    try sandbox.perform(.rollback(to: target))
    return (tree, previous)
  }

  /// Forgets that a release failed its trial or was rolled back, so that an update can select it.
  ///
  /// A release that was never confirmed needs a new trial. The active release does not change.
  ///
  /// - Parameter tree: The release to unblock. `nil` unblocks all.
  /// - Returns: The unblocked releases. Empty if nothing has changed.
  /// - Throws: ``SandboxError`` or `FileError`. The sandbox is then unchanged.
  func unblock(_ tree: TreeHash? = nil) throws -> [TreeHash] {
    var sandbox = try openInstalled()
    defer { try? sandbox.store.staging.clear() }
    let avoided = sandbox.state.avoided
    try sandbox.perform(.unblock(tree))
    return avoided.filter { !sandbox.state.avoided.contains($0) }
  }

  /// The result of deleting unreferenced files.
  package struct Cleanup: Sendable {
    package internal(set) var deleted: [TreeHash] = []
    /// Errors for files that could not be deleted.
    ///
    /// The next command tries again.
    package private(set) var errors: [any ErosError] = []

    /// Adds an error unless an equal one is there.
    mutating func add(_ error: any ErosError) {
      if !errors.contains(where: { $0.problem == error.problem }) { errors.append(error) }
    }
  }

  /// Deletes unreferenced releases and what interrupted commands have left, as far as possible.
  ///
  /// - Throws: ``SandboxError`` or `FileError` if the sandbox cannot be opened or its state cannot
  ///   be recorded.
  package func collect() throws -> Cleanup {
    var sandbox = try openInstalled()
    // Records a rebuilt state before releases are deleted according to it.
    try sandbox.perform(.collect)
    var cleanup = sandbox.cleanup
    for error in sandbox.store.removeLeftovers() { cleanup.add(error) }
    return cleanup
  }

  // MARK: - Opening

  private func openInstalled() throws -> LockedSandbox { try open(canBeNew: false) }

  /// Opens the sandbox and takes its lock.
  func open(canBeNew: Bool) throws -> LockedSandbox {
    let root = try openRoot()
    if try !LockedSandbox.isSandbox(root) {
      guard canBeNew else { throw try LockedSandbox.missingSandbox(in: root) }
      try LockedSandbox.checkEmpty(root)
    }
    return try LockedSandbox(root, verifier: verifier, lockTimeout: lockTimeout)
  }

  /// Returns the recorded state, but takes no lock.
  ///
  /// If no state file is valid, rebuilds the state from the releases. A missing or empty folder has
  /// the state of an empty sandbox.
  ///
  /// - Throws: ``SandboxError`` if the folder contains other files, or a newer version wrote the
  ///   state. `FileError`.
  package func currentState() throws -> SandboxState {
    let root: Folder
    do { root = try openRoot() } catch SandboxError.empty { return SandboxState() }
    guard try LockedSandbox.isSandbox(root) else {
      try LockedSandbox.checkEmpty(root)
      return SandboxState()
    }
    let store = ReleaseStore(root: root, verifier: verifier)
    return try SandboxStateFiles(root).state ?? SandboxState(rebuiltFrom: store)
  }

  /// Opens the folder.
  ///
  /// - Throws: ``SandboxError/foreignOwner(path:)`` or
  ///   ``SandboxError/writableByOthers(path:item:permissions:)`` if another user can replace the
  ///   releases.
  func openRoot() throws -> Folder {
    let root: Folder
    do {
      root = try Folder(path, creating: .ownerOnly)
    } catch {
      throw error.reason == .noSuchFileOrDirectory ? SandboxError.empty(path: path) : error
    }
    guard storageHasOwners else { return root }
    switch try root.foreignControl() {
    case .owner(let path): throw SandboxError.foreignOwner(path: path)
    case .writers(let item, let permissions):
      // The remedy is for the folder, because it mends all items.
      throw SandboxError.writableByOthers(
        path: path, item: item == path ? nil : item, permissions: permissions)
    case nil: return root
    }
  }
}
