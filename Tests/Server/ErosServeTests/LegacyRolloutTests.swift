import ErosCore
import ErosTestSupport
import Testing

@testable import ErosServe

@Suite("Rollouts for legacy clients", .phase(.ownServer))
struct LegacyRolloutTests {
  private func offered(_ rollout: Int, offset: Int) -> Set<Int> {
    let release = LegacyRelease(
      number: 1, jsVersion: .numbered(1), built: 1, native: [:], rollout: rollout, offset: offset)
    return Set((0..<LegacyRelease.bucketCount).filter { release.isOffered(to: $0) })
  }

  @Test("each step of 0.01 % adds one bucket when it rises, and removes one when it falls")
  func steps() throws {
    for salt in ["a", "b"] {
      let offset = try LegacyBucket.offset(salt: salt)
      var before = offered(0, offset: offset)
      #expect(before.isEmpty)
      for rollout in Array(1...40) + Array(4_990...5_010) + Array(9_980...10_000) {
        let after = offered(rollout, offset: offset)
        #expect(after.count == rollout && after.isSuperset(of: before))
        before = after
      }
    }
  }

  @Test("random cookies are equally likely")
  func uniform() {
    let count = 200_000
    var counts = Array(repeating: 0, count: LegacyRelease.bucketCount)
    for _ in 0..<count { counts[LegacyBucket.random()] += 1 }
    let expected = Double(count) / Double(counts.count)
    let sum = counts.reduce(0.0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    let mean = Double(counts.count - 1)
    // Fails by chance once in 10⁹ runs.
    #expect(abs(sum - mean) / (2 * mean).squareRoot() < 6)
  }
}
