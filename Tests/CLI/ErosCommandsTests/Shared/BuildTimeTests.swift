import ErosCore
import Testing

@testable import ErosCommands

@Suite("Build times")
struct BuildTimeTests {
  private static let now = Timestamp(milliseconds: 1500)

  @Test("the build time is the current time without SOURCE_DATE_EPOCH")
  func current() throws {
    #expect(try BuildTime.milliseconds(environment: [:], now: Self.now) == 1500)
  }

  @Test(
    "the build time is SOURCE_DATE_EPOCH in milliseconds",
    arguments: [("0", 0), ("1700000000", 1_700_000_000_000), ("253402300799", 253_402_300_799_000)])
  func environment(value: String, milliseconds: Int64) throws {
    let environment = ["SOURCE_DATE_EPOCH": value]
    #expect(try BuildTime.milliseconds(environment: environment, now: Self.now) == milliseconds)
  }

  @Test(
    "SOURCE_DATE_EPOCH is refused if it is not a time of a manifest",
    arguments: ["", "soon", "-1", "1.5", "253402300800", "99999999999999999999"])
  func refused(value: String) {
    let error = #expect(throws: CommandError.self) {
      try BuildTime.milliseconds(environment: ["SOURCE_DATE_EPOCH": value], now: Self.now)
    }
    #expect(error?.exitStatus == .usage)
  }

  @Test(
    "a build time outside the range of manifests is refused", arguments: [-1, 253_402_300_800_000])
  func range(timestamp: Int64) throws {
    #expect(throws: (any Error).self) { try BuildTime.validate(timestamp) }
    try BuildTime.validate(nil)
    try BuildTime.validate(0)
    try BuildTime.validate(BundleManifest.timestamps.upperBound)
  }
}
