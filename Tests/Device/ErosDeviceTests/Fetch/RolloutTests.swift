import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosDevice

/// `EROS_SLOW_TESTS=1` uses 10⁶ IDs, a release build less than 3 seconds.
@Suite("Memberships of rollouts", .phase(.servers))
struct RolloutTests {
  /// Returns Pearson's χ² of buckets that should have equal counts.
  private func chiSquared(_ counts: [Int]) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  /// Checks that the buckets of `count` IDs are equally likely.
  ///
  /// With k buckets, χ² has the mean k − 1 and the deviation √(2(k − 1)). A correct function fails with
  /// a probability of less than 10⁻⁶; the seeds are fixed.
  private func check(_ count: Int, release: UInt64) throws {
    var generator = SeededGenerator(seed: release)
    let salt = DeviceID(using: &generator).text
    var counts = Array(repeating: 0, count: ChannelRelease.fullRollout)
    for _ in 0..<count { counts[try DeviceID(using: &generator).bucket(salt: salt)] += 1 }
    let hundred = (0..<100).map { counts[($0 * 100)..<(($0 + 1) * 100)].reduce(0, +) }
    for counts in [counts, hundred] {
      let mean = Double(counts.count - 1)
      let distance = (chiSquared(counts) - mean) / (2 * mean).squareRoot()
      #expect(abs(distance) < 5, "\(distance) deviations with \(counts.count) buckets")
    }
  }

  @Test("the buckets of devices are equally likely", arguments: 1...2)
  func uniform(release: UInt64) throws { try check(50_000, release: release) }

  @Test("the buckets of a million devices are equally likely", .slow, arguments: 1...3)
  func million(release: UInt64) throws { try check(1_000_000, release: release) }

  /// The second release has another salt, so its bucket says nothing about the first one.
  @Test("other devices come first in each release")
  func independent() throws {
    var generator = SeededGenerator(seed: 4)
    let salts = (0..<2).map { _ in DeviceID(using: &generator).text }
    var counts = Array(repeating: 0, count: 100)
    for _ in 0..<20_000 {
      let id = DeviceID(using: &generator)
      let tenths = try salts.map { try id.bucket(salt: $0) / 1000 }
      counts[tenths[0] * 10 + tenths[1]] += 1
    }
    #expect(abs(chiSquared(counts) - 99) / (2.0 * 99).squareRoot() < 5)
  }

  @Test("each step of 0.01 % adds devices when it rises, and removes them when it falls")
  func steps() throws {
    var generator = SeededGenerator(seed: 5)
    let salt = DeviceID(using: &generator).text
    for _ in 0..<8 {
      let id = DeviceID(using: &generator)
      var wasIncluded = false
      var changes = 0
      for rollout in 0...ChannelRelease.fullRollout {
        let isIncluded = try id.isIncluded(inRollout: rollout, salt: salt)
        #expect(isIncluded || !wasIncluded, "a rise to \(rollout) has removed \(id)")
        if isIncluded != wasIncluded { changes += 1 }
        wasIncluded = isIncluded
      }
      #expect(changes == 1 && wasIncluded)
    }
  }

  @Test("each step of 0.01 % adds its share of devices and no others")
  func stepSizes() throws {
    var generator = SeededGenerator(seed: 6)
    let salt = DeviceID(using: &generator).text
    let ids = (0..<20_000).map { _ in DeviceID(using: &generator) }
    var rollout = 480
    var included = Set(
      try ids.filter { try $0.isIncluded(inRollout: rollout, salt: salt) }.map(\.text))
    for next in [481, 482, 500, 499, 481, 0, 1, 10_000, 9_999] {
      let changed = Set(
        try ids.filter { try $0.isIncluded(inRollout: next, salt: salt) }.map(\.text))
      #expect(next > rollout ? changed.isSuperset(of: included) : changed.isSubset(of: included))
      let expected = Double(abs(next - rollout)) * 2
      let difference = Double(abs(changed.count - included.count))
      #expect(abs(difference - expected) <= 5 * expected.squareRoot() + 5)
      (rollout, included) = (next, changed)
    }
  }
}
