import ErosCore
import ErosCrypto
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosServe

@Suite("The releases that legacy clients may get", .phase(.ownServer))
struct LegacySelectionTests {
  private func release(
    _ number: Int, native: [Platform: String], rollout: Int = ChannelRelease.fullRollout,
    isPaused: Bool = false
  ) throws -> ChannelRelease {
    let digest = try SHA256Digest.of([UInt8(truncatingIfNeeded: number)].span)
    let tree = try #require(TreeHash("\(digest)"))
    return ChannelRelease(
      number: Int64(number), tree: tree, jsVersion: .numbered(number), built: Int64(number),
      native: native, rollout: rollout, salt: "\(number)", isPaused: isPaused, notes: nil,
      bundle: TargetFile(length: 1, digest: digest), deltas: [])
  }

  private func app(
    _ releases: [ChannelRelease], known: [ChannelRelease], exactly: Bool
  ) throws -> LegacyApp {
    var settings = LegacyApp.Settings()
    settings.needsEqualVersion = exactly
    return LegacyApp(
      name: "my-app",
      releases: try releases.map {
        LegacyRelease(
          number: $0.number, jsVersion: $0.jsVersion, built: $0.built, native: $0.native,
          rollout: $0.rollout, offset: try LegacyBucket.offset(salt: $0.salt),
          isPaused: $0.isPaused)
      },
      others: known.map {
        .init(
          jsVersion: $0.jsVersion, built: $0.built, native: $0.native, isAvailable: true)
      }, folder: "https://cdn/", settings: settings)
  }

  @Test("the releases that are left out change no response", arguments: [true, false])
  func sameResponses(exactly: Bool) throws {
    var generator = SeededGenerator(seed: 11)
    let versions = ["1.0", "1.0.0", "1.1", "2.0", "any"]
    var hiddenCount = 0
    for _ in 0..<300 {
      let all = try (0..<Int.random(in: 0..<8, using: &generator)).reversed().map { number in
        var native: [Platform: String] = [:]
        for platform in Platform.allCases where Int.random(in: 0..<5, using: &generator) > 0 {
          native[platform] = versions.randomElement(using: &generator)
        }
        return try release(
          number, native: native,
          rollout: [10_000, 10_000, 10_000, 500, 0].randomElement(using: &generator) ?? 0,
          isPaused: Int.random(in: 0..<5, using: &generator) == 0)
      }
      let selected = LegacySelection.releases(all, exactly: exactly)
      hiddenCount += all.count - selected.count
      let complete = try app(all, known: [], exactly: exactly)
      let small = try app(selected, known: all, exactly: exactly)
      for version in ["0.9", "1.0", "1.0.0", "1.1", "3", "any"] {
        for platform in Platform.allCases {
          let held = BundleVersion.numbered(Int.random(in: 0..<9, using: &generator))
          let check = LegacyCheck(held, platform, version: version)
          for bucket in [nil, 4711] as [Int?] {
            #expect(
              small.response(to: check, bucket: bucket)
                == complete.response(to: check, bucket: bucket))
          }
        }
      }
    }
    #expect(hiddenCount > 100)
  }

  @Test("of 10,000 releases for everybody, one is examined")
  func many() throws {
    let all = try (1...10_000).reversed().map { try release($0, native: [.ios: "1.0"]) }
    #expect(LegacySelection.releases(all, exactly: false).map(\.number) == [10_000])
    #expect(LegacySelection.releases(all, exactly: true).map(\.number) == [10_000])
  }
}
