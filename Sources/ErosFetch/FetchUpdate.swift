import ErosCore
import ErosFiles
import ErosSandbox
import ErosTransport
import ErosTrust

/// One check or update, which holds the lock of the device's folders.
struct FetchUpdate {
  private let fetcher: Fetcher
  private let app: NativeApp?
  private let id: DeviceID
  private let now: Int64
  private let folder: DeviceFolder
  private let metadataTransport: CountingTransport
  private let artifactTransport: CountingTransport
  private var record: CheckRecord

  /// Opens the folders of the device and locks them.
  init(_ fetcher: Fetcher, app: NativeApp?, id: String?, now: Int64) throws {
    self.fetcher = fetcher
    self.app = app
    self.now = now
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
    record = try folder.record(of: fetcher.channel)
    metadataTransport = CountingTransport(fetcher.transport)
    artifactTransport = CountingTransport(fetcher.transport)
  }

  // MARK: - Check

  mutating func check() async throws -> FetchAnswer {
    let (decision, expires) = try await decide()
    guard case .install(let artifacts) = decision.outcome, let first = artifacts.first else {
      return answer(decision, nil, expires: expires)
    }
    let artifact = FetchAnswer.Artifact(
      form: first.form, result: nil, reason: nil, bytes: UInt64(clamping: first.file.length))
    return answer(decision, artifact, expires: expires)
  }

  /// Updates the metadata and decides about the channel.
  private mutating func decide() async throws -> (FetchDecision, expires: Int64) {
    let found: ChannelUpdate.Result
    do {
      var update = try ChannelUpdate(fetcher, folder, metadataTransport, now: now)
      found = try await update.run(record.tag)
    } catch let error as any ErosError {
      throw Self.isFromStore(error)
        ? FetchError.failedCheck(of: fetcher.store, error, since: record.checked) : error
    }
    let state = try fetcher.sandbox.currentState()
    record.checked = now
    record.tag = found.tag
    let kept = state.references
    record.numbers = record.numbers.filter { kept.contains($0.key) }
    for release in found.contents.releases.reversed() where kept.contains(release.tree) {
      record.numbers[release.tree] = release.number
    }
    try folder.write(record)
    guard !found.contents.releases.isEmpty else {
      throw FetchError.noRelease(fetcher.channel.description)
    }
    let device = FetchDevice(
      state: state, numbers: record.numbers, app: app ?? state.app, id: id, now: now)
    return (try device.decide(found.contents), found.expires)
  }

  /// Returns whether the store or the network caused an error.
  private static func isFromStore(_ error: any ErosError) -> Bool {
    switch error {
    case TrustError.noRoot, FetchError.noChannel, FetchError.noRelease: false
    default: [.badData, .unavailable].contains(error.exitStatus)
    }
  }

  // MARK: - Update

  mutating func fetch(
    progress: @escaping @Sendable (Fetcher.Step) -> Void
  ) async throws -> FetchAnswer {
    progress(.checking)
    let (decision, expires) = try await decide()
    guard case .install(let artifacts) = decision.outcome, let release = decision.release,
      let last = artifacts.last
    else {
      folder.removeDownloads(except: [])
      return answer(decision, nil, expires: expires)
    }
    folder.removeDownloads(except: artifacts)
    record.numbers[release.tree] = release.number
    try folder.write(record)
    var reason: String?
    for artifact in artifacts {
      do {
        let staging = try await install(artifact, of: release, progress: progress)
        folder.removeDownloads(except: [])
        let used = FetchAnswer.Artifact(
          form: artifact.form, result: reason == nil ? .applied : .fallback, reason: reason,
          bytes: UInt64(clamping: artifact.file.length))
        return answer(decision, used, staging, expires: expires)
      } catch let error as any ErosError
        where artifact.path != last.path && Self.allowsFallback(error)
      {
        reason = error.problem
      }
    }
    // The last artifact either returns or throws.
    return answer(decision, nil, expires: expires)
  }

  /// Returns whether the complete bundle may succeed after this error of a patch.
  private static func allowsFallback(_ error: any ErosError) -> Bool {
    switch error {
    case is FileError, FetchError.noSpace: false
    case SandboxError.notVerified, SandboxError.unexpectedRelease, SandboxError.baseMissing,
      SandboxError.damaged:
      true
    case is SandboxError: false
    default: true
    }
  }

  private func install(
    _ artifact: FetchArtifact, of release: ChannelRelease,
    progress: @escaping @Sendable (Fetcher.Step) -> Void
  ) async throws -> Sandbox.Staging {
    let client = ArtifactClient(
      store: fetcher.store, transport: artifactTransport, settings: fetcher.settings,
      downloads: folder.downloads)
    let total = UInt64(clamping: artifact.file.length)
    // The sandbox gets the zip and its pages, which are rarely smaller.
    let staged = 2 * UInt64(clamping: release.bundle.length)
    let file = try await client.download(artifact, needing: staged) {
      progress(.downloading(received: $0, total: total))
    }
    var bundle = DeliveredBundle(file)
    bundle.progress = { progress(.staging(done: $0, total: total)) }
    return try fetcher.sandbox.stage(bundle, expecting: release.tree, canBeNew: true)
  }

  // MARK: - Answer

  private func answer(
    _ decision: FetchDecision, _ artifact: FetchAnswer.Artifact?,
    _ staging: Sandbox.Staging? = nil, expires: Int64
  ) -> FetchAnswer {
    var requiredApp: NativeVersion?
    if case .refused(.waitsForApp(let version)) = decision.outcome { requiredApp = version }
    let (metadata, artifacts) = (metadataTransport.counts, artifactTransport.counts)
    return FetchAnswer(
      outcome: decision.outcome.reported(isStaged: staging != nil),
      release: decision.release.map { FetchAnswer.Release($0) }, artifact: artifact,
      requiredApp: requiredApp,
      skipped: decision.skipped.map { .init(number: $0.number, reason: $0.obstacle.reported) },
      waitsForTrial: staging?.waitsForTrial ?? false,
      requests: metadata.requests + artifacts.requests, metadataBytes: metadata.bytes,
      bytes: artifacts.bytes, expires: expires)
  }
}

extension FetchArtifact {
  var form: FetchAnswer.Artifact.Form { base == nil ? .full : .delta }
}

extension FetchDecision.Outcome {
  fileprivate func reported(isStaged: Bool) -> FetchAnswer.Outcome {
    switch self {
    case .upToDate: .upToDate
    case .install: isStaged ? .staged : .available
    case .refused(let obstacle): obstacle.reported
    }
  }
}

extension FetchDecision.Obstacle {
  fileprivate var reported: FetchAnswer.Outcome {
    switch self {
    case .paused: .paused
    case .waitsForApp: .waitsForApp
    case .notIncluded: .notIncluded
    case .blocked: .blocked
    }
  }
}

extension FetchAnswer.Release {
  fileprivate init(_ release: ChannelRelease) {
    self.init(
      number: release.number, tree: release.tree, jsVersion: "\(release.jsVersion)",
      built: release.built, kind: release.kind.rawValue, notes: release.notes)
  }
}
