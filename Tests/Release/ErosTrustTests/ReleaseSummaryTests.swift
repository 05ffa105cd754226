import ErosCore
import ErosTestSupport
import Testing

@testable import ErosTrust

/// The JSON of a release that `eros … --json`, `eros fetch --json` and the console share.
@Suite("Releases in JSON")
struct ReleaseSummaryTests {
  private func release(notes: String? = nil, restores: Int64? = nil) throws -> ChannelRelease {
    let file = try #require(
      SHA256Digest(String(repeating: "0f", count: 32)).map {
        TargetFile(length: 51_200, digest: $0)
      })
    return ChannelRelease(
      number: 7, tree: try #require(TreeHash(String(repeating: "ab", count: 32))),
      jsVersion: try #require(BundleVersion(String(repeating: "cd", count: 16))),
      built: 1_700_000_000_123, native: [.ios: "1.2.0", .android: "2.0"], rollout: 1250,
      salt: "salt", notes: notes, restores: restores, bundle: file, deltas: [])
  }

  private func object(_ release: ChannelRelease) throws -> JSONObject {
    try #require(ReleaseSummary(release).json.object)
  }

  @Test("a release has all fields, of which missing ones are null")
  func fields() throws {
    let object = try object(release())
    #expect(
      object.members.map(\.key) == [
        "brake", "built", "bytes", "deltas", "jsVersion", "kind", "legacy", "localizedNotes",
        "native", "notes", "number", "paused", "plan", "rehearsal", "restores", "retries",
        "rollout",
        "tree", "urgency",
      ])
    #expect(object["number"]?.integer == 7)
    #expect(object["built"]?.string == "2023-11-14T22:13:20.123Z")
    #expect(object["rollout"]?.string == "12.50%")
    #expect(object["native"]?.object?["ios"]?.string == "1.2.0")
    #expect(object["native"]?.object?["android"]?.string == "2.0")
    #expect(object["bytes"]?.integer == 51_200)
    #expect(object["deltas"]?.integer == 0 && object["retries"]?.integer == 0)
    #expect(object["kind"]?.string == "bundle")
    #expect(object["legacy"]?.bool == false && object["paused"]?.bool == false)
    for key in ["brake", "notes", "rehearsal", "restores"] {
      #expect(object[key]?.kindName == "null", "\(key)")
    }
  }

  @Test(
    "the rehearsal is the same in metadata and in a summary",
    arguments: [
      .skipped, .unavailable, .passed(engine: "JavaScriptCore 2.50.4", pages: 60, unjudgedPages: 2),
      .notJudged(engine: "JavaScriptCore 2.50.4", pages: 60),
    ] as [ReleaseRehearsal])
  func rehearsal(rehearsal: ReleaseRehearsal) throws {
    var release = try release()
    release.rehearsal = rehearsal
    let read = try ChannelRelease(
      values: .sorted(release.values), bundle: release.bundle, deltas: [])
    #expect(read.rehearsal == rehearsal)
    let shown = try #require(object(read)["rehearsal"])
    #expect(JSONWriter.write(shown) == JSONWriter.write(rehearsal.json))
  }

  @Test("a rehearsal with a result of a later version is ignored")
  func laterRehearsal() throws {
    var values = try release().values
    values["rehearsal"] = .sorted(["result": .string("later"), "more": .integer(1)])
    let file = try release().bundle
    #expect(try ChannelRelease(values: .sorted(values), bundle: file, deltas: []).rehearsal == nil)
  }

  @Test("the retries are the same in metadata and in a summary, and zero has no field")
  func retries() throws {
    var release = try release()
    #expect(release.values["retries"] == nil)
    release.retries = 3
    let read = try ChannelRelease(
      values: .sorted(release.values), bundle: release.bundle, deltas: [])
    #expect(try read.retries == 3 && object(read)["retries"]?.integer == 3)
  }

  @Test(
    "urgency and notes are the same in metadata and in a summary",
    arguments: ReleaseUrgency.allCases)
  func urgency(urgency: ReleaseUrgency) throws {
    var release = try release()
    #expect(release.values["urgency"] == nil && release.values["localizedNotes"] == nil)
    release.urgency = urgency
    release.localizedNotes = try LocalizedNotes(
      publishing: .sorted(["zh-hans": .string("修复"), "en": .string("Fixes")]))
    #expect((release.values["urgency"] == nil) == (urgency == .normal))
    let read = try ChannelRelease(
      values: .sorted(release.values), bundle: release.bundle, deltas: [])
    #expect(read.urgency == urgency && read.localizedNotes == release.localizedNotes)
    let object = try object(read)
    #expect(object["urgency"]?.string == urgency.rawValue)
    let notes = object["localizedNotes"]?.object?.members.map {
      "\($0.key): \($0.node.value.string ?? "")"
    }
    #expect(notes == ["en: Fixes", "zh-Hans: 修复"])
  }

  @Test("an urgency, a tag and a text of a later version are ignored")
  func laterUrgency() throws {
    var values = try release().values
    values["urgency"] = .string("high")
    let long = String(repeating: "x", count: LocalizedNotes.maximumLength + 1)
    values["localizedNotes"] = .sorted([
      "en": .string("Fixes"), "x-later": .string("Later"), "fr": .string(long),
    ])
    var bundle = try release().bundle
    bundle.custom = JSONObject()
    bundle.custom?["eros"] = .sorted(values)
    var read = try ChannelRelease(values: .sorted(values), bundle: bundle, deltas: [])
    #expect(read.urgency == .normal)
    #expect(read.localizedNotes.texts.map(\.key.description) == ["en"])
    // Metadata that is signed again keeps the urgency, unless a publisher changes it.
    func written() throws -> String? {
      try #require(read.targets["bundle.zip"]).custom?["eros"]?.object?["urgency"]?.string
    }
    #expect(try written() == "high")
    read.urgency = .low
    #expect(try written() == "low")
  }

  @Test("the limit of the brake is an object, also after it was lifted")
  func brake() throws {
    var release = try release(notes: "notes", restores: 3)
    for (share, text) in [(0, "0%"), (500, "5%"), (10_000, "100%")] {
      release.limit = Brake.Limit(
        number: 7, rollout: share, time: 1_700_000_000_999, reason: "12 trials failed")
      let object = try object(release)
      let brake = try #require(object["brake"]?.object)
      #expect(brake.members.map(\.key) == ["active", "reason", "rollout", "time"])
      #expect(brake["active"]?.bool == (share < 10_000))
      #expect(brake["reason"]?.string == "12 trials failed")
      #expect(brake["rollout"]?.string == text)
      #expect(brake["time"]?.string == "2023-11-14T22:13:20Z")
      #expect(object["notes"]?.string == "notes" && object["restores"]?.integer == 3)
    }
  }
}
