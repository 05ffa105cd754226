import ErosCore
import ErosCrypto
import Testing

@testable import ErosStore
@testable import ErosTrust

/// The attacks of section 1.5.2 of the TUF specification, by an attacker who controls the network,
/// and who may have stolen keys.
@Suite("Attacks on metadata")
struct AttackTests {
  /// A repository whose device has seen version 2 of all roles, and its state at version 1.
  private func repositoryWithHistory() throws -> (
    old: TestRepository, current: TestRepository, device: TestDevice
  ) {
    let old = try TestRepository()
    var current = old
    try current.publish("targets", "snapshot", "timestamp")
    var device = TestDevice(old)
    try device.update(from: current)
    return (old, current, device)
  }

  /// Returns the error of an update, and checks that the files in `keeps` are unchanged.
  private func refusal(
    _ device: inout TestDevice, _ repository: TestRepository, keeps: [String]
  ) -> TrustError? {
    let before = device.stored.files
    let error = device.error(from: repository)
    for file in keeps { #expect(device.stored.files[file] == before[file], "\(file)") }
    return error
  }

  static let all = ["root.json", "timestamp.json", "snapshot.json", "targets.json"]

  // MARK: Forged metadata

  @Test(
    "metadata with another key is refused",
    arguments: [
      ("root", "2.root.json"), ("timestamp", "timestamp.json"), ("snapshot", "2.snapshot.json"),
      ("targets", "2.targets.json"),
    ])
  func forged(role: String, file: String) throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    repository.signers[role] = [try SigningKey.generate()]
    if role == "root" {
      try repository.publish("root")
    } else {
      try repository.publish("targets", "snapshot", "timestamp")
    }
    let error = device.error(from: repository)
    #expect(error == .notSigned(file: file, found: 0, threshold: 1))
    #expect(device.stored.files["\(role).json"] != repository.files[file])
  }

  @Test("one stolen key fewer than the threshold signs nothing", arguments: TopLevelRole.allCases)
  func belowThreshold(role: TopLevelRole) throws {
    var repository = try TestRepository()
    for _ in 0..<2 { try repository.addKey(to: role) }
    repository.root[role].threshold = 3
    try repository.publish("root", "targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    try device.update(from: repository)
    let stolen = Array((repository.signers[role.rawValue] ?? []).prefix(2))
    repository.signers[role.rawValue] = stolen
    if role == .root {
      try repository.publish("root")
    } else {
      try repository.publish("targets", "snapshot", "timestamp")
    }
    #expect(device.error(from: repository)?.code == "not-signed")
  }

  @Test("two signatures of one key count once, even under two key IDs")
  func distinctKeys() throws {
    var repository = try TestRepository()
    let key = try #require(repository.signers["snapshot"]?.first)
    // The same key with an additional field has another key ID.
    var object = try #require(TrustKey(key.publicKey).json.object)
    object["x-copy"] = .bool(true)
    let copy = try JSONReader.read(JSONWriter.write(.object(object)), file: "key").value
    let canonical = try #require(CanonicalJSON.encode(copy))
    let copyID = try SHA256Digest.of(canonical.span).description
    repository.root[.snapshot].keyIDs.append(copyID)
    repository.root[.snapshot].threshold = 2
    try repository.publish("root")
    try repository.edit("2.root.json", signedBy: "root") { signed in
      signed["keys"] = signed["keys"]?.setting(copyID, copy)
    }
    let message = try SignedMetadata<SnapshotMetadata>(
      try #require(repository.files["1.snapshot.json"]), file: "test"
    ).signedBytes
    try repository.edit("1.snapshot.json", addingSignature: (copyID, key.sign(message)))
    repository.recordsDigests = false
    try repository.publish("timestamp")
    var device = TestDevice(repository)
    #expect(
      device.error(from: repository) == .notSigned(file: "1.snapshot.json", found: 1, threshold: 2))
  }

  @Test("a key whose ID is not its digest does not count")
  func wrongKeyID() throws {
    var repository = try TestRepository()
    let key = try #require(repository.signers["timestamp"]?.first)
    let id = try key.publicKey.trustKeyID()
    let wrongID = String(String.UnicodeScalarView(id.reversed()))
    repository.root.keys[wrongID] = repository.root.keys[id]
    repository.root[.timestamp].keyIDs = [wrongID]
    try repository.publish("root")
    try repository.edit("timestamp.json") { $0.replacing(id, with: wrongID) }
    var device = TestDevice(repository)
    #expect(
      device.error(from: repository) == .notSigned(file: "timestamp.json", found: 0, threshold: 1))
  }

  @Test("two signatures with one key ID are refused")
  func duplicateSignature() throws {
    var repository = try TestRepository()
    let key = try #require(repository.signers["timestamp"]?.first)
    try repository.edit(
      "timestamp.json",
      addingSignature: (key.publicKey.trustKeyID(), [UInt8](repeating: 0, count: 64)))
    var device = TestDevice(repository)
    #expect(device.error(from: repository)?.code == "malformed-metadata")
  }

  @Test("a file of another role is refused")
  func wrongRole() throws {
    var repository = try TestRepository()
    // All roles have one key, so the signature is valid.
    let key = try #require(repository.signers["root"]?.first)
    repository.signers["timestamp"] = [key]
    repository.root[.timestamp] = repository.root[.root]
    try repository.publish("root")
    repository.replace("timestamp.json", repository.files["2.root.json"])
    var device = TestDevice(repository)
    #expect(device.error(from: repository)?.code == "malformed-metadata")
  }

  // MARK: Rollback

  @Test("an older timestamp is refused")
  func timestampRollback() throws {
    var (old, current, device) = try repositoryWithHistory()
    current.replace("timestamp.json", old.files["timestamp.json"])
    #expect(
      refusal(&device, current, keeps: Self.all)
        == .rollback(file: "timestamp.json", trusted: 2, found: 1, namedBy: nil))
  }

  @Test("a newer timestamp with an older snapshot is refused")
  func snapshotRollback() throws {
    var (old, _, device) = try repositoryWithHistory()
    old.timestamp.version = 2
    try old.publish("timestamp")
    #expect(
      refusal(&device, old, keeps: Self.all)
        == .rollback(
          file: "snapshot.json", trusted: 2, found: 1, namedBy: "timestamp.json"))
  }

  @Test(
    "a newer snapshot with older or without known targets is refused", arguments: [true, false])
  func targetsRollback(isRemoved: Bool) throws {
    var (_, current, device) = try repositoryWithHistory()
    current.snapshot["targets"] = isRemoved ? nil : MetadataReference(version: 1)
    try current.publish("snapshot", "timestamp")
    #expect(
      refusal(&device, current, keeps: ["root.json", "snapshot.json", "targets.json"])
        == .rollback(
          file: "targets.json", trusted: 2, found: isRemoved ? nil : 1,
          namedBy: "3.snapshot.json"))
  }

  @Test("root metadata that skips a version is refused")
  func rootVersion() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    repository.root.version = 2
    try repository.publish("root")
    repository.replace("2.root.json", repository.files["3.root.json"])
    #expect(
      refusal(&device, repository, keeps: Self.all)
        == .versionMismatch(file: "2.root.json", expected: 2, found: 3, namedBy: nil))
  }

  @Test("root metadata with the version of the trusted one is refused")
  func sameRootVersion() throws {
    var repository = try TestRepository()
    var device = TestDevice(repository)
    try device.update(from: repository)
    repository.replace("2.root.json", repository.files["1.root.json"])
    #expect(
      refusal(&device, repository, keeps: Self.all)
        == .rollback(file: "2.root.json", trusted: 1, found: 1, namedBy: nil))
  }

  // MARK: Fast-forward

  @Test("a version after which no other could follow is refused")
  func fastForward() throws {
    var (_, current, device) = try repositoryWithHistory()
    current.timestamp.version = .max - 1
    try current.publish("timestamp")
    #expect(
      refusal(&device, current, keeps: Self.all)
        == .fastForward(file: "timestamp.json", version: .max, namedBy: nil))
  }

  @Test("a version of another file after which no other could follow is refused")
  func fastForwardReference() throws {
    let high: Int64 = 1 << 62
    var (_, current, device) = try repositoryWithHistory()
    var attacked = current
    attacked.timestamp.version += 1
    attacked.timestamp.snapshot = MetadataReference(version: high)
    attacked.replace("timestamp.json", try attacked.sign(attacked.timestamp, "timestamp"))
    #expect(
      refusal(&device, attacked, keeps: Self.all)
        == .fastForward(file: "snapshot.json", version: high, namedBy: "timestamp.json"))

    attacked = current
    attacked.snapshot["targets"] = MetadataReference(version: high)
    try attacked.publish("snapshot", "timestamp")
    #expect(
      refusal(&device, attacked, keeps: ["root.json", "snapshot.json", "targets.json"])
        == .fastForward(file: "targets.json", version: high, namedBy: "3.snapshot.json"))
    try current.publish("snapshot", "timestamp")
    try current.publish("timestamp")
    try device.update(from: current)
  }

  @Test(
    "replaced keys recover from raised versions", arguments: [TopLevelRole.timestamp, .snapshot])
  func fastForwardRecovery(role: TopLevelRole) throws {
    var (_, current, device) = try repositoryWithHistory()
    var attacked = current
    attacked.timestamp.version = 1_000_000
    if role == .snapshot {
      attacked.snapshot.version = 1_000_000
      try attacked.publish("snapshot")
    }
    try attacked.publish("timestamp")
    try device.update(from: attacked)
    try current.publish("snapshot", "timestamp")
    #expect(device.error(from: current)?.code == "rollback")

    try current.rotate(role)
    try current.publish("root", "snapshot", "timestamp")
    try device.update(from: current)
    #expect(device.version(TimestampMetadata.self) == current.timestamp.version)
    #expect(device.version(SnapshotMetadata.self) == current.snapshot.version)
  }

  // MARK: Freeze

  @Test("an expired file is refused", arguments: TopLevelRole.allCases)
  func expired(role: TopLevelRole) throws {
    var repository = try TestRepository()
    let end = TestRepository.start.milliseconds + TestRepository.day
    switch role {
    case .root: repository.root.expires = end
    case .timestamp: repository.timestamp.expires = end
    case .snapshot: repository.snapshot.expires = end
    case .targets: repository.targets["targets"]?.expires = end
    }
    try repository.publish("root", "targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    device.now = end - 1
    try device.update(from: repository)
    // The server withholds newer files: the stored ones expire.
    device.now = end
    let error = device.error(from: repository)
    guard case .expired(let file, let since) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.hasSuffix(role.file))
    #expect(since.milliseconds == end)
    #expect(error?.code == "freeze")
  }

  @Test("an expired root is replaced by a newer one")
  func expiredRoot() throws {
    var repository = try TestRepository()
    repository.root.expires = TestRepository.start.milliseconds - 1
    try repository.publish("root")
    var device = TestDevice(repository)
    #expect(device.error(from: repository)?.code == "freeze")
    #expect(device.version(RootMetadata.self) == 2)
    repository.root.expires = TestRepository.start.milliseconds + 1000
    try repository.publish("root")
    try device.update(from: repository)
  }

  // MARK: Mix-and-match

  @Test("a snapshot of another time is refused", arguments: [true, false])
  func mixedSnapshot(recordsDigests: Bool) throws {
    var repository = try TestRepository()
    repository.recordsDigests = recordsDigests
    try repository.publish("targets", "snapshot", "timestamp")
    repository.replace("2.snapshot.json", repository.files["1.snapshot.json"])
    var device = TestDevice(repository)
    let error = device.error(from: repository)
    #expect(error?.code == "mix-and-match")
    #expect(device.stored.files["snapshot.json"] == nil)
  }

  @Test("targets of another time are refused", arguments: [true, false])
  func mixedTargets(recordsDigests: Bool) throws {
    var repository = try TestRepository()
    repository.recordsDigests = recordsDigests
    try repository.publish("targets", "snapshot", "timestamp")
    repository.replace("2.targets.json", repository.files["1.targets.json"])
    var device = TestDevice(repository)
    #expect(device.error(from: repository)?.code == "mix-and-match")
    #expect(device.stored.files["targets.json"] == nil)
  }

  // MARK: Endless data

  @Test(
    "a file that is longer than its limit is refused",
    arguments: [
      ("2.root.json", 512_000), ("timestamp.json", 16_384), ("1.snapshot.json", 0),
      ("1.targets.json", 0),
    ])
  func endlessData(file: String, limit: Int) throws {
    var repository = try TestRepository()
    if file == "2.root.json" { try repository.publish("root") }
    let bytes = try #require(repository.files[file])
    let length = limit == 0 ? bytes.count : limit
    repository.replace(
      file, bytes + [UInt8](repeating: UInt8(ascii: " "), count: length + 1 - bytes.count))
    var device = TestDevice(repository)
    #expect(device.error(from: repository) == .tooLong(file: file, limit: length))
    #expect(device.error(from: repository)?.code == "endless-data")
  }

  @Test("a transport that stops at the limit gives the same error")
  func stoppedDownload() throws {
    let repository = try TestRepository()
    var update = try TrustUpdate(
      stored: StoredMetadata(), pinnedRoot: repository.pinnedRoot,
      now: TestRepository.start.milliseconds)
    var error: TrustError?
    do {
      while let step = try update.next() {
        if case .fetch = step { update.receive(.tooLong) }
      }
    } catch let thrown as TrustError {
      error = thrown
    }
    #expect(error == .tooLong(file: "2.root.json", limit: 512_000))
  }

  @Test(
    "a missing file other than root is an error",
    arguments: ["timestamp.json", "1.snapshot.json", "1.targets.json"])
  func missing(file: String) throws {
    var repository = try TestRepository()
    repository.replace(file, nil)
    var device = TestDevice(repository)
    #expect(device.error(from: repository) == .missing(file: file))
    #expect(device.error(from: repository)?.exitStatus == .unavailable)
  }
}

extension TestRepository {
  /// Replaces text of a published file, which keeps its signatures.
  mutating func edit(_ path: String, _ body: (String) -> String) throws {
    let text = String(decoding: try #require(files[path]), as: UTF8.self)
    replace(path, Array(body(text).utf8))
  }

  /// Changes the signed object of a published file and signs it again.
  mutating func edit(
    _ path: String, signedBy role: String, _ body: (inout JSONObject) -> Void
  ) throws {
    let file = try JSONReader.read(try #require(files[path]), file: path).value
    var signed = try #require(file.object?["signed"]?.object)
    body(&signed)
    let message = try #require(CanonicalJSON.encode(.object(signed)))
    let signatures = try (signers[role] ?? []).map { key in
      JSONValue.sorted([
        "keyid": .string(try key.publicKey.trustKeyID()),
        "sig": .string(try key.sign(message).hexadecimalText),
      ])
    }
    replace(
      path,
      JSONWriter.write(.sorted(["signatures": .list(signatures), "signed": .object(signed)])))
  }

  /// Replaces text of the signed object of a published file and signs it again.
  mutating func edit(
    _ path: String, signedBy role: String, replacing old: String, with new: String
  ) throws {
    try edit(path, signedBy: role) { signed in
      let text = String(decoding: JSONWriter.write(.object(signed)), as: UTF8.self)
      let changed = try? JSONReader.read(Array(text.replacing(old, with: new).utf8), file: path)
      signed = changed?.value.object ?? JSONObject()
    }
  }

  /// Adds a signature to a published file.
  mutating func edit(_ path: String, addingSignature signature: (id: String, bytes: [UInt8])) throws
  {
    let file = try JSONReader.read(try #require(files[path]), file: path).value
    var object = try #require(file.object)
    let present = try #require(object["signatures"]?.array).map(\.value)
    let added = JSONValue.sorted([
      "keyid": .string(signature.id), "sig": .string(signature.bytes.hexadecimalText),
    ])
    object["signatures"] = .list(present + [added])
    replace(path, JSONWriter.write(.object(object)))
  }
}

extension JSONValue {
  /// Returns an object with one more member.
  func setting(_ key: String, _ value: JSONValue) -> JSONValue {
    var object = object ?? JSONObject()
    object[key] = value
    return .object(object)
  }
}

extension String {
  func replacing(_ old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
