public import ErosBundle
public import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The folder in which an app keeps its releases, and in which a kill at any instant breaks nothing.
///
/// A release is unpacked and verified in `staging/`, made durable, and only then takes its place
/// under `releases/` by one rename. What counts is written last. See `docs/sandbox.md` for the
/// layout.
///
/// Each call takes the sandbox's lock for as long as it runs, also against other processes.
public struct Sandbox: Sendable {
  /// The sandbox's folder, as the caller named it.
  public let path: String

  let verifier: BundleVerifier
  private let lockTimeout: Duration

  /// Names a sandbox; ``launch(embedded:kind:app:attempts:token:now:)`` makes the folder if it is
  /// missing.
  ///
  /// Another process that holds the sandbox is waited for as long as `lockTimeout` says.
  public init(_ path: String, verifier: BundleVerifier, lockTimeout: Duration = .seconds(10)) {
    self.path = path
    self.verifier = verifier
    self.lockTimeout = lockTimeout
  }

  // MARK: - Starting

  /// What the app is to run.
  public struct Launch: Sendable {
    /// The release to run.
    public let release: TreeHash
    /// The folder that holds the pages.
    public let path: String
    /// Why it is this one.
    public let reason: SandboxRun.Reason
    /// What ``Sandbox/confirm(token:)`` wants when the release works; `nil` without a trial.
    public let token: String?
    /// The release that was active before, if it was another one.
    public let previous: TreeHash?
    /// What was wrong and did not stop the start.
    public let notes: [SandboxNote]

    /// Why the start could not do all that was asked; what runs is whole all the same.
    public var failure: (any ErosError)? { notes.failure }
  }

  /// Chooses the release to run, as an app does at its start, and checks every byte of it.
  ///
  /// `embedded` opens the bundle that the app itself carries; it is unpacked at the first start, and when
  /// the app brings a newer one. A release that was staged is tried: the app calls
  /// ``confirm(token:)`` when it works, and after `attempts` starts without that it is blocked. A
  /// release that is damaged is repaired, or else the one before it runs.
  ///
  /// When the app's bundle cannot be taken in, or the choice cannot be checked, repaired or recorded (a
  /// file that may not be read, a full disk), something that is whole and known to work runs all the
  /// same, and ``Launch/failure`` says what happened.
  ///
  /// When this returns, the choice is durable. `token` must be one that nobody can guess, of at most 256
  /// bytes, and `now` is in milliseconds since 1970.
  ///
  /// - Throws: ``SandboxError``, `FileError`, when there is nothing to run. What ran before runs at the
  ///   next start.
  public func launch(
    embedded: @autoclosure () throws -> DeliveredBundle? = nil, kind: LaunchKind = .foreground,
    app: NativeApp? = nil, attempts: Int = SandboxEvent.Start.defaultAttempts,
    token: String = Self.freshToken(), now: Int64
  ) throws -> Launch {
    precondition(token.utf8.count <= 256, "a token has at most 256 bytes")
    var notes: [SandboxNote] = []
    let bundle = try orNote(&notes) { try embedded() }
    if bundle != nil { try createFolders(path) }
    var sandbox: LockedSandbox
    do {
      sandbox = try open(canBeNew: bundle != nil)
    } catch let error as any ErosError {
      // What is there is whole, but may be about to change; or nobody knows what it says.
      if case SandboxError.busy = error { throw error }
      if case SandboxError.laterVersion = error { throw error }
      return try runKnownGood(for: app, instead: error, notes)
    }
    defer { try? sandbox.store.staging.clear() }
    do {
      let taken = try bundle.flatMap { bundle in
        try orNote(&notes) { try sandbox.takeIn(bundle) }
      }
      let start = SandboxEvent.Start(
        kind: kind, embedded: taken, app: app, token: token, now: now, attempts: attempts)
      return try run(start, bundle, in: &sandbox, notes)
    } catch let error as any ErosError {
      return try runKnownGood(for: app, in: sandbox, instead: error, notes)
    }
  }

  /// Gets something of the app's own bundle; why there is none becomes a note.
  private func orNote<Result>(
    _ notes: inout [SandboxNote], _ body: () throws -> Result?
  ) throws -> Result? {
    do {
      return try body()
    } catch let error as any ErosError {
      notes.append(.bundleNotTaken(error))
      return nil
    }
  }

  private func run(
    _ asked: SandboxEvent.Start, _ embedded: DeliveredBundle?, in sandbox: inout LockedSandbox,
    _ notes: [SandboxNote]
  ) throws -> Launch {
    var start = asked
    let blocked = sandbox.state.blocked
    let damage = try settle(&start, embedded, in: &sandbox)
    // Nothing is given up as long as there is nothing else.
    guard case .run(let run)? = sandbox.answer(to: .launch(start)).answer else {
      throw notes.failure ?? damage.first.map { SandboxError.damaged(path: path, $0.release) }
        ?? SandboxError.empty(path: path)
    }
    try sandbox.carryOut(.launch(start))
    let reason = !damage.isEmpty && run.reason != .trial ? .recovered : run.reason
    return Launch(
      release: run.release, path: pages(of: run.release), reason: reason, token: run.token,
      previous: run.previous,
      notes: notes + (sandbox.isRebuilt && reason != .firstRun ? [.stateLost] : [])
        + damage.map { $0.isRepaired ? .repaired($0.release) : .gaveUp($0.release) }
        + sandbox.state.blocked.filter { !blocked.contains($0) }.map { .trialFailed($0) }
        + needsNewerApp(run.release, sandbox.state, start.app)
        + (sandbox.linkError.map { [.linksNotSet($0)] } ?? []))
  }

  /// Runs the best release that is whole and known to work, without changing anything.
  ///
  /// - Throws: `error` when there is none.
  private func runKnownGood(
    for app: NativeApp?, in sandbox: LockedSandbox? = nil, instead error: any ErosError,
    _ notes: [SandboxNote]
  ) throws -> Launch {
    guard let root = try? openRoot(), (try? LockedSandbox.isSandbox(root)) == true else {
      throw notes.failure ?? error
    }
    let store = ReleaseStore(root: root, verifier: verifier)
    guard (try? store.folder()) != nil else { throw error }
    let found =
      try sandbox?.found ?? SandboxStateFiles(skippingUnreadable: root).state
      ?? SandboxState(rebuiltFrom: store, skippingUnreadable: true)
    let whole = found.knownGood(for: app).first { release in
      // An equal release with other files beside it may have taken the place just now.
      [release, sandbox?.state.release(release.tree)].compactMap(\.self)
        .contains { (try? store.hasItsPages($0)) == true }
    }
    guard let tree = whole?.tree else { throw notes.failure ?? error }
    let isActive = tree == found.active
    return Launch(
      release: tree, path: pages(of: tree), reason: isActive ? .confirmed : .recovered, token: nil,
      previous: isActive ? nil : found.active, notes: notes + [.startNotDone(error)])
  }

  private func pages(of tree: TreeHash) -> String { path + "/" + ReleaseStore.place(tree, .pages) }

  /// A token that nobody can guess.
  public static func freshToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let half = { String(generator.next() as UInt64 | 1 << 63, radix: 16) }
    return half() + half()
  }

  /// Repairs what is to run, or takes it out, until what is to run is whole.
  ///
  /// - Returns: what was damaged.
  private func settle(
    _ start: inout SandboxEvent.Start, _ embedded: DeliveredBundle?, in sandbox: inout LockedSandbox
  ) throws -> [(release: TreeHash, isRepaired: Bool)] {
    var damage: [(release: TreeHash, isRepaired: Bool)] = []
    while case (let next, .run(let run)?) = sandbox.answer(to: .launch(start)),
      let release = next.release(run.release)
    {
      let isOwn = release.tree == start.embedded?.tree
      switch try sandbox.makeWhole(release, from: isOwn ? embedded : nil) {
      case .whole: return damage
      case .repaired(let repaired):
        sandbox.note(.repaired(repaired))
        if isOwn { start.embedded = repaired }
        return damage + [(release.tree, true)]
      case .lost:
        sandbox.note(.lost(release.tree))
        // It would be taken in again and again.
        if isOwn { start.embedded = nil }
        damage.append((release.tree, false))
      }
    }
    return damage
  }

  private func needsNewerApp(
    _ tree: TreeHash, _ state: SandboxState, _ app: NativeApp?
  ) -> [SandboxNote] {
    guard let app, let release = state.release(tree), !release.runs(on: app),
      let requirement = release.requirement(of: app)
    else { return [] }
    return [.needsNewerApp(tree, requirement)]
  }

  // MARK: - Updates

  /// What became of a bundle that was staged.
  public struct Staging: Sendable {
    /// What a staged bundle has become.
    public enum Outcome: Hashable, Sendable {
      /// The next start in the foreground tries it, or waits until the app is new enough.
      case pending
      /// It is on trial already.
      case onTrialAlready
      /// It runs already, and is known to work.
      case runsAlready
    }

    /// The release that was staged.
    public let release: TreeHash
    /// What has become of it.
    public let outcome: Outcome
    /// The version of the app that it waits for, as far as the app is known.
    public let waitsFor: NativeVersion?
    /// Whether it waits for the end of a trial.
    public let waitsForTrial: Bool
    /// Whether the zip that is kept is the very one that was delivered, or that the patch was made to.
    ///
    /// If not, its files are the same, but it is no base for a BSDIFF40 patch.
    public let isIdentical: Bool
  }

  /// Verifies a downloaded bundle and keeps it for the next start.
  ///
  /// It may be a patch of either format instead of a whole zip: it is applied to the active release, a
  /// content delta also to another one that is kept, and what comes out is verified.
  ///
  /// When this returns, it is durable. A bundle that was staged before and not started yet is given
  /// up; a trial that is under way goes on.
  ///
  /// - Throws: ``SandboxError``, also for a release that failed its trial before; `DeltaError` for a patch
  ///   that does not fit; `FileError`. The sandbox is then as it was before.
  public func stage(_ bundle: DeliveredBundle) throws -> Staging {
    var sandbox = try openInstalled()
    defer { try? sandbox.store.staging.clear() }
    let (staged, isIdentical) = try sandbox.stage(bundle)
    if case .refuse(.blocked(let entry))? = sandbox.answer(to: .stage(staged.release)).answer {
      throw SandboxError.blocked(bundle: bundle.zip.path, entry)
    }
    // An equal release that works is not replaced by one that says something else of itself.
    let tree = staged.release.tree
    let release = try sandbox.store.place(
      staged,
      keepingWhole: sandbox.state.isKnownGood(tree) || sandbox.state.trial?.release.tree == tree)
    // The files beside the pages may be others than those of a damaged one that was there.
    sandbox.note(.repaired(release))
    let answer = try sandbox.carryOut(.stage(release))
    let outcome: Staging.Outcome =
      switch answer {
      case .refuse(.onTrialAlready): .onTrialAlready
      case .refuse(.runsAlready): .runsAlready
      default: .pending
      }
    return Staging(
      release: staged.release.tree, outcome: outcome,
      waitsFor: outcome == .pending ? sandbox.state.pendingWaitsFor : nil,
      waitsForTrial: outcome == .pending && sandbox.state.trial != nil,
      isIdentical: isIdentical && release.digests.zip == staged.release.digests.zip)
  }

  /// What became of a confirmation.
  public enum Confirmation: Hashable, Sendable {
    /// The release is known to work now.
    case confirmed(TreeHash)
    /// Nothing is on trial, and the active release is known to work.
    case nothingOnTrial(active: TreeHash?)
    /// The token is not that of the current trial; nothing was changed.
    case staleToken
  }

  /// Records that the release on trial works.
  ///
  /// When this returns, it is durable: the release is confirmed, and the next start needs no trial.
  ///
  /// `token` is that of the launch; `nil` confirms whatever is on trial, which only somebody may do who
  /// has seen it run.
  ///
  /// - Throws: ``SandboxError``, `FileError`; the trial then goes on.
  public func confirm(token: String?) throws -> Confirmation {
    var sandbox = try openInstalled()
    let answer = try sandbox.carryOut(.confirm(token: token))
    if let last = sandbox.state.lastConfirmed, last.token == token {
      return .confirmed(last.release)
    }
    switch answer {
    case .refuse(.nothingOnTrial): return .nothingOnTrial(active: sandbox.state.active)
    case .refuse: return .staleToken
    default: return sandbox.state.active.map { .confirmed($0) } ?? .nothingOnTrial(active: nil)
    }
  }

  /// Goes back to a release that is known to work, and returns it with the one that was active.
  ///
  /// The next start runs it. A release on trial is blocked; one that was staged stays pending.
  ///
  /// - Throws: ``SandboxError``, `FileError`; nothing is changed then.
  public func rollBack(
    to target: RollbackTarget = .previous
  ) throws -> (release: TreeHash, previous: TreeHash?) {
    var sandbox = try openInstalled()
    defer { try? sandbox.store.staging.clear() }
    let previous = sandbox.state.active
    let (next, answer) = sandbox.answer(to: .rollback(to: target))
    if case .refuse(let refusal)? = answer {
      throw SandboxError.cannotRollBack(path: path, refusal)
    }
    guard let tree = next.active, let release = next.release(tree) else {
      throw SandboxError.cannotRollBack(path: path, .nothingToGoBackTo)
    }
    switch try sandbox.makeWhole(release, from: nil) {
    case .whole: break
    case .repaired(let repaired): sandbox.note(.repaired(repaired))
    case .lost: throw SandboxError.damaged(path: path, tree)
    }
    try sandbox.carryOut(.rollback(to: target))
    return (tree, previous)
  }

  /// Deletes every release that nothing refers to, and what was left unfinished.
  ///
  /// - Returns: the names of the releases that were deleted.
  /// - Throws: ``SandboxError``, `FileError`; what could not be deleted stays.
  public func collect() throws -> [TreeHash] {
    var sandbox = try openInstalled()
    let before = try sandbox.store.present()
    // Records a state that was made anew, before anything is deleted by it.
    try sandbox.carryOut(.collect)
    guard sandbox.state.active != nil else { return [] }
    try sandbox.store.collect(keeping: sandbox.state.references)
    let after = Set(try sandbox.store.present())
    return before.filter { !after.contains($0) }
  }

  // MARK: - Opening

  private func openInstalled() throws -> LockedSandbox { try open(canBeNew: false) }

  private func open(canBeNew: Bool) throws -> LockedSandbox {
    let root = try openRoot()
    if try !LockedSandbox.isSandbox(root) {
      guard canBeNew else { throw SandboxError.empty(path: path) }
      try LockedSandbox.checkNames(root)
    }
    return try LockedSandbox(root, verifier: verifier, lockTimeout: lockTimeout)
  }

  /// Opens the sandbox's folder.
  func openRoot() throws -> Folder {
    do {
      return try Folder(path)
    } catch {
      throw error.reason == .noSuchFileOrDirectory ? SandboxError.empty(path: path) : error
    }
  }
}

extension [SandboxNote] {
  /// The first error among the notes.
  fileprivate var failure: (any ErosError)? {
    for note in self {
      switch note {
      case .bundleNotTaken(let error), .startNotDone(let error): return error
      default: continue
      }
    }
    return nil
  }
}
