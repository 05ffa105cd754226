import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

@testable import ErosTrust

@Suite("Metadata files")
struct MetadataTests {
  @Test("fields that the specification does not name survive reading and writing")
  func unknownFields() throws {
    let document = """
      {"_type":"targets","spec_version":"1.0.31","version":3,"expires":"2030-01-01T00:00:00Z","x-a":[1],
       "targets":{"file":{"length":1,"hashes":{"sha256":"\(String(repeating: "0", count: 64))",
         "sha512":"ab"},"custom":{"eros":{"seq":1}},"x-b":null}},
       "delegations":{"x-c":true,"keys":{"k":{"keytype":"future","scheme":"s","x-d":1,
         "keyval":{"public":"p","x-e":2}}},
         "roles":[{"name":"a","keyids":["k"],"threshold":1,"terminating":true,"paths":["*"],"x-f":{}}]}}
      """
    let value = try JSONReader.read(Array(document.utf8), file: "test").value
    let file = JSONWriter.write(.sorted(["signed": value, "signatures": .list([])]))
    let read = try SignedMetadata<TargetsMetadata>(file, file: "targets.json")
    #expect(read.contents.json.isEquivalent(to: value))
    #expect(read.signedBytes == CanonicalJSON.encode(value))
  }

  @Test("root metadata keeps unknown roles and fields")
  func unknownRoles() throws {
    var repository = try TestRepository()
    try repository.edit("1.root.json", signedBy: "root") { signed in
      signed["x-root"] = .string("a")
      signed["roles"] = signed["roles"]?.setting("mirrors", .sorted(["x": .null]))
    }
    let bytes = try #require(repository.files["1.root.json"])
    let read = try SignedMetadata<RootMetadata>(bytes, file: "1.root.json")
    #expect(CanonicalJSON.encode(read.contents.json) == read.signedBytes)
    let root = read.contents
    #expect(try read.isSigned(by: root[.root], from: root.keys))
  }

  /// A replacement in a valid file, and part of the reason why the result is refused.
  static let malformed: [(old: String, new: String, reason: String)] = [
    ("\"_type\":\"timestamp\"", "\"_type\":\"root\"", "its type is 'root'"),
    ("\"_type\":\"timestamp\",", "", "'_type'"),
    ("1.0.34", "2.0.0", "version 2.0.0 of TUF"),
    ("1.0.34", "1", "not a version"),
    ("1.0.34", "1.x", "not a version"),
    ("\"version\":1}", "\"version\":0}", "at least 1"),
    ("\"version\":1}", "\"version\":1.0}", "not an integer"),
    ("\"version\":1}", "\"version\":\"1\"}", "expected an integer"),
    ("\"version\":1}", "\"version\":99999999999999999999}", "expected an integer"),
    ("\"version\":1}", "\"version\":1,\"version\":2}", "duplicate key"),
    ("T22:13:20Z", "T22:13:20", "expected a date"),
    ("T22:13:20Z", "T24:13:20Z", "expected a date"),
    ("2023-12-14", "2023-02-29", "expected a date"),
    ("snapshot.json", "other.json", "only snapshot.json"),
    ("\"signatures\":[", "\"signatures\":[1,", "a signature is a number"),
    ("\"signatures\":", "\"signature\":", "'signatures'"),
    ("\"signed\":", "\"sign\":", "'signed'"),
    ("\"1.0.34\",\"version\":1}}", "\"1.0.34\",\"version\":1}", "expected ',' or '}'"),
    ("{\"signatures\"", "[{\"signatures\"", "expected ',' or ']'"),
    ("\"length\":", "\"length\":-", "at least 0"),
    ("\"sha256\":\"", "\"sha256\":\"X", "'sha256' of 'hashes' of 'snapshot.json' is 'X"),
    ("\"sha256\":", "\"sha1\":", "'sha256'"),
  ]

  @Test("malformed metadata is refused with the reason", arguments: malformed)
  func refuses(old: String, new: String, reason: String) throws {
    var repository = try TestRepository()
    let before = repository.files["timestamp.json"]
    try repository.edit("timestamp.json") { $0.replacing(old, with: new) }
    let bytes = try #require(repository.files["timestamp.json"])
    #expect(bytes != before)
    let error = #expect(throws: TrustError.self) {
      try SignedMetadata<TimestampMetadata>(bytes, file: "timestamp.json")
    }
    #expect(error?.code == "malformed-metadata")
    #expect(error?.problem.contains(reason) == true, "\(error?.problem ?? "")")
  }

  @Test(
    "a role or a delegation without its rules is refused",
    arguments: [
      #""threshold":0"#, #""threshold":1.5"#, #""keyids":["a","a"],"threshold":1"#,
      #""keyids":"a","threshold":1"#,
      #""keyids":[],"threshold":1,"paths":["*"],"path_hash_prefixes":[]"#,
      #""keyids":[],"threshold":1"#, #""keyids":[],"threshold":1,"paths":[1]"#,
      #""keyids":[],"threshold":1,"paths":["*"],"terminating":1"#,
    ])
  func delegations(fields: String) throws {
    let file = """
      {"signatures":[],"signed":{"_type":"targets","spec_version":"1.0.0","version":1,
      "expires":"2030-01-01T00:00:00Z","targets":{},"delegations":{"keys":{},
      "roles":[{"name":"a",\(fields)}]}}}
      """
    let error = #expect(throws: TrustError.self) {
      try SignedMetadata<TargetsMetadata>(Array(file.utf8), file: "targets.json")
    }
    #expect(error?.code == "malformed-metadata")
  }

  @Test("a target's digest is SHA-256, or else SHA-512")
  func digests() throws {
    let bytes = Array("abc".utf8)
    let sha256 = try SHA256Digest.of(bytes.span)
    let sha512 = try SHA512Digest.of(bytes.span)
    func digest(_ hashes: String) throws -> RecordedDigest? {
      let file = """
        {"signatures":[],"signed":{"_type":"targets","spec_version":"1.0.0","version":1,
        "expires":"2030-01-01T00:00:00Z","targets":{"a":{"length":3,"hashes":{\(hashes)}}}}}
        """
      let signed = try SignedMetadata<TargetsMetadata>(Array(file.utf8), file: "targets.json")
      return signed.contents.targets["a"]?.digest
    }
    #expect(try digest("\"sha256\":\"\(sha256)\",\"sha512\":\"\(sha512)\"") == .sha256(sha256))
    let other = try #require(try digest("\"sha1\":\"x\",\"sha512\":\"\(sha512)\""))
    #expect(other == .sha512(sha512) && other.description == sha512.description)
    #expect(try other.matches(bytes.span) && !other.matches([1].span))
    #expect(throws: TrustError.self) { try digest("\"sha512\":\"\(sha256)\"") }
    #expect(throws: TrustError.self) { try digest("\"sha1\":\"\(sha256)\"") }
    #expect(throws: TrustError.self) { try digest("") }
  }

  // MARK: Limits

  /// Returns root metadata with `count` keys, and one key of 64 KiB.
  private static func rootFile(keys count: Int) -> [UInt8] {
    let key = #"{"keytype":"rsa","scheme":"rsassa-pss-sha256","keyval":{"public":"x"}}"#
    let keys = (0..<count).map { "\"\($0)\":\(key)" }.joined(separator: ",")
    let long = String(repeating: "k", count: 65_536)
    let roles = TopLevelRole.allCases
      .map { "\"\($0.rawValue)\":{\"keyids\":[\"0\"],\"threshold\":1}" }.joined(separator: ",")
    let file = """
      {"signatures":[{"keyid":"0","sig":"00"}],"signed":{"_type":"root","spec_version":"1.0.0",
      "version":1,"expires":"2030-01-01T00:00:00Z","roles":{\(roles)},"keys":{\(keys),
      "long":{"keytype":"ed25519","scheme":"ed25519","keyval":{"public":"\(long)"}}}}}
      """
    return Array(file.utf8)
  }

  @Test("30,000 keys and a key of 64 KB are read in little time, and 100,000 keys are refused")
  func manyKeys() throws {
    let bytes = Self.rootFile(keys: 30_000)
    let time = try processorTime {
      let signed = try SignedMetadata<RootMetadata>(bytes, file: "root.json")
      #expect(signed.contents.keys.count == 30_001)
      #expect(try !signed.isSigned(by: signed.contents[.root], from: signed.contents.keys))
    }
    #expect(time < .seconds(8), "\(time)")
    let tooMany = Self.rootFile(keys: 100_000)
    let refusal = processorTime {
      #expect(throws: TrustError.self) {
        try SignedMetadata<RootMetadata>(tooMany, file: "root.json")
      }
    }
    #expect(refusal < .seconds(8), "\(refusal)")
  }

  #if os(Linux)
  @Test("a hostile file of maximum length takes little memory", .timeLimit(.minutes(20)))
  func memory() async {
    await #expect(processExitsWith: .success) {
      let limit = TrustLimits.standard.targetsBytes
      let zeros =
        Array("{\"signatures\":[],\"signed\":[0".utf8)
        + Array(String(repeating: ",0", count: limit / 2 - 50).utf8) + Array("]}".utf8)
      let keys = MetadataTests.rootFile(keys: 60_000)
      let before = try peakMemory()
      for file in [zeros, keys] {
        #expect(throws: TrustError.self) {
          try SignedMetadata<TargetsMetadata>(file, file: "targets.json")
        }
      }
      let used = try peakMemory() - before
      #expect(used < 64 << 20, "\(used) bytes")
    }
  }
  #endif

  @Test("messages shorten what they quote from a file")
  func longValues() throws {
    let long = String(repeating: "\u{200B}", count: 100_000)
    for (old, new) in [
      ("\"1.0.34\"", "\"\(long)\""), ("\"1.0.34\"", "\"2.\(long)\""),
      ("\"timestamp\"", "\"\(long)\""), ("\"version\":1}", "\"\(long)\":1,\"\(long)\":1}"),
      ("2023-12-14", long),
    ] {
      var repository = try TestRepository()
      try repository.edit("timestamp.json") { $0.replacing(old, with: new) }
      let bytes = try #require(repository.files["timestamp.json"])
      let error = #expect(throws: TrustError.self) {
        try SignedMetadata<TimestampMetadata>(bytes, file: "timestamp.json")
      }
      #expect(error.map { $0.problem.description.utf8.count < 2000 } == true)
    }
  }

  @Test("the inputs of the fuzzer are refused, or written again without losing a field")
  func corpus() throws {
    var count = 0
    for (name, bytes) in try Corpus.inputs(of: "Release/ErosTrustTests/Corpus/metadata") {
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      let file = Array("{\"signatures\":[],\"signed\":\(text)}".utf8)
      count += try Self.check(RootMetadata.self, file, name) ? 1 : 0
      count += try Self.check(TimestampMetadata.self, file, name) ? 1 : 0
      count += try Self.check(SnapshotMetadata.self, file, name) ? 1 : 0
      count += try Self.check(TargetsMetadata.self, file, name) ? 1 : 0
    }
    // The hand-written seeds.
    #expect(count >= 6)
  }

  /// Checks the fields of a file that is read and written again.
  ///
  /// Returns `false` if it is refused.
  private static func check<Contents: RoleMetadata>(
    _ type: Contents.Type, _ file: [UInt8], _ name: String
  ) throws -> Bool {
    guard let read = try? SignedMetadata<Contents>(file, file: name) else { return false }
    let signed = try #require(JSONReader.read(file, file: name).value.object?["signed"])
    #expect(contains(read.contents.json, signed), "\(name)")
    return true
  }

  /// Returns `true` if `written` has all fields of `read`, at any depth.
  private static func contains(_ written: JSONValue?, _ read: JSONValue) -> Bool {
    switch (read, written) {
    case (.object(let read), .object(let written)?):
      read.members.allSatisfy { contains(written[$0.key], $0.node.value) }
    case (.array(let read), .array(let written)?):
      read.count == written.count && zip(read, written).allSatisfy { contains($1.value, $0.value) }
    // Digests are written in lowercase.
    case (.string(let read), .string(let written)?): read.lowercased() == written.lowercased()
    default: written.flatMap { CanonicalJSON.encode($0) } == CanonicalJSON.encode(read)
    }
  }
}
