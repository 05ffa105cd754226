import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust

/// One check or fetch.
///
/// Holds the lock on the device's folders.
struct FetchUpdate {
  private let fetcher: Fetcher
  private let app: NativeApp?
  private let id: DeviceID
  private let tester: TesterID?
  /// Also `true` for an invalid identifier.
  private let hasTester: Bool
  private let trace: UpdateTrace
  private let now: Timestamp
  private let folder: DeviceFolder
  private let metadataTraffic = StoreTraffic()
  private let artifactTraffic = StoreTraffic()
  private var record: CheckRecord
  /// `nil` if the list was not needed.
  private var isTester: Bool?
  /// `nil` if no listed release asks for testers.
  private var testerState: Decision.Tester?

  init(
    _ fetcher: Fetcher, app: NativeApp?, id: String?, tester: String?, now: Timestamp,
    _ trace: UpdateTrace = UpdateTrace()
  ) throws {
    self.fetcher = fetcher
    self.app = app
    self.now = now
    // An invalid identifier is in no list. It must not cost the device its updates.
    self.tester = tester.flatMap { TesterID($0) }
    hasTester = tester != nil
    self.trace = trace
    // Refuses a folder with other files before anything is created in it.
    _ = try fetcher.sandbox.currentState()
    folder = try DeviceFolder(
      fetcher.sandbox.path, lockTimeout: fetcher.settings.lockTimeout)
    if let id {
      guard let id = DeviceID(id) else { throw FetchError.badID }
      self.id = id
    } else {
      self.id = try folder.id()
    }
    record = try folder.record()
  }

  // MARK: - Check

  mutating func check() async throws -> FetchResult {
    let (contents, state, expires) = try await updateMetadata()
    let decision = try decide(contents, state)
    guard case .install(let artifacts) = decision.outcome, let first = artifacts.first,
      try decision.release.flatMap({ try keptBundle(of: $0) }) == nil
    else { return result(decision, nil, expires: expires) }
    let artifact = FetchResult.Artifact(
      form: first.form, result: nil, reason: nil, bytes: UInt64(clamping: first.file.length),
      base: first.base)
    return result(decision, artifact, expires: expires)
  }

  /// Updates the metadata, and records the check.
  private mutating func updateMetadata() async throws -> (
    ChannelContents, SandboxState, expires: Timestamp
  ) {
    let metadata: ChannelUpdate.Metadata
    do {
      if let changed = try ChannelUpdate.trustAppRoot(fetcher, folder) { record = changed }
      let store = fetcher.store.reader(fetcher.settings, counting: metadataTraffic)
      let update = try ChannelUpdate(
        fetcher, folder, store, record.tag, now: now.milliseconds)
      defer { if update.hasVerified { trace.verify() } }
      metadata = try await update.run()
      isTester = try await findTester(in: metadata.contents, of: store)
    } catch let error as any ErosError {
      throw Self.isFromStore(error)
        ? FetchError.failedCheck(
          of: fetcher.store.location, error, since: record[fetcher.channel].checked) : error
    }
    let state = try fetcher.sandbox.currentState()
    record.tag = metadata.tag
    record.add(
      fetcher.channel, metadata.contents.releases, checked: now,
      keeping: state.references)
    try folder.write(record)
    guard !metadata.contents.releases.isEmpty else {
      throw FetchError.noRelease(fetcher.channel.description)
    }
    return (metadata.contents, state, Timestamp(milliseconds: metadata.expires))
  }

  /// Looks for the device in the list of testers, or returns `nil` if the list is not needed.
  ///
  /// Downloads the list only if it or the identifier has changed.
  private mutating func findTester(
    in contents: ChannelContents, of store: any ObjectReader
  ) async throws -> Bool? {
    guard let list = contents.testers,
      contents.releases.contains(where: { !$0.isStopped && !$0.isForAll && $0.includesTesters })
    else { return nil }
    guard let tester else {
      testerState = hasTester ? .invalid : .notPassed
      return nil
    }
    let isFound = try await contains(tester, list, of: contents.name, in: store)
    testerState = isFound ? .listed : .notListed
    return isFound
  }

  private mutating func contains(
    _ tester: TesterID, _ list: ChannelContents.Testers, of channel: ChannelName,
    in store: any ObjectReader
  ) async throws -> Bool {
    let search = try SHA256Digest.of(Array("\(list.file.digest) \(tester.text)".utf8))
    if let answer = record[fetcher.channel].tester, answer.search == search {
      return answer.isFound
    }
    guard let key = StoreLayout.targetKey(list.path, list.file),
      list.file.length <= TesterList.maximumLength
    else { throw FetchError.damaged(list.path) }
    guard let (bytes, _) = try await store.read(key, limit: TesterList.maximumLength) else {
      throw FetchError.missing(list.path)
    }
    guard list.file.length == bytes.count, try list.file.digest.matches(bytes) else {
      throw FetchError.damaged(list.path)
    }
    let isFound = try TesterList(bytes, of: channel).contains(tester)
    record[fetcher.channel].tester = CheckRecord.Tester(search: search, isFound: isFound)
    return isFound
  }

  private func decide(
    _ contents: ChannelContents, _ state: SandboxState
  ) throws -> FetchDecision {
    var device = FetchDevice(
      state: state, numbers: record[fetcher.channel].numbers,
      foreign: record.foreignReleases(to: fetcher.channel), app: app ?? state.app, id: id,
      now: now.milliseconds)
    device.isTester = isTester ?? false
    device.lost = fetcher.sandbox.lostReleases(in: state)
    return try device.decide(contents)
  }

  /// Returns `true` if the store or the network is to blame.
  private static func isFromStore(_ error: any ErosError) -> Bool {
    switch error {
    case TrustError.noRoot, FetchError.noChannel, FetchError.noRelease, is SandboxError: false
    default: [.badData, .unavailable].contains(error.exitStatus)
    }
  }

  // MARK: - Update

  mutating func fetch(
    progress: @escaping @Sendable (Device.FetchStep) -> Void
  ) async throws -> FetchResult {
    progress(.checking)
    let (contents, recorded, expires) = try await updateMetadata()
    let state = try unstageForeignRelease(recorded)
    // The check succeeded, so the device is online, not behind a captive portal.
    var reports = ReportOutbox(
      fetcher.reports, folder, observing: state, decisions: fetcher.sandbox.decisions)
    do {
      let (decision, installed) = try await install(contents, state, progress)
      if let installed, installed.staging.outcome == .pending {
        reports?.add(
          .init(installed.artifact),
          of: .init(
            channel: fetcher.channel, from: state.active, to: installed.staging.release))
      }
      var result = self.result(decision, installed?.artifact, installed?.staging, expires: expires)
      result.reports = await reports?.send()
      return result
    } catch {
      if !(error is CancellationError) { _ = await reports?.send() }
      throw error
    }
  }

  /// Removes a staged release if the device has left its channel or store, so that no launch tries
  /// it.
  ///
  /// - Returns: The state afterwards.
  private func unstageForeignRelease(_ state: SandboxState) throws -> SandboxState {
    guard let pending = state.pending?.tree,
      record.foreignReleases(to: fetcher.channel).contains(pending)
    else { return state }
    return try fetcher.sandbox.unstage(pending)
  }

  /// Installs the selected release, if there is one.
  ///
  /// - Returns: The last decision, and what was installed.
  private mutating func install(
    _ contents: ChannelContents, _ state: SandboxState,
    _ progress: @escaping @Sendable (Device.FetchStep) -> Void
  ) async throws -> (FetchDecision, Installation?) {
    var decision = try decide(contents, state)
    var installed: Installation?
    while installed == nil, case .install(let artifacts) = decision.outcome,
      let release = decision.release, let last = artifacts.last
    {
      folder.removeDownloads(except: artifacts)
      record[fetcher.channel].numbers[release.tree] = release.number
      try folder.write(record)
      if let bundle = try keptBundle(of: release) {
        do {
          let staging = try stage(
            bundle, release, in: contents, &decision, total: bundle.zip.status.size, progress)
          installed = staging.map { Installation(of: $0) }
          continue
        } catch let error as any ErosError where Self.isDamage(error) {
          // The files have changed since they were verified, so they are downloaded.
        }
      }
      var reason: String?
      for artifact in artifacts {
        do {
          let staging = try await install(
            artifact, of: release, in: contents, &decision, progress: progress)
          installed = staging.map { Installation(artifact, $0, after: reason) }
          break
        } catch let error as any ErosError
          where artifact.path != last.path && Self.allowsFallback(error)
        {
          reason = error.description
        }
      }
    }
    folder.removeDownloads(except: [])
    return (decision, installed)
  }

  /// Returns a release's zip if the device still has it.
  ///
  /// This happens if the release failed there and the publisher asked for another try.
  private func keptBundle(of release: ChannelRelease) throws -> DeliveredBundle? {
    try fetcher.sandbox.keptBundle(
      of: release.tree, built: Timestamp(milliseconds: release.built))
  }

  /// Returns `true` if a bundle that the device has was not staged because it is damaged.
  private static func isDamage(_ error: any ErosError) -> Bool {
    switch error {
    case SandboxError.notVerified, SandboxError.unexpectedRelease: true
    case let error as FileError: error.isReading && error.indicatesDamage
    default: false
    }
  }

  /// A staged release and the file it came from.
  private struct Installation {
    /// `nil` if the device already had the release.
    let artifact: FetchResult.Artifact?
    let staging: Device.Staging

    /// For a release that the device already had.
    init(of staging: Device.Staging) {
      artifact = nil
      self.staging = staging
    }

    init(_ artifact: FetchArtifact, _ staging: Device.Staging, after reason: String?) {
      self.artifact = FetchResult.Artifact(
        form: artifact.form, result: reason == nil ? .applied : .fallback, reason: reason,
        bytes: UInt64(clamping: artifact.file.length), base: artifact.base)
      self.staging = staging
    }
  }

  /// Returns `true` if another artifact may succeed after this error.
  ///
  /// The full bundle can need less space than a patch.
  private static func allowsFallback(_ error: any ErosError) -> Bool {
    switch error {
    case is FileError: false
    case SandboxError.notVerified, SandboxError.unexpectedRelease, SandboxError.baseMissing,
      SandboxError.damaged:
      true
    case is SandboxError: false
    default: true
    }
  }

  /// Downloads an artifact and stages its release.
  ///
  /// Stages nothing if the sandbox has changed in the meantime so that the decision differs. If the
  /// disk is too full and deleting the last failed release would help, deletes it and decides
  /// again.
  ///
  /// - Returns: `nil` if the current decision differs from `decision`.
  private func install(
    _ artifact: FetchArtifact, of release: ChannelRelease, in contents: ChannelContents,
    _ decision: inout FetchDecision, progress: @escaping @Sendable (Device.FetchStep) -> Void
  ) async throws -> Device.Staging? {
    let client = ArtifactClient(
      store: fetcher.store.reader(fetcher.settings, counting: artifactTraffic),
      downloads: folder.downloads)
    let total = UInt64(clamping: artifact.file.length)
    try checkFailedBase(of: artifact)
    let file: ReadableFile
    do {
      file = try await client.download(artifact, needing: release.stagedSize(from: artifact)) {
        progress(.downloading(received: $0, total: total))
      }
    } catch let error as FetchError {
      guard try freeSpace(for: artifact, after: error) else { throw error }
      decision = try decide(contents, fetcher.sandbox.currentState())
      return nil
    }
    return try stage(
      DeliveredBundle(file), release, in: contents, &decision, total: total, progress)
  }

  /// Stages a release, unless the current decision differs from `decision`.
  private func stage(
    _ delivered: DeliveredBundle, _ release: ChannelRelease, in contents: ChannelContents,
    _ decision: inout FetchDecision, total: UInt64,
    _ progress: @escaping @Sendable (Device.FetchStep) -> Void
  ) throws -> Device.Staging? {
    // Called on the fetch's thread. The next calls come from the threads that verify.
    progress(.staging(done: 0, total: total))
    var bundle = delivered
    bundle.progress = { progress(.staging(done: $0, total: total)) }
    return try fetcher.sandbox.stage(
      bundle, expecting: release.tree, retries: release.retries, canBeNew: true
    ) { state in
      decision = try decide(contents, state)
      guard case .install = decision.outcome else { return false }
      return decision.release?.number == release.number
    }
  }

  /// Deletes the last failed release if the artifact does not need it and then fits on the disk.
  ///
  /// - Returns: `true` if the release was deleted.
  private func freeSpace(for artifact: FetchArtifact, after error: FetchError) throws -> Bool {
    guard case .noSpace(_, let needed, let free) = error, needed > free,
      let failed = try fetcher.sandbox.currentState().failed, artifact.base != failed,
      try fetcher.sandbox.sizeOfFailedRelease() >= needed - free
    else { return false }
    return try fetcher.sandbox.discardFailedRelease()
  }

  /// Checks the last failed release before a patch is downloaded that needs it.
  ///
  /// Nothing repairs a failed release.
  private func checkFailedBase(of artifact: FetchArtifact) throws {
    let sandbox = fetcher.sandbox
    guard let base = artifact.base, try sandbox.currentState().failed == base else { return }
    do {
      guard try !sandbox.isFailedReleaseIntact(base) else { return }
    } catch is FileError {
      // The update can use another base now. The release is not known to be damaged.
      throw SandboxError.baseMissing(path: sandbox.path, base)
    }
    throw SandboxError.damaged(path: sandbox.path, base)
  }

  // MARK: - Result

  private func result(
    _ decision: FetchDecision, _ artifact: FetchResult.Artifact?,
    _ staging: Device.Staging? = nil, expires: Timestamp
  ) -> FetchResult {
    var requiredApp: NativeVersion?
    if case .refused(.waitsForApp(let version)) = decision.outcome { requiredApp = version }
    let (metadata, artifacts) = (metadataTraffic.counts, artifactTraffic.counts)
    return FetchResult(
      outcome: decision.outcome.reported(staging?.outcome),
      release: decision.release.map { FetchResult.Release(summary: ReleaseSummary($0)) },
      artifact: artifact,
      requiredApp: requiredApp, isOnePartVersion: decision.isOnePartVersion,
      skipped: decision.skipped.map { .init(number: $0.number, reason: $0.obstacle.reported) },
      waitsForTrial: staging?.waitsForTrial ?? false, isTester: isTester, tester: testerState,
      requests: metadata.requests + artifacts.requests, metadataBytes: metadata.receivedBytes,
      bytes: artifacts.receivedBytes, expires: expires, reports: nil)
  }
}

extension ChannelRelease {
  /// An estimate of pages' size relative to their bundle, if the publisher did not record it.
  ///
  /// JavaScript compresses to about a quarter, images hardly at all.
  private static let usualExpansion: UInt64 = 4

  /// Returns an upper bound on the bytes that the sandbox writes to stage the release.
  fileprivate func stagedSize(from artifact: FetchArtifact) -> UInt64 {
    let zip = UInt64(clamping: bundle.length)
    let pages =
      pagesSize.map { UInt64(clamping: $0) }
      ?? zip.multipliedWithoutOverflow(by: Self.usualExpansion)
    // A patch can produce an uncompressed zip.
    return artifact.base == nil
      ? zip.addingWithoutOverflow(pages) : pages.multipliedWithoutOverflow(by: 2)
  }
}

extension FetchArtifact {
  var form: FetchResult.Artifact.Form { base == nil ? .full : .delta }
}

extension UsageReport.Download {
  /// Describes a download.
  ///
  /// A release that the device already had counts as a delta with 0 bytes.
  fileprivate init(_ artifact: FetchResult.Artifact?) {
    guard let artifact else {
      self.init(form: .delta, bytes: 0)
      return
    }
    let form: UsageReport.Form = artifact.form == .delta ? .delta : .full
    self.init(
      form: artifact.result == .fallback ? .fallback : form,
      bytes: Int64(clamping: artifact.bytes))
  }
}

extension FetchDecision.Outcome {
  fileprivate func reported(_ staging: Device.Staging.Outcome?) -> FetchResult.Outcome {
    switch self {
    case .upToDate: .upToDate
    case .install:
      switch staging {
      case nil: .available
      case .pending: .staged
      case .alreadyOnTrial, .alreadyActive: .upToDate
      }
    case .refused(let obstacle): obstacle.reported
    }
  }
}

extension FetchDecision.Obstacle {
  fileprivate var reported: FetchResult.Outcome {
    switch self {
    case .paused: .paused
    case .waitsForApp: .waitsForApp
    case .notIncluded: .notIncluded
    case .blocked: .blocked
    }
  }
}
