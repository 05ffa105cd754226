import ErosCore
import ErosCrypto
import ErosTestSupport
import Testing

@testable import ErosTrust

/// A damaged field must not look as if it were missing: a device would then see no minimum version, and
/// a publisher would sign the loss.
@Suite("Damaged fields of a channel")
struct ChannelFieldsTests {
  private static let digest = String(repeating: "0", count: 64)
  private static let version = String(repeating: "0", count: 32)

  private static var release: [String: JSONValue] {
    [
      "seq": .integer(2), "tree": .string(digest), "jsVersion": .string(version),
      "built": .integer(1), "native": .sorted(["ios": .string("1.0")]), "rollout": .integer(0),
      "salt": .string("s"), "notes": .string("n"), "kind": .string("routes"),
      "surface": .sorted(["android": .string("a")]), "size": .integer(1), "restores": .integer(1),
      "rehearsal": .sorted(["result": .string("skipped")]), "retries": .integer(1),
      "plan": .sorted([
        "start": .integer(1), "steps": .list([.sorted(["rollout": .integer(100)])]),
        "stopAt": .integer(200),
      ]),
      "urgency": .string("low"), "localizedNotes": .sorted(["en": .string("n")]),
    ]
  }

  private func read(_ values: [String: JSONValue]) throws -> ChannelRelease {
    let file = TargetFile(length: 1, digest: try SHA256Digest.of([UInt8]().span))
    return try ChannelRelease(values: .sorted(values), bundle: file, deltas: [])
  }

  @Test("every field of a release must have its type")
  func release() throws {
    let release = try read(Self.release)
    #expect(release.native == [.ios: "1.0"])
    #expect(release.surfaces == [.android: "a"])
    for key in Self.release.keys.sorted() {
      var values = Self.release
      values[key] = .bool(true)
      let error = #expect(throws: JSONFieldFailure.self, "\(key)") { try read(values) }
      #expect(error?.description.contains("'\(key)'") == true, "\(key)")
    }
  }

  @Test("the version of each platform must be a string", arguments: ["native", "surface"])
  func platforms(key: String) throws {
    var values = Self.release
    values[key] = .sorted(["ios": .string("1"), "android": .integer(1)])
    let error = #expect(throws: JSONFieldFailure.self) { try read(values) }
    #expect(error?.description == "'android' of '\(key)' is a number, expected a string")
    values[key] = .sorted(["ios": .string("1"), "harmony": .integer(1)])
    _ = try read(values)
  }

  @Test(
    "the fields of a channel must have their types",
    arguments: [
      ("publicURL", "7", "'publicURL'"), ("embedded", "{}", "'embedded'"),
      ("embedded", "[{NATIVE: 1}]", "'native' of an embedded bundle is a number"),
      ("embedded", "[1]", "an embedded bundle is a number"),
    ])
  func channel(key: String, text: String, reason: String) throws {
    let embedded = """
      "tree": "\(Self.digest)", "jsVersion": "\(Self.version)", "built": 1, "native"
      """
    let text = text.replacing("NATIVE", with: embedded)
    let value = try JSONReader.read(Array(text.utf8), file: "text").value
    var metadata = TargetsMetadata(version: 1, expires: Timestamp(milliseconds: 0))
    let name = try ChannelName("my-app/production")
    _ = try ChannelContents(name, metadata)
    metadata.unknown.setErosFields([key: value])
    let error = #expect(throws: ChannelError.self) { try ChannelContents(name, metadata) }
    #expect(error?.problem.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("the name of a delta has its base, and files with unknown names are ignored")
  func deltaNames() throws {
    let name = try ChannelName("my-app/production")
    let base = TreeHash(bytes: SIMD32(repeating: 1))
    var release = try read(Self.release)
    release.deltas = [.init(from: base, file: release.bundle)]
    var contents = ChannelContents(name)
    contents.releases = [release]
    var metadata = TargetsMetadata(version: 1, expires: Timestamp(milliseconds: 0))
    contents.write(to: &metadata)
    #expect(try ChannelContents(name, metadata).releases.first?.deltas.map(\.from) == [base])
    let path = name.path(2, "from-010101010101.erosdelta")
    let delta = try #require(metadata.targets[path])
    metadata.targets[path] = nil
    // A development version published deltas with two bases under this name.
    metadata.targets[name.path(2, "from-010101010101-020202020202.erosdelta2")] = delta
    #expect(try ChannelContents(name, metadata).releases.first?.deltas.isEmpty == true)
    metadata.targets[name.path(2, "from-020202020202.erosdelta")] = delta
    #expect(throws: ChannelError.self) { try ChannelContents(name, metadata) }
  }

  @Test("the reason of a limit must be a string")
  func brake() throws {
    let name = try ChannelName("my-app/production")
    var brake = Brake()
    brake[name, 7] = Brake.Limit(number: 7, rollout: 0, time: 0, reason: "crashes")
    var metadata = TargetsMetadata(version: 1, expires: Timestamp(milliseconds: 0))
    brake.write(to: &metadata)
    #expect(try Brake(metadata)[name, 7]?.reason == "crashes")
    let limit = JSONValue.sorted([
      "seq": .integer(7), "rollout": .integer(0), "time": .integer(0), "reason": .list([]),
    ])
    metadata.unknown.setErosFields(["brake": .sorted(["\(name)": .list([limit])])])
    let error = #expect(throws: ChannelError.self) { try Brake(metadata) }
    #expect(error?.problem.contains("'reason' of a limit is an array") == true)
  }
}
