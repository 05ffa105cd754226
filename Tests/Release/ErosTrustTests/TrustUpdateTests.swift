import ErosCore
import ErosCrypto
import ErosStore
import Testing

@testable import ErosTrust

@Suite("Updates of trusted metadata")
struct TrustUpdateTests {
  @Test("a new device loads all roles and stores them, root first")
  func firstUpdate() throws {
    let repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    #expect(
      device.requests == ["2.root.json", "timestamp.json", "1.snapshot.json", "1.targets.json"])
    #expect(
      device.changes.map(\.file) == [
        "root-copy", "root.json", "timestamp.json", "snapshot.json", "targets.json",
      ])
    #expect(device.stored.files["timestamp.json"] == repository.files["timestamp.json"])
  }

  @Test("an update without changes needs two requests and writes nothing")
  func upToDate() throws {
    let repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    try device.update(from: repository)
    #expect(device.requests == ["2.root.json", "timestamp.json"])
    #expect(device.changes.isEmpty)
  }

  @Test("a device that is 50 root files behind catches up with rotated keys")
  func oldDevice() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    for index in 0..<50 {
      switch index % 4 {
      case 0: try repository.rotate(.root)
      case 1:
        try repository.rotate(.timestamp)
        try repository.publish("root")
      case 2:
        try repository.rotate(.snapshot)
        try repository.publish("root")
      default:
        try repository.rotate(.targets)
        try repository.publish("root")
      }
    }
    try repository.publish("targets", "snapshot", "timestamp")
    try device.update(from: repository)
    #expect(repository.root.version == 51)
    #expect(device.version(RootMetadata.self) == 51)
    #expect(device.version(TargetsMetadata.self) == 2)
  }

  @Test("one update loads at most 256 root files and the next one continues")
  func rootLimit() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    for _ in 0..<300 { try repository.publish("root") }
    try device.update(from: repository)
    #expect(device.version(RootMetadata.self) == 257)
    try device.update(from: repository)
    #expect(device.version(RootMetadata.self) == 301)
  }

  @Test("a newer pinned root replaces the stored one, and an older one does not")
  func pinnedRoot() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    try repository.rotate(.root)
    // The server does not have the file, so only the pinned root can be the second one.
    let second = try #require(repository.files["2.root.json"])
    repository.replace("2.root.json", nil)
    device.pinnedRoot = second
    try device.update(from: repository)
    #expect(device.version(RootMetadata.self) == 2)
    device.pinnedRoot = repository.pinnedRoot
    try device.update(from: repository)
    #expect(device.version(RootMetadata.self) == 2)
  }

  @Test("a damaged copy of the stored root is restored, and both by the pinned one")
  func damagedRoot() throws {
    let repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    let intact = device.stored.files
    device.pinnedRoot = nil
    for file in ["root.json", "root-copy"] {
      device.stored.files[file]?.removeLast()
      try device.update(from: repository)
      #expect(device.stored.files == intact)
    }
    for file in ["root.json", "root-copy"] { device.stored.files[file]?.removeLast() }
    #expect(device.error(from: repository)?.code == "malformed-metadata")
    device.pinnedRoot = repository.pinnedRoot
    try device.update(from: repository)
    #expect(device.stored.files == intact)
    for file in ["root.json", "root-copy"] { device.stored.files[file] = nil }
    device.pinnedRoot = nil
    #expect(device.error(from: repository) == .noRoot)
  }

  /// Damaged files of the stored root metadata, with or without an earlier rotation of the online
  /// key.
  static let rootDamages: [(files: [String], isRotated: Bool)] = [
    (["root.json"], false), (["root.json"], true), (["root-copy"], true),
    (["root.json", "root-copy"], false),
  ]

  @Test(
    "with a damaged root, older metadata and withdrawn keys are refused", arguments: rootDamages)
  func replayAfterDamage(files: [String], isRotated: Bool) throws {
    var repository = try TestRepository()
    let old = repository
    var device = TestDevice(repository)
    try device.update(from: repository)
    if isRotated {
      try repository.rotate(.timestamp)
      try repository.publish("root")
    }
    try repository.publish("targets", "snapshot", "timestamp")
    try device.update(from: repository)
    let versions = device.versions
    for file in files { device.stored.files[file]?.removeLast() }
    // The server withholds the newer root metadata, and replays files that have not expired.
    #expect(device.error(from: old)?.code == (isRotated ? "not-signed" : "rollback"))
    #expect(device.versions == versions)
    try device.update(from: repository)
    #expect(device.versions == versions)
  }

  @Test(
    "damaged stored files are downloaded again",
    arguments: ["timestamp.json", "snapshot.json", "targets.json"])
  func damagedFile(file: String) throws {
    let repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    let intact = device.stored.files
    device.stored.files[file]?[40] ^= 1
    try device.update(from: repository)
    #expect(device.stored.files == intact)
  }

  /// The ways in which a device can be at the state before a rotation.
  enum Rotation: CaseIterable {
    /// The key of the role is replaced.
    case once
    /// The key is replaced, and used again by the next root metadata.
    case thereAndBack
    /// The root metadata with the new key has expired, and another one replaces it.
    case expiredRoot
    /// The app ships with the root metadata that has the new key.
    case pinned
    /// The stored root metadata is damaged.
    case damagedRoot
    /// The stored root metadata is damaged, and the app ships with the one that has the new key.
    case damagedAndPinned
  }

  @Test(
    "after a rotation that is interrupted anywhere, raised versions no longer count",
    arguments: [TopLevelRole.timestamp, .snapshot], Rotation.allCases)
  func interruptedRotation(role: TopLevelRole, rotation: Rotation) throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    // A thief raises the versions.
    var attacked = repository
    attacked.snapshot.version = 1_000_000
    attacked.timestamp.version = 1_000_000
    try attacked.publish("snapshot", "timestamp")
    try device.update(from: attacked)
    try rotate(role, in: &repository, rotation)
    switch rotation {
    case .pinned: device.pinnedRoot = repository.files["\(repository.root.version).root.json"]
    case .damagedRoot: device.stored.files["root.json"]?.removeLast()
    case .damagedAndPinned:
      device.stored.files["root.json"]?.removeLast()
      device.pinnedRoot = repository.files["\(repository.root.version).root.json"]
    case .once, .thereAndBack, .expiredRoot: break
    }
    try repository.publish("targets", "snapshot", "timestamp")
    var complete = device
    try complete.update(from: repository)
    #expect(complete.version(SnapshotMetadata.self) == repository.snapshot.version)

    for count in 0..<complete.changes.count {
      var interrupted = device
      for change in complete.changes.prefix(count) { interrupted.stored.apply(change) }
      try interrupted.update(from: repository)
      #expect(interrupted.stored.files == complete.stored.files, "after \(count) changes")
    }
    for path in complete.requests {
      var interrupted = device
      interrupted.failingPath = path
      #expect(throws: TestDevice.ConnectionError.self) {
        try interrupted.update(from: repository)
      }
      interrupted.failingPath = nil
      try interrupted.update(from: repository)
      #expect(interrupted.stored.files == complete.stored.files, "without \(path)")
    }
  }

  private func rotate(
    _ role: TopLevelRole, in repository: inout TestRepository, _ rotation: Rotation
  ) throws {
    let old = (repository.signers[role.rawValue], repository.root[role].keyIDs)
    try repository.rotate(role)
    let expires = repository.root.expires
    if rotation == .expiredRoot { repository.root.expires = TestRepository.start.milliseconds }
    try repository.publish("root")
    repository.root.expires = expires
    if rotation == .thereAndBack {
      repository.signers[role.rawValue] = old.0
      repository.root[role].keyIDs = old.1
    }
    try repository.publish("root")
  }

  @Test(
    "a root that is replaced while a device updates is read before a file is refused",
    arguments: [TopLevelRole.timestamp, .snapshot, .targets])
  func rootReplacedDuringUpdate(role: TopLevelRole) throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    let stored = device.stored
    try repository.rotate(role)
    try repository.publish("root", "targets", "snapshot", "timestamp")
    var files = repository.files
    let root = files.removeValue(forKey: "2.root.json")

    // The device reads the root metadata before it is published, and the other files after that.
    var update = try TrustUpdate(stored: stored, pinnedRoot: nil, now: device.now)
    var requests: [String] = []
    while let step = try update.next() {
      guard case .fetch(let request) = step else { continue }
      update.receive(files[request.path].map { .bytes($0) } ?? .missing)
      files["2.root.json"] = root
      requests.append(request.path)
    }
    #expect(update.root.version == 2)
    #expect(update.timestamp?.version == 2)
    #expect(requests.count { $0 == "2.root.json" } == 2)
    #expect(requests.count { $0 == "3.root.json" } == 1)
  }

  @Test("a file that no root trusts is refused after one more look for newer root metadata")
  func forgedTimestamp() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    repository.signers["timestamp"] = [try SigningKey.generate()]
    try repository.publish("timestamp")
    #expect(device.error(from: repository)?.code == "not-signed")
    #expect(device.requests == ["2.root.json", "timestamp.json", "2.root.json"])
    #expect(device.changes.isEmpty)
  }

  @Test("a search after a refused list of roles is refused for the same reason")
  func searchAfterRefusal() throws {
    var repository = try TestRepository()
    try repository.addTarget("file")
    repository.signers["targets"] = [try SigningKey.generate()]
    try repository.publish("targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    var update = try TrustUpdate(
      stored: StoredMetadata(), pinnedRoot: repository.pinnedRoot, now: device.now)
    for _ in 0..<2 {
      let error = #expect(throws: TrustError.self) {
        try device.run(&update, from: repository.files)
      }
      #expect(error?.code == "not-signed")
      update.find("file")
    }
  }

  @Test("files that were verified before another root was read do not return to older versions")
  func rollbackAfterReplacedRoot() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    let older = repository.files["timestamp.json"]
    // The targets role is rotated, so the device keeps its timestamp and its snapshot.
    try repository.rotate(.targets)
    try repository.publish("root", "targets", "snapshot", "timestamp")
    var files = repository.files
    let root = files.removeValue(forKey: "2.root.json")
    var update = try TrustUpdate(stored: device.stored, pinnedRoot: nil, now: device.now)
    var error: TrustError?
    do {
      while let step = try update.next() {
        guard case .fetch(let request) = step else { continue }
        update.receive(files[request.path].map { .bytes($0) } ?? .missing)
        if request.path == "2.targets.json" {
          files["2.root.json"] = root
          files["timestamp.json"] = older
        }
      }
    } catch let thrown as TrustError {
      error = thrown
    }
    #expect(error?.code == "rollback")
  }

  @Test("an update that ends at an expired root has forgotten the files of a withdrawn key")
  func expiredRotation() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    try repository.rotate(.snapshot)
    repository.root.expires = TestRepository.start.milliseconds
    try repository.publish("root")
    #expect(device.error(from: repository)?.code == "freeze")
    #expect(device.stored.names == ["root-copy", "root.json", "targets.json"])
  }

  @Test("an interruption between two writes leaves files from which the next update continues")
  func interruptions() throws {
    var repository = try TestRepository()
    var initial = TestDevice(repository)
    try initial.update(from: repository)
    for role in TopLevelRole.allCases { try repository.rotate(role) }
    try repository.publish("root", "targets", "snapshot", "timestamp")
    var complete = initial
    try complete.update(from: repository)
    #expect(complete.changes.count > 6)
    for count in 0..<complete.changes.count {
      var device = initial
      for change in complete.changes.prefix(count) { device.stored.apply(change) }
      try device.update(from: repository)
      #expect(device.stored.files == complete.stored.files, "after \(count) changes")
    }
  }

  @Test("files of roles that the snapshot no longer lists are removed")
  func unlistedFiles() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: .patterns([PathPattern("*")]))
    try repository.publish("a", "targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    try device.update(from: repository, find: "file")
    #expect(device.stored.names.contains("a.json"))
    // Only a snapshot with a new key can list fewer files.
    try repository.rotate(.snapshot)
    repository.targets["targets"]?.delegations = nil
    repository.snapshot["a"] = nil
    try repository.publish("root", "targets", "snapshot", "timestamp")
    try device.update(from: repository)
    #expect(
      device.stored.names
        == ["root-copy", "root.json", "timestamp.json", "snapshot.json", "targets.json"])
    #expect(device.changes.contains(.remove(file: "a.json")))
  }

  // MARK: Searches

  @Test("a search that starts early is performed at the end of the update")
  func earlySearch() throws {
    var repository = try TestRepository()
    try repository.addTarget("file")
    try repository.publish("targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    var update = try TrustUpdate(
      stored: StoredMetadata(), pinnedRoot: repository.pinnedRoot, now: device.now)
    update.find("file")
    try device.run(&update, from: repository.files)
    #expect(update.target?.role == "targets")
  }

  @Test("after a search that fails, another one succeeds")
  func failedSearch() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: .patterns([PathPattern("a/*")]))
    try repository.addTarget("b/file")
    try repository.publish("targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    var update = try device.update(from: repository, find: "b/file")
    for _ in 0..<2 {
      update.find("a/file")
      for _ in 0..<2 {
        #expect(throws: TrustError.notInSnapshot(file: "a.json")) {
          try device.run(&update, from: repository.files)
        }
      }
      update.find("b/file")
      try device.run(&update, from: repository.files)
      #expect(update.target?.role == "targets")
    }
  }

  @Test("a search replaces one that waits for a file")
  func replacedSearch() throws {
    var repository = try TestRepository()
    try repository.delegate("a", paths: .patterns([PathPattern("a/*")]))
    try repository.addTarget("b/file")
    try repository.publish("a", "targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    var update = try device.update(from: repository, find: "b/file")
    update.find("a/file")
    guard case .fetch(let request) = try update.next() else {
      Issue.record("no request")
      return
    }
    #expect(request.path == "1.a.json")
    update.receive(.missing)
    update.find("b/file")
    try device.run(&update, from: repository.files)
    #expect(update.target?.role == "targets")
  }

  @Test("a response without a request is a programming error")
  func unexpectedResponse() async {
    await #expect(processExitsWith: .failure) {
      let repository = try TestRepository()
      var update = try TrustUpdate(
        stored: StoredMetadata(), pinnedRoot: repository.pinnedRoot,
        now: TestRepository.start.milliseconds)
      update.receive(.missing)
    }
  }

  @Test("files without versions in their names are requested without consistent snapshots")
  func inconsistentSnapshots() throws {
    var repository = try TestRepository()
    repository.root.usesConsistentSnapshots = false
    try repository.publish("root")
    repository.replace("snapshot.json", repository.files["1.snapshot.json"])
    repository.replace("targets.json", repository.files["1.targets.json"])
    var device = TestDevice(repository)
    try device.update(from: repository)
    #expect(device.requests.suffix(3) == ["timestamp.json", "snapshot.json", "targets.json"])
  }

  @Test("an error is thrown again by each further call")
  func failure() throws {
    var repository = try TestRepository()
    repository.replace("timestamp.json", nil)
    var update = try TrustUpdate(
      stored: StoredMetadata(), pinnedRoot: repository.pinnedRoot,
      now: TestRepository.start.milliseconds)
    var device = TestDevice(repository)
    for _ in 0..<2 {
      #expect(throws: TrustError.missing(file: "timestamp.json")) {
        try device.run(&update, from: repository.files)
      }
    }
  }
}

extension TestDevice {
  /// The versions of the stored timestamp, snapshot and targets metadata.
  fileprivate var versions: [Int64?] {
    [
      version(TimestampMetadata.self), version(SnapshotMetadata.self),
      version(TargetsMetadata.self),
    ]
  }
}
