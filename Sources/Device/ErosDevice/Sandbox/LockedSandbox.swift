import ErosBundle
import ErosCore
import ErosFiles
import SystemPackage

/// A sandbox with its lock held.
///
/// Performs the actions that ``SandboxState/step(_:)`` requires.
struct LockedSandbox {
  /// The links at the paths of the old layout.
  private static let partLinks = ReleaseStore.Part.allCases.map(\.rawValue)
  static let currentLink = "current"

  let store: ReleaseStore
  private(set) var state: SandboxState
  /// The state when the lock was taken.
  let initialState: SandboxState
  /// `true` if neither state file was readable, so the state was rebuilt.
  let isRebuilt: Bool
  /// The reason why the links could not be updated.
  private(set) var linkError: FileError?
  /// The result of the last deletion of releases.
  ///
  /// If it failed, the next command repeats it.
  private(set) var cleanup = Sandbox.Cleanup()

  private let root: Folder
  private let lock: FolderLock
  private var files: SandboxStateFiles
  /// `true` if ``state`` differs from the state files.
  private var isUnrecorded: Bool
  /// Fully verified while this lock was held.
  private var verified: Set<TreeHash> = []

  /// Takes the lock, deletes what interrupted commands have left, and reads the state.
  ///
  /// If neither state file is valid, rebuilds the state from the intact releases.
  init(_ root: Folder, verifier: BundleVerifier, lockTimeout: TimeLength) throws {
    self.root = root
    lock = try Self.lock(root, timeout: lockTimeout)
    store = ReleaseStore(root: root, verifier: verifier)
    files = try SandboxStateFiles(root)
    try root.removeStagedFiles()
    if let releases = try store.folder() {
      try store.staging.restoreExchanged(in: releases) { TreeHash($0) != nil }
    }
    // If this fails, the next command tries again.
    try? store.staging.clear()
    state = try files.state ?? SandboxState(rebuiltFrom: store)
    initialState = state
    isRebuilt = files.state == nil && state != SandboxState()
    isUnrecorded = isRebuilt
  }

  private static func lock(_ root: Folder, timeout: TimeLength) throws -> FolderLock {
    do throws(FileError) {
      if let lock = try root.lock(timeout: timeout) { return lock }
    } catch {
      switch error.reason {
      case .isDirectory, .tooManySymbolicLinkLevels:
        throw SandboxError.pathOccupied(root.path + "/" + Folder.lockName)
      default: throw error
      }
    }
    throw SandboxError.busy(path: root.path)
  }

  /// Returns `true` if `root` is a sandbox.
  ///
  /// A sandbox contains a valid state file, a release, or the link `current` to a release. No other
  /// folder may be changed, or even locked.
  ///
  /// - Throws: `FileError` if files that may belong to a sandbox cannot be read now.
  static func isSandbox(_ root: Folder) throws -> Bool {
    try [hasRecord, ReleaseStore.existsRelease].containsDespiteErrors { try $0(root) }
  }

  /// Returns `true` if `root` contains a valid state file, or the link `current` to a release.
  ///
  /// - Throws: `FileError` if the link and the state files cannot be read now.
  static func hasRecord(_ root: Folder) throws -> Bool {
    // Every launch checks the link, which is cheapest to read, so it comes first.
    try [isLinked, SandboxStateFiles.existValid].containsDespiteErrors { try $0(root) }
  }

  private static func isLinked(_ root: Folder) throws -> Bool {
    try root.linkTarget(currentLink).flatMap { ReleaseStore.release(at: $0) } != nil
  }

  /// Checks that a sandbox can be created in a folder.
  ///
  /// The folder may contain only what an interrupted first installation has left.
  ///
  /// - Throws: ``SandboxError/notEmpty(path:name:)`` if it contains anything else.
  static func checkEmpty(_ root: Folder) throws {
    guard let name = try unknownName(in: root) else { return }
    // Another process may have completed the first installation.
    guard try isSandbox(root) else { throw SandboxError.notEmpty(path: root.path, name: name) }
  }

  /// Returns the error for a command in a folder that is not a sandbox.
  ///
  /// - Throws: `FileError` if the folder cannot be examined now.
  static func missingSandbox(in root: Folder) throws -> SandboxError {
    guard let name = try unknownName(in: root) else { return .empty(path: root.path) }
    return .notSandbox(path: root.path, name: name)
  }

  /// Returns the first name that no interrupted first installation or download can have created.
  private static func unknownName(in root: Folder) throws -> String? {
    try root.names().sorted().first { name in
      try unlessDamaged { () throws(FileError) in try isLeftover(name, in: root) } != true
    }
  }

  /// Returns `true` if an interrupted first installation or download may have created `name`.
  private static func isLeftover(_ name: String, in root: Folder) throws(FileError) -> Bool {
    switch name {
    case Folder.lockName: try root.hasEmptyFile(name)
    // A fetch that failed before the first installation has recorded its decision.
    case DecisionRecorder.name: try root.status(of: name)?.kind == .file
    case StagingArea.name: try StagingArea(in: root).containsOnlyOwnEntries()
    case ReleaseStore.releases: try root.openFolder(name).names().isEmpty
    case UpdateFolders.trust, UpdateFolders.downloads:
      try UpdateFolders.containsOnlyOwnFiles(name, in: root)
    case let name where partLinks.contains(name): try root.linkTarget(name) == linkTarget(of: name)
    default: Folder.isStaged(name)
    }
  }

  /// Returns the resulting state and last action of an event that is not performed.
  func preview(_ event: SandboxEvent) -> (state: SandboxState, response: SandboxAction?) {
    let (next, actions) = state.step(event)
    return (next, actions.last)
  }

  /// Applies an event to the state in memory.
  ///
  /// The next ``perform(_:)`` records the state.
  mutating func apply(_ event: SandboxEvent) {
    let (next, actions) = state.step(event)
    state = next
    isUnrecorded = isUnrecorded || actions.contains(.record)
  }

  /// Applies an event and performs its actions.
  ///
  /// - Returns: The last action: the release to run, or the reason for a refusal.
  @discardableResult
  mutating func perform(_ event: SandboxEvent) throws -> SandboxAction? {
    let (next, actions) = state.step(event)
    if isUnrecorded || actions.contains(.record) {
      try store.restrict(for: next)
      try files.write(next)
      isUnrecorded = false
    } else if !files.damaged.isEmpty {
      // The other file contains the state. This write only restores the second copy.
      try? files.write(next)
    }
    state = next
    store.updateMarks(for: next)
    for action in actions {
      switch action {
      case .record, .run, .refuse: break
      case .link(let tree): link(tree)
      case .collect(let trees): cleanup = store.collect(keeping: trees)
      }
    }
    return actions.last
  }

  /// Calls `body`.
  ///
  /// If the disk is full, deletes the last failed release and calls it again.
  mutating func freeingSpace<Result>(
    _ body: (LockedSandbox) throws -> Result
  ) throws -> Result {
    do {
      return try body(self)
    } catch let error as FileError where error.isDiskFull && state.failed != nil {
      try perform(.discardFailed)
      try? store.staging.clear()
      return try body(self)
    }
  }

  /// Installs the embedded bundle, unless it is already recorded.
  mutating func installEmbedded(
    _ bundle: DeliveredBundle
  ) throws -> (release: InstalledRelease, source: SHA256Digest) {
    if let embedded = state.embedded, try bundle.source() == embedded.source {
      return (embedded.release, embedded.source)
    }
    // The embedded bundle is trusted.
    let staged = try freeingSpace { try $0.store.stage(bundle) { _ in nil } }
    let release = try store.commit(staged)
    apply(.repaired(release))
    verified.insert(release.tree)
    return (release, staged.source)
  }

  /// Verifies and repairs a release, unless it was verified while this lock was held.
  func verifyAndRepair(
    _ release: InstalledRelease, from bundle: DeliveredBundle?
  ) throws -> ReleaseStore.Integrity {
    verified.contains(release.tree) ? .intact : try store.verifyAndRepair(release, from: bundle)
  }

  private mutating func link(_ tree: TreeHash) {
    do {
      try set(Self.currentLink, to: ReleaseStore.path(of: tree))
      for name in Self.partLinks { try set(name, to: Self.linkTarget(of: name)) }
    } catch {
      linkError = error
    }
  }

  private static func linkTarget(of part: String) -> String { currentLink + "/" + part }

  private func set(_ name: String, to target: String) throws(FileError) {
    let present = try root.linkTarget(name)
    guard present != target else { return }
    let isTaken = try root.has(name)
    // The sandbox creates only links with these names, so any other file is unknown.
    guard present != nil || !isTaken else {
      throw FileError(.create, root.path + "/" + name, .fileExists)
    }
    try root.link(name, to: target)
  }
}

extension SandboxState {
  /// Rebuilds a sandbox's state from its releases and their marks.
  ///
  /// Releases that have no mark count as confirmed, newest first, followed by withdrawn releases.
  /// The newest unconfirmed release is pending if it is newer than the confirmed releases. Blocked
  /// releases stay blocked.
  ///
  /// - Throws: `FileError` if a release cannot be read, unless `skippingUnreadable` is `true`.
  init(rebuiltFrom store: ReleaseStore, skippingUnreadable: Bool = false) throws {
    self.init()
    var unconfirmed: [InstalledRelease] = []
    var left: [InstalledRelease] = []
    for tree in try store.present() {
      do {
        let mark = try store.mark(of: tree)
        if case .blocked(let reason, let count) = mark {
          blocked.append(Blocked(release: tree, reason: reason, count: count))
          continue
        }
        guard let release = try store.identify(tree) else { continue }
        switch mark {
        case .withdrawn: left.append(release)
        case .unconfirmed: unconfirmed.append(release)
        case nil, .blocked: confirmed.append(release)
        }
      } catch {
        guard skippingUnreadable else { throw error }
      }
    }
    let newestFirst = { (release: InstalledRelease, other: InstalledRelease) in
      (release.timestamp, release.tree) > (other.timestamp, other.tree)
    }
    confirmed.sort(by: newestFirst)
    let newestConfirmed = confirmed.first
    confirmed += left.sorted(by: newestFirst)
    withdrawn = left.map(\.tree)
    blocked = Array(blocked.prefix(Self.maximumBlockedCount))
    failed = blocked.first?.release
    if let newest = unconfirmed.min(by: newestFirst),
      newestConfirmed.map({ newestFirst(newest, $0) }) ?? true
    {
      pending = newest
    }
  }
}
