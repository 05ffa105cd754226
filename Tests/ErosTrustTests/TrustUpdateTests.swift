import ErosCore
import ErosCrypto
import ErosTrust
import Testing

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
        "root.json", "timestamp.json", "snapshot.json", "targets.json",
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

  @Test("a damaged stored root is replaced by the pinned one")
  func damagedRoot() throws {
    let repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    device.stored.files["root.json"]?.removeLast()
    try device.update(from: repository)
    #expect(device.stored.files["root.json"] == repository.pinnedRoot)
    device.stored.files["root.json"]?.removeLast()
    device.pinnedRoot = nil
    #expect(device.error(from: repository)?.code == "malformed-metadata")
    device.stored.files["root.json"] = nil
    #expect(device.error(from: repository) == .noRoot)
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

extension MetadataChange {
  var file: String {
    switch self {
    case .store(let file, _), .remove(let file): file
    }
  }
}
