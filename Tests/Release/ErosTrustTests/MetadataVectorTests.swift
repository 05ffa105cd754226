import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

@testable import ErosStore
@testable import ErosTrust

/// Metadata, and what a device trusts, for implementations in other languages.
@Suite("Vectors of metadata")
struct MetadataVectorTests {
  private static let codes: Set<String> = [
    "malformed-metadata", "not-signed", "rollback", "fast-forward", "freeze", "mix-and-match",
    "endless-data", "missing-metadata", "not-in-snapshot", "name-too-long", "no-root",
  ]

  @Test("updates of devices and edits of documents match the recorded vectors")
  func metadata() throws {
    var list = VectorList()
    try list.addForgeries()
    try list.addReplays()
    try list.addDamage()
    try list.addRotations()
    try list.addDelegations()
    #expect(list.codes == Self.codes)
    let (documents, edits) = try edits()
    #expect(Set(edits.map { $0.object?["accepted"]?.bool }) == [true, false])
    try Vectors.expect(
      [
        "files": .strings(list.files), "histories": .list(list.histories),
        "documents": .sorted(documents.mapValues { .string($0) }), "edits": .list(edits),
      ], in: "metadata.json")
  }

  // MARK: - Edits

  private static let dates = [
    "2030-01-01T00:00:00Z", "2030-01-01T00:00:00", "2030-01-01 00:00:00Z", "2030-02-29T00:00:00Z",
    "2030-01-01T24:00:00Z", "2030-01-01T00:00:00.5Z", "2030-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59Z",
    "10000-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "",
  ]
  private static let specifications = [
    "1.0", "1.0.34", "1", "1.0.0.0", "2.0.0", "01.0", "1.x", "1..0", "",
  ]
  private static let values = [
    "null", "true", "-1", "0", "1", "1.5", "9223372036854775808", #""x""#, #""""#, "[]", "{}",
    #"["a","a"]"#, #"{"x":1}"#,
  ]

  /// Returns a document of each role, and changes of single values and keys in it.
  private func edits() throws -> (documents: [String: String], edits: [JSONValue]) {
    var repository = try TestRepository(makingKeysBy: VectorKeys().next)
    try repository.delegate("a", paths: .patterns([PathPattern("a/*")]), isTerminating: true)
    try repository.delegate("b", paths: .digestPrefixes(["00", "ab"]))
    try repository.addTarget("a/file")
    try repository.publish("a", "b", "targets", "snapshot", "timestamp")
    let names = [
      "root": "1.root.json", "timestamp": "timestamp.json", "snapshot": "2.snapshot.json",
      "targets": "2.targets.json",
    ]
    let documents = try names.mapValues {
      String(decoding: try #require(repository.files[$0]), as: UTF8.self)
    }
    var edits: [JSONValue] = []
    for (role, document) in documents.sorted(by: { $0.key < $1.key }) {
      let bytes = Array(document.utf8)
      let root = try JSONReader.read(bytes, file: role)
      var changes: [(range: Range<Int>, text: String)] = []
      Self.collect(&changes, root, nil, bytes)
      for (range, text) in changes {
        let edited =
          Array(bytes[..<range.lowerBound]) + Array(text.utf8) + bytes[range.upperBound...]
        edits.append(
          .members([
            "document": .string(role), "at": .integer(range.lowerBound),
            "remove": .integer(range.count), "insert": .string(text),
            "accepted": .bool(Self.isAccepted(edited, role)),
          ]))
      }
    }
    return (documents, edits)
  }

  private static func collect(
    _ changes: inout [(range: Range<Int>, text: String)], _ node: JSONNode, _ key: String?,
    _ bytes: [UInt8]
  ) {
    changes += values.map { (node.range, $0) }
    if key == "expires" { changes += dates.map { (node.range, "\"\($0)\"") } }
    if key == "spec_version" { changes += specifications.map { (node.range, "\"\($0)\"") } }
    switch node.value {
    case .array(let nodes): for node in nodes { collect(&changes, node, nil, bytes) }
    case .object(let object):
      for member in object.members {
        let start = member.keyRange.lowerBound
        changes.append((member.keyRange, #""other""#))
        let text = bytes[start..<member.node.range.upperBound]
        changes.append((start..<start, String(decoding: text, as: UTF8.self) + ","))
        collect(&changes, member.node, member.key, bytes)
      }
    default: break
    }
  }

  private static func isAccepted(_ bytes: [UInt8], _ role: String) -> Bool {
    func read<Contents: RoleMetadata>(_: Contents.Type) -> Bool {
      (try? SignedMetadata<Contents>(bytes, file: role)) != nil
    }
    return switch role {
    case "root": read(RootMetadata.self)
    case "timestamp": read(TimestampMetadata.self)
    case "snapshot": read(SnapshotMetadata.self)
    default: read(TargetsMetadata.self)
    }
  }
}

/// Keys whose secrets are numbers, so that the files are the same in each run.
private final class VectorKeys {
  private var count: UInt8 = 0

  func next() throws -> SigningKey {
    count += 1
    let prefix: [UInt8] = [0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]
    let document = Data(prefix + [UInt8](repeating: count, count: 32)).base64EncodedString()
    return try SigningKey(
      pem: Array("-----BEGIN PRIVATE KEY-----\n\(document)\n-----END PRIVATE KEY-----\n".utf8),
      passphrase: nil)
  }
}

/// A device that updates from a repository several times.
private struct VectorHistory {
  var repository: TestRepository
  var device: TestDevice
  /// The files that the device has seen, by their numbers in the vectors.
  var files: [String]
  var updates: [JSONValue] = []
  var codes: Set<String> = []

  /// Publishes a new version of all roles except root.
  mutating func publish() throws { try repository.publish("targets", "snapshot", "timestamp") }

  /// Updates the device, and records what it trusts then.
  mutating func update(find path: String? = nil) throws {
    let paths = repository.files.sorted { inByteOrder($0.key, $1.key) }.map { path, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let number = files.firstIndex(of: text) ?? files.count
      if number == files.count { files.append(text) }
      return (path, JSONValue.integer(number))
    }
    var failure: TrustError?
    var found: TrustUpdate?
    do {
      found = try device.update(from: repository, find: path)
    } catch let error as TrustError {
      failure = error
      codes.insert(error.code)
    }
    let stored = device.stored.files.filter { $0.key.hasSuffix(".json") }.mapValues { bytes in
      (try? JSONReader.read(bytes, file: "").value.object?["signed"]?.object?["version"]) ?? .null
    }
    updates.append(
      .members([
        "now": .integer(device.now), "files": .sorted(Dictionary(uniqueKeysWithValues: paths)),
        "find": path.map { .string($0) },
        "error": failure.map {
          .members(["code": .string($0.code), "file": $0.vectorFile.map { .string($0) }])
        },
        "stored": .sorted(stored),
        "found": found?.target.map { role, file in
          .members([
            "role": .string(role.text), "length": .integer(file.length),
            "digest": .string(file.digest.description),
          ])
        },
      ]))
  }
}

private struct VectorList {
  private(set) var files: [String] = []
  private(set) var histories: [JSONValue] = []
  private(set) var codes: Set<String> = []

  /// Adds a history that begins with a new repository.
  private mutating func add(
    _ name: String, hasRoot: Bool = true, _ body: (inout VectorHistory) throws -> Void
  ) throws {
    let repository = try TestRepository(makingKeysBy: VectorKeys().next)
    var history = VectorHistory(
      repository: repository, device: TestDevice(repository), files: files)
    let root = String(decoding: repository.pinnedRoot, as: UTF8.self)
    if !history.files.contains(root) { history.files.append(root) }
    if !hasRoot { history.device.pinnedRoot = nil }
    try body(&history)
    codes.formUnion(history.codes)
    files = history.files
    histories.append(
      .members([
        "name": .string(name),
        "root": hasRoot ? files.firstIndex(of: root).map { .integer($0) } : nil,
        "updates": .list(history.updates),
      ]))
  }

  /// Adds a history of a device that has seen two versions of all roles.
  private mutating func addLater(
    _ name: String, _ body: (inout VectorHistory, _ old: TestRepository) throws -> Void
  ) throws {
    try add(name) { history in
      let old = history.repository
      try history.publish()
      try history.update()
      try body(&history, old)
      try history.update()
    }
  }

  mutating func addForgeries() throws {
    try add("valid") { history in
      try history.update()
      try history.publish()
      try history.repository.publish("root")
      try history.update()
      try history.update()
    }
    try add("no root", hasRoot: false) { try $0.update() }
    for role in TopLevelRole.allCases {
      try add("\(role.rawValue) with another key") { history in
        try history.update()
        history.repository.signers[role.rawValue] =
          history.repository.signers[
            role == .root ? "targets" : "root"]
        try history.repository.publish(role == .root ? "root" : "targets", "snapshot", "timestamp")
        try history.update()
      }
      try add("\(role.rawValue) below its threshold") { history in
        for _ in 0..<2 { try history.repository.addKey(to: role) }
        history.repository.root[role].threshold = 3
        try history.repository.publish("root", "targets", "snapshot", "timestamp")
        try history.update()
        history.repository.signers[role.rawValue]?.removeLast()
        try history.repository.publish("root", "targets", "snapshot", "timestamp")
        try history.update()
      }
    }
    try add("a timestamp with two signatures of one key ID") { history in
      let key = try #require(history.repository.signers["timestamp"]?.first)
      try history.repository.edit(
        "timestamp.json",
        addingSignature: (key.publicKey.trustKeyID(), [UInt8](repeating: 0, count: 64)))
      try history.update()
    }
    try add("a timestamp with an unknown signature") { history in
      try history.repository.edit("timestamp.json", addingSignature: ("00", [1]))
      try history.update()
    }
    try add("a timestamp that is a root") { history in
      let root = try #require(history.repository.files["1.root.json"])
      history.repository.replace("timestamp.json", root)
      try history.update()
    }
    try add("a changed timestamp") { history in
      try history.repository.edit("timestamp.json") {
        $0.replacing("2023-12-14", with: "2024-12-14")
      }
      try history.update()
    }
    try add("a root of another store") { history in
      let old = history.repository
      for role in TopLevelRole.allCases {
        history.repository.root[role].keyIDs = []
        history.repository.signers[role.rawValue] = []
        try history.repository.addKey(to: role)
      }
      history.repository.root.version = 0
      try history.repository.publish("root", "targets", "snapshot", "timestamp")
      history.device = TestDevice(old)
      try history.update()
    }
  }

  mutating func addReplays() throws {
    try addLater("an older timestamp") { history, old in
      history.repository.replace("timestamp.json", old.files["timestamp.json"])
    }
    try addLater("a newer timestamp with an older snapshot") { history, old in
      history.repository = old
      history.repository.timestamp.version = 2
      try history.repository.publish("timestamp")
    }
    for isRemoved in [true, false] {
      try addLater("a newer snapshot \(isRemoved ? "without" : "with older") targets") {
        history, _ in
        history.repository.snapshot["targets"] = isRemoved ? nil : MetadataReference(version: 1)
        try history.repository.publish("snapshot", "timestamp")
      }
    }
    try addLater("a root that skips a version") { history, _ in
      history.repository.root.version = 2
      try history.repository.publish("root")
      history.repository.replace("2.root.json", history.repository.files["3.root.json"])
    }
    try addLater("the first root again") { history, _ in
      history.repository.replace("2.root.json", history.repository.files["1.root.json"])
    }
    try addLater("a timestamp with the highest version") { history, _ in
      history.repository.timestamp.version = .max - 1
      try history.repository.publish("timestamp")
    }
    for version in [TrustLimits.maximumVersion, TrustLimits.maximumVersion + 1] {
      try addLater("a snapshot with version \(version)") { history, _ in
        history.repository.snapshot.version = version - 1
        try history.repository.publish("snapshot", "timestamp")
      }
      try addLater("targets with version \(version)") { history, _ in
        history.repository.targets["targets"]?.version = version - 1
        try history.publish()
      }
    }
    for role in TopLevelRole.allCases {
      try add("an expired \(role.rawValue)") { history in
        let end = TestRepository.start.milliseconds + TestRepository.day
        switch role {
        case .root: history.repository.root.expires = end
        case .timestamp: history.repository.timestamp.expires = end
        case .snapshot: history.repository.snapshot.expires = end
        case .targets: history.repository.targets["targets"]?.expires = end
        }
        try history.repository.publish("root", "targets", "snapshot", "timestamp")
        history.device.now = end - 1
        try history.update()
        history.device.now = end
        try history.update()
      }
    }
    for recordsDigests in [true, false] {
      for role in ["snapshot", "targets"] {
        try add("\(role) of another time, \(recordsDigests ? "with" : "without") digests") {
          history in
          history.repository.recordsDigests = recordsDigests
          try history.publish()
          history.repository.replace(
            "2.\(role).json", history.repository.files["1.\(role).json"])
          try history.update()
        }
      }
    }
  }

  mutating func addDamage() throws {
    for file in ["2.root.json", "timestamp.json", "2.snapshot.json", "2.targets.json"] {
      for (name, text) in [("missing", nil), ("a page", "\n<html>"), ("empty", ""), ("cut", "{")] {
        try add("\(file): \(name)") { history in
          history.repository.recordsDigests = false
          try history.publish()
          if text != nil {
            try history.repository.publish("root", "snapshot", "timestamp")
            let path = file == "2.snapshot.json" ? "3.snapshot.json" : file
            history.repository.replace(path, text.map { Array($0.utf8) })
          } else {
            history.repository.replace(file, nil)
          }
          try history.update()
        }
      }
    }
    for (file, limit) in [
      ("timestamp.json", 16_384), ("1.snapshot.json", 0), ("1.targets.json", 0),
    ] {
      for extra in [0, 1] {
        try add("\(file) \(extra == 0 ? "with its longest length" : "that is too long")") {
          history in
          let bytes = try #require(history.repository.files[file])
          let count = (limit == 0 ? bytes.count : limit) + extra - bytes.count
          history.repository.replace(file, bytes + [UInt8](repeating: 0x20, count: count))
          try history.update()
        }
      }
    }
  }

  mutating func addRotations() throws {
    for role in TopLevelRole.allCases {
      try add("other keys of \(role.rawValue)") { history in
        try history.update()
        try history.repository.rotate(role)
        if role != .root { try history.repository.publish("root") }
        try history.publish()
        try history.update()
      }
    }
    for role in [TopLevelRole.timestamp, .snapshot] {
      try add("other keys after a raised version of \(role.rawValue)") { history in
        let before = history.repository
        history.repository.timestamp.version = 1_000_000
        if role == .snapshot {
          history.repository.snapshot.version = 1_000_000
          try history.repository.publish("snapshot")
        }
        try history.repository.publish("timestamp")
        try history.update()
        history.repository = before
        try history.repository.publish("snapshot", "timestamp")
        try history.update()
        try history.repository.rotate(role)
        try history.repository.publish("root", "snapshot", "timestamp")
        try history.update()
      }
    }
    try add("an expired root and a newer one") { history in
      history.repository.root.expires = TestRepository.start.milliseconds - 1
      try history.repository.publish("root")
      try history.update()
      history.repository.root.expires = TestRepository.start.milliseconds + 1000
      try history.repository.publish("root")
      try history.update()
    }
    try add("files without versions in their names") { history in
      history.repository.root.usesConsistentSnapshots = false
      try history.repository.publish("root")
      for role in ["snapshot", "targets"] {
        history.repository.replace("\(role).json", history.repository.files["1.\(role).json"])
      }
      try history.update()
    }
  }

  mutating func addDelegations() throws {
    let patterns: DelegatedRole.Paths = .patterns([PathPattern("a/*"), PathPattern("b/?.js")])
    for (path, isTerminating) in [
      ("a/file", false), ("a/file", true), ("a/b/file", false), ("b/x.js", false),
      ("b/xy.js", false),
      ("other", false),
    ] {
      try add("a search for \(path)\(isTerminating ? " in a terminating role" : "")") { history in
        try history.repository.delegate("a", paths: patterns, isTerminating: isTerminating)
        try history.repository.delegate(
          "z", paths: .patterns([PathPattern("*/*"), PathPattern("*")]))
        try history.repository.addTarget("a/b/file", to: "a")
        if path != "a/file" { try history.repository.addTarget(path, to: "a") }
        try history.repository.addTarget(path, to: "z", contents: [9])
        try history.repository.publish("a", "z", "targets", "snapshot", "timestamp")
        try history.update(find: path)
        try history.update(find: path)
      }
    }
    try add("a search by the digest of the path") { history in
      let digest = try SHA256Digest.of(Array("a/file".utf8)).description
      try history.repository.delegate("a", paths: .digestPrefixes([String(digest.prefix(2))]))
      try history.repository.addTarget("a/file", to: "a")
      try history.repository.publish("a", "targets", "snapshot", "timestamp")
      try history.update(find: "a/file")
      try history.update(find: "b/file")
    }
    func addDelegated(
      _ name: String, role: RoleName = "a", _ body: (inout VectorHistory) throws -> Void
    ) throws {
      try add(name) { history in
        try history.repository.delegate(role, paths: patterns)
        try history.repository.addTarget("a/file", to: role)
        try body(&history)
        try history.update(find: "a/file")
      }
    }
    try addDelegated("a delegated role that the snapshot does not list") {
      try $0.publish()
    }
    try addDelegated("a delegated role that is missing") {
      try $0.repository.publish("a", "targets", "snapshot", "timestamp")
      $0.repository.replace("1.a.json", nil)
    }
    try addDelegated("a delegated role with another key") {
      $0.repository.signers["a"] = $0.repository.signers["root"]
      try $0.repository.publish("a", "targets", "snapshot", "timestamp")
    }
    try addDelegated("an expired delegated role") {
      $0.repository.targets["a"]?.expires = TestRepository.start.milliseconds
      try $0.repository.publish("a", "targets", "snapshot", "timestamp")
    }
    let long = RoleName(String(repeating: "a", count: 200))
    try addDelegated("a delegated role with a long name", role: long) {
      try $0.repository.publish(long.text, "targets", "snapshot", "timestamp")
    }
    let encoded: RoleName = "größe/x"
    try addDelegated("a delegated role whose name is encoded", role: encoded) {
      try $0.repository.publish(encoded.text, "targets", "snapshot", "timestamp")
    }
  }
}

extension TrustError {
  /// The file that the error is about.
  fileprivate var vectorFile: String? {
    switch self {
    case .malformed(let file, _), .page(let file), .notSigned(let file, _, _),
      .otherStore(let file, _, _), .rollback(let file, _, _, _), .fastForward(let file, _, _),
      .expired(let file, _), .mismatch(let file, _), .versionMismatch(let file, _, _, _),
      .tooLong(let file, _), .tooMuch(let file, _), .missing(let file, _),
      .notInSnapshot(let file):
      file
    case .nameTooLong, .noRoot, .cannotSign: nil
    }
  }
}
