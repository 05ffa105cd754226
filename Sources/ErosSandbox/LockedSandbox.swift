import ErosBundle
import ErosCore
import ErosFiles
import SystemPackage

/// A sandbox whose lock is held: carries out what ``SandboxState/step(_:)`` says.
struct LockedSandbox {
  /// The links under which code that knows only the old layout finds everything.
  private static let partLinks = ReleaseStore.Part.allCases.map(\.rawValue)
  static let currentLink = "current"

  let store: ReleaseStore
  private(set) var state: SandboxState
  /// The state as it was when the lock was taken.
  let found: SandboxState
  /// Whether the state could not be read, and was made anew.
  let isRebuilt: Bool
  /// Why the links could not be set, after everything that counts was done.
  private(set) var linkError: FileError?

  private let root: Folder
  private let lock: FolderLock
  private var files: SandboxStateFiles
  /// Whether the state files do not say what ``state`` says.
  private var isUnrecorded: Bool
  /// The releases every byte of which was checked under this lock.
  private var checked: Set<TreeHash> = []

  /// Takes the lock, deletes what an interrupted process left, and reads the state.
  ///
  /// Where no state can be read, it is made anew from the releases that are there and whole.
  init(_ root: Folder, verifier: BundleVerifier, lockTimeout: Duration) throws {
    guard let lock = try root.lock(timeout: lockTimeout) else {
      throw SandboxError.busy(path: root.path)
    }
    self.root = root
    self.lock = lock
    store = ReleaseStore(root: root, verifier: verifier)
    files = try SandboxStateFiles(root)
    try root.removeStagedFiles()
    if let releases = try store.folder() {
      store.staging.restoreExchanged(in: releases) { TreeHash($0) != nil }
    }
    // What cannot be deleted now is tried again the next time.
    try? store.staging.clear()
    state = try files.state ?? SandboxState(rebuiltFrom: store)
    found = state
    isRebuilt = files.state == nil && state != SandboxState()
    isUnrecorded = isRebuilt
  }

  /// Whether something was installed in a folder, whatever became of the state since.
  ///
  /// Any other folder is somebody else's: nothing in it may be deleted, not even locked.
  static func isSandbox(_ root: Folder) throws -> Bool {
    if try SandboxStateFiles.names.contains(where: { try root.has($0) }) { return true }
    guard try root.has(Folder.lockName), try root.has(ReleaseStore.releases) else { return false }
    let names = try root.openFolder(ReleaseStore.releases).names()
    return !names.isEmpty && names.allSatisfy { TreeHash($0) != nil }
  }

  /// Checks that a folder that is no sandbox can become one.
  ///
  /// - Throws: ``SandboxError/inTheWay(_:)`` where something of somebody else's has a name that the
  ///   sandbox needs.
  static func checkNames(_ root: Folder) throws {
    for name in [currentLink] + partLinks
    where try root.has(name) && root.linkTarget(name) == nil {
      throw SandboxError.inTheWay(root.path + "/" + name)
    }
    guard (try? StagingArea(in: root).containsOnlyOwnEntries()) == true else {
      throw SandboxError.inTheWay(root.path + "/" + StagingArea.name)
    }
    guard try canHoldReleases(root) else {
      throw SandboxError.inTheWay(root.path + "/" + ReleaseStore.releases)
    }
  }

  /// Whether everything among the releases can be ours; whoever makes one has made the lock before.
  private static func canHoldReleases(_ root: Folder) throws -> Bool {
    guard try root.has(ReleaseStore.releases) else { return true }
    guard let names = try? root.openFolder(ReleaseStore.releases).names() else { return false }
    return try root.has(Folder.lockName)
      ? names.allSatisfy { TreeHash($0) != nil } : names.isEmpty
  }

  /// Says what an event would make of the state, without doing anything.
  func answer(to event: SandboxEvent) -> (state: SandboxState, answer: SandboxAction?) {
    let (next, actions) = state.step(event)
    return (next, actions.last)
  }

  /// Takes an event into account that others are to follow before anything is recorded.
  mutating func note(_ event: SandboxEvent) {
    let (next, actions) = state.step(event)
    state = next
    isUnrecorded = isUnrecorded || actions.contains(.record)
  }

  /// Carries out what follows from an event.
  ///
  /// - Returns: the last action: what to run, or why nothing was done.
  @discardableResult
  mutating func carryOut(_ event: SandboxEvent) throws -> SandboxAction? {
    let (next, actions) = state.step(event)
    // Also what was noted before is still to be recorded.
    if isUnrecorded || actions.contains(.record) {
      try files.write(next)
      isUnrecorded = false
    } else if !files.damaged.isEmpty {
      // The other one says all; but there shall be two of them again.
      try? files.write(next)
    }
    state = next
    for action in actions {
      switch action {
      case .record, .run, .refuse: break
      case .link(let tree): link(tree)
      // Nothing depends on it, and the next start tries again.
      case .collect(let kept): try? store.collect(keeping: kept)
      }
    }
    return actions.last
  }

  /// Unpacks the app's own bundle if it is another one than before.
  mutating func takeIn(
    _ bundle: DeliveredBundle
  ) throws -> (release: InstalledRelease, source: SHA256Digest) {
    if let known = state.embedded, try bundle.source() == known.source {
      return (known.release, known.source)
    }
    let staged = try store.stage(bundle)
    let release = try store.place(staged)
    note(.repaired(release))
    checked.insert(release.tree)
    return (release, staged.source)
  }

  /// Checks every byte of a release and repairs it, unless that was done since the lock was taken.
  func makeWhole(
    _ release: InstalledRelease, from bundle: DeliveredBundle?
  ) throws -> ReleaseStore.Condition {
    checked.contains(release.tree) ? .whole : try store.makeWhole(release, from: bundle)
  }

  private mutating func link(_ tree: TreeHash) {
    do {
      try set(Self.currentLink, to: ReleaseStore.place(tree))
      for name in Self.partLinks { try set(name, to: Self.currentLink + "/" + name) }
    } catch {
      linkError = error
    }
  }

  private func set(_ name: String, to target: String) throws(FileError) {
    let present = root.linkTarget(name)
    guard present != target else { return }
    let isTaken = try root.has(name)
    // What is no link is somebody else's.
    guard present != nil || !isTaken else {
      throw FileError(.create, root.path + "/" + name, .fileExists)
    }
    try root.link(name, to: target)
  }
}

extension SandboxState {
  /// The state of a sandbox of which only the releases are left.
  ///
  /// Nobody knows which of them worked. The newest one that is whole has to show it again, and the
  /// others count as confirmed; all of them are kept until then. A release that may not be read ends
  /// this, unless `skippingUnreadable`.
  init(rebuiltFrom store: ReleaseStore, skippingUnreadable: Bool = false) throws {
    self.init()
    let releases = try store.present().compactMap { tree in
      do {
        return try store.identify(tree)
      } catch {
        guard skippingUnreadable else { throw error }
        return nil
      }
    }
    let newest = releases.sorted { ($0.timestamp, $0.tree) > ($1.timestamp, $1.tree) }
    pending = newest.count > 1 ? newest.first : nil
    confirmed = newest.count > 1 ? Array(newest.dropFirst()) : newest
  }
}
