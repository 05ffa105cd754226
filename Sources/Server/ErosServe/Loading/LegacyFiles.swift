import ErosCore
import ErosCrypto
import ErosFiles
import ErosTransport
import ErosTrust

/// Loads the releases for legacy clients.
///
/// Signed metadata selects them, but the files in `legacy/` are not signed themselves. So each file
/// that may be offered is compared with its signed digest, once and then whenever its status
/// changes. `legacy/<app>/index.json` is never read.
struct LegacyFiles: Sendable {
  /// The header of a BSDIFF40 patch.
  ///
  /// Clients crash on a shorter file.
  private static let minimumPatchLength: Int64 = 32
  /// Files read at the same time.
  private static let parallelCount = 8

  /// The maximum number of missing files to look up again while the metadata is unchanged.
  private static let maximumRetries = 32

  private struct File: Hashable {
    let key: ObjectKey
    let length: Int64
    /// Hexadecimal SHA-256.
    ///
    /// It is a string because Swift 6.3.1 miscalculates the frames of asynchronous functions that
    /// keep a vector of this size (`Tests/Slow/run async-frames`).
    let digest: String
  }

  private enum State: Equatable {
    case missing, damaged, intact
  }

  private let store: any ObjectReader
  private var downloads: WebAddress
  /// Results from this load and the last one.
  private var examined: [File: (status: ObjectStatus?, state: State)] = [:]
  /// Examined in this load.
  private var current: Set<File> = []
  /// Signed patch lists of releases that may be offered.
  private var lists: [RecordedDigest: LegacyPatches] = [:]
  private var currentLists: Set<RecordedDigest> = []
  /// Why files are withheld.
  private var problems: Set<StoreSnapshot.Failure> = []

  init(_ store: any ObjectReader, downloads: WebAddress) {
    self.store = store
    self.downloads = downloads
  }

  /// Takes effect with the next load.
  mutating func replace(downloads: WebAddress) { self.downloads = downloads }

  // MARK: - Loading

  /// Starts to load all apps.
  ///
  /// - Parameter isChanged: `false` if the metadata is the same as in the last load. Then only some
  ///   missing files are looked up again.
  mutating func start(isChanged: Bool) {
    let missing = isChanged ? [] : examined.filter { $0.value.state == .missing }.map(\.key)
    current = missing.count > Self.maximumRetries ? Set(missing) : []
    currentLists = []
    problems = []
  }

  /// Ends the load, and forgets files that no app needs.
  ///
  /// - Returns: Why files are withheld.
  mutating func finish() -> [StoreSnapshot.Failure] {
    examined = examined.filter { current.contains($0.key) }
    lists = lists.filter { currentLists.contains($0.key) }
    return problems.sorted { inByteOrder($0.text, $1.text) }
  }

  /// Returns the releases that legacy clients can get from a channel.
  mutating func app(
    _ app: ServerConfig.App, _ contents: ChannelContents
  ) async throws -> LegacyApp {
    let (selected, missing) = try await select(from: contents, app)
    var releases: [LegacyRelease] = []
    for release in selected {
      releases.append(
        LegacyRelease(
          number: release.number, jsVersion: release.jsVersion, built: release.built,
          native: release.native, rollout: release.effectiveRollout,
          offset: try LegacyBucket.offset(salt: release.salt), isPaused: release.isStopped,
          patches: try await patches(of: release, app)))
    }
    let bundles = contents.releases.filter { $0.kind == .bundle }.map {
      LegacyApp.Known(
        jsVersion: $0.jsVersion, built: $0.built, native: $0.native,
        isAvailable: !missing.contains($0.number))
    }
    let embedded = contents.embedded.map {
      LegacyApp.Embedded(jsVersion: $0.jsVersion, built: $0.built, native: $0.native)
    }
    return LegacyApp(
      name: app.name, releases: releases, others: bundles, embedded: embedded,
      folder: try downloads.appending(StoreLayout.legacyFolder(app.channel.app)).text,
      settings: app.settings)
  }

  /// Selects releases whose bundles are intact.
  ///
  /// - Returns: The releases, and the numbers of those with a missing or damaged bundle.
  private mutating func select(
    from contents: ChannelContents, _ app: ServerConfig.App
  ) async throws -> (selected: [ChannelRelease], missing: Set<Int64>) {
    let all = contents.releases.filter { $0.kind == .bundle }
      .sorted { ($0.built, $0.number) > ($1.built, $1.number) }
    var missing: Set<Int64> = []
    var count = Self.parallelCount
    while true {
      let selected = LegacySelection.releases(
        all.lazy.filter { !missing.contains($0.number) }, exactly: app.settings.needsEqualVersion)
      // Many releases may not be published for legacy clients, so examine them in groups.
      let next = missing.isEmpty ? [] : all.filter { !missing.contains($0.number) }.prefix(count)
      try await examine((selected + next).compactMap { bundle(of: $0, app) })
      let absent = (selected + next).filter { state(of: bundle(of: $0, app)) != .intact }
      guard !absent.isEmpty else { return (selected, missing) }
      for release in absent { report(bundle(of: release, app), isSigned: release.legacy != nil) }
      missing.formUnion(absent.map(\.number))
      count *= 2
    }
  }

  private func bundle(of release: ChannelRelease, _ app: ServerConfig.App) -> File? {
    file("\(release.jsVersion).zip", of: app, release.bundle.length, release.bundle.digest)
  }

  /// Returns signed patches that are intact.
  private mutating func patches(
    of release: ChannelRelease, _ app: ServerConfig.App
  ) async throws -> [BundleVersion: LegacyApp.Patch] {
    guard let signed = release.legacy,
      let list = try await list(signed, of: release, app.channel)
    else { return [:] }
    let files = list.patches.filter { $0.length >= Self.minimumPatchLength }.compactMap { patch in
      file(patch.file, of: app, patch.length, .sha256(patch.sha256)).map { (patch, $0) }
    }
    try await examine(files.map { $0.1 })
    var patches: [BundleVersion: LegacyApp.Patch] = [:]
    for (patch, file) in files {
      if state(of: file) == .intact {
        patches[patch.from] = .init(file: patch.file, built: patch.built)
      } else {
        report(file, isSigned: true)
      }
    }
    return patches
  }

  /// Returns `nil` if the list is missing or damaged.
  private mutating func list(
    _ file: TargetFile, of release: ChannelRelease, _ channel: ChannelName
  ) async throws -> LegacyPatches? {
    currentLists.insert(file.digest)
    if let list = lists[file.digest] { return list }
    let path = channel.path(release.number, LegacyPatches.fileName)
    do {
      guard file.length <= LegacyPatches.maximumLength, let key = StoreLayout.targetKey(path, file),
        let (bytes, _) = try await store.read(key, limit: LegacyPatches.maximumLength),
        bytes.count == file.length, try file.digest.matches(bytes.span)
      else { throw ServeError.damagedFile(file.consistentPath(of: path)) }
      let list = try LegacyPatches(bytes, of: channel)
      lists[file.digest] = list
      return list
    } catch let error as any ErosError where error is ServeError || error is ChannelError {
      problems.insert(.init(error))
    } catch ObjectError.tooLong {
      problems.insert(.init(ServeError.damagedFile(file.consistentPath(of: path))))
    }
    return nil
  }

  // MARK: - Files

  private func file(
    _ name: String, of app: ServerConfig.App, _ length: Int64, _ digest: RecordedDigest
  ) -> File? {
    guard let key = StoreLayout.legacyKey(app.channel.app, name), key.components.count == 3,
      name == name.percentEncoded, case .sha256(let digest) = digest
    else { return nil }
    return File(key: key, length: length, digest: "\(digest)")
  }

  private func state(of file: File?) -> State { file.flatMap { examined[$0]?.state } ?? .missing }

  /// Files that were never published for legacy clients may be missing.
  private mutating func report(_ file: File?, isSigned: Bool) {
    guard let file, isSigned || state(of: file) == .damaged else { return }
    problems.insert(.init(ServeError.damagedFile(file.key.text)))
  }

  /// Skips files that were examined in this load.
  private mutating func examine(_ files: [File]) async throws {
    var queue = Set(files).subtracting(current).makeIterator()
    let store = store
    try await withThrowingTaskGroup(of: (File, ObjectStatus?, State).self) { group in
      func add() {
        guard let file = queue.next() else { return }
        let lastExamination = examined[file]
        group.addTask { try await Self.examine(file, lastExamination, in: store) }
      }
      for _ in 0..<Self.parallelCount { add() }
      while let (file, status, state) = try await group.next() {
        examined[file] = (status, state)
        current.insert(file)
        add()
      }
    }
  }

  /// Reads the file only if its status has changed.
  private static func examine(
    _ file: File, _ lastExamination: (status: ObjectStatus?, state: State)?,
    in store: any ObjectReader
  ) async throws -> (File, ObjectStatus?, State) {
    do {
      let status = try await store.status(of: file.key)
      if let lastExamination, lastExamination.status == status {
        return (file, status, lastExamination.state)
      }
      guard let status else { return (file, nil, .missing) }
      guard status.length.map({ $0 == UInt64(file.length) }) ?? true else {
        return (file, status, .damaged)
      }
      return (file, status, try await isIntact(file, in: store) ? .intact : .damaged)
    } catch is FileError {
      // The server may not read this file.
      return (file, nil, .damaged)
    }
  }

  private static func isIntact(_ file: File, in store: any ObjectReader) async throws -> Bool {
    var hasher = try SHA256Hasher()
    do {
      let limit = UInt64(file.length)
      let status = try await store.read(file.key, from: 0, limit: limit) { try hasher.update($0) }
      guard status != nil else { return false }
    } catch ObjectError.tooLong {
      return false
    }
    return try "\(hasher.finish())" == file.digest
  }
}
