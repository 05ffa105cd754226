import ErosCore
import ErosTrust
import Testing

@testable import ErosCommands

@Suite("Rehearsals of releases for people")
struct ReleaseRehearsalTextTests {
  private func text(_ rehearsal: ReleaseRehearsal?) throws -> String? {
    let file = try #require(
      SHA256Digest(String(repeating: "0f", count: 32)).map {
        TargetFile(length: 51_200, digest: $0)
      })
    var release = ChannelRelease(
      number: 7, tree: try #require(TreeHash(String(repeating: "ab", count: 32))),
      jsVersion: try #require(BundleVersion(String(repeating: "cd", count: 16))),
      built: 1_700_000_000_123, native: [.ios: "1.2.0", .android: "2.0"], rollout: 1250,
      salt: "salt", notes: nil, restores: nil, bundle: file, deltas: [])
    release.rehearsal = rehearsal
    return ReleaseSummary(release).rehearsalText
  }

  @Test("a rehearsal of a release names the engine, if a page ran")
  func engine() throws {
    #expect(try text(nil) == nil)
    #expect(
      try text(.passed(engine: "JavaScriptCore 2", pages: 3, unjudgedPages: 0))
        == "3 pages passed (JavaScriptCore 2)")
    #expect(
      try text(.passed(engine: "JavaScriptCore 2", pages: 3, unjudgedPages: 1))
        == "2 of 3 pages passed, 1 not judged (JavaScriptCore 2)")
    #expect(try text(.notJudged(engine: "", pages: 1)) == "1 page not judged")
  }

  @Test("a rehearsal of a release says that the program could not be used")
  func unavailable() throws {
    #expect(
      try text(.unavailable)
        == "not possible, because eros-rehearse or its engine could not be used")
  }
}
