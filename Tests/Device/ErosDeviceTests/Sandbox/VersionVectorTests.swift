import ErosCore
import ErosTestSupport
import Testing

@testable import ErosDevice

/// Versions of apps, for the implementations in other languages.
@Suite("Vectors of versions")
struct VersionVectorTests {
  private static let versions = [
    "0", "0.0", "00", "1", "1.0", "1.0.0", "01.2", "1.2", "1.2.0.0.0.0.0.0", "1.9", "1.10", "2",
    "10",
    "1.0.0.1", "1.2.0-alpha", "1.2.0-alpha.1", "1.2.0-alpha.beta", "1.2.0-beta", "1.2.0-beta.1",
    "1.2.0-beta.2", "1.2.0-beta.02", "1.2.0-beta.10", "1.2-beta.2", "1.2.0-RC", "1.2.0-rc.1",
    "1.2.0-9", "1.2.0-a", "1.2.0-A", "1.2.0--", "1.2.0---1", "1.2.0-1-", "1.2.0-1.2.3.4.5.6.7.8",
    "1.2.0-18446744073709551615", "1.2.0-18446744073709551615a", "18446744073709551615",
    "18446744073709551615.18446744073709551615", "0-0", "0-a", "47", "47-beta",
  ]
  private static let invalid = [
    "", ".", "-", "1.", ".1", "1..2", "v1.0", "eros-template-version", "-1", "+1", " 1", "1 ",
    "1.0\n",
    "1\u{0}", "18446744073709551616", "99999999999999999999", "1.1.1.1.1.1.1.1.1", "１.0", "٣.0",
    "1.0-",
    "1.0-.1", "1.0-beta.", "1.0-a..b", "1.0-b_1", "1.0-ä", "1.0-１", "-beta", "1.0.-beta",
    "1.0-1.2.3.4.5.6.7.8.9", "1.0-18446744073709551616", "1.0+5", "1.0-a+5", "1.0 beta", "1.0b1",
    "0x1", "1e3", "1,0", "1.0.x",
  ]
  private static let minimums: [String?] = [
    nil, "1.0.0", "1.10", "2.0.0-beta.2", "2", "eros-template-version",
    "3." + String(repeating: "0", count: 62), "3." + String(repeating: "0", count: 63),
  ]
  private static let apps = ["0.9", "1", "1.9", "2.0.0-beta.10", "2.0", "47"]

  @Test("versions in order, texts that are not versions, and the apps that a release supports")
  func versions() throws {
    var groups: [[NativeVersion]] = []
    for version in try texts().map({ try #require(NativeVersion($0), "\($0)") }).sorted() {
      if groups.last?[0] == version {
        groups[groups.count - 1].append(version)
      } else {
        groups.append([version])
      }
    }
    for text in Self.invalid { #expect(NativeVersion(text) == nil, "\(text)") }
    let ordered = groups.map { JSONValue.strings($0.map(\.description).sorted(by: inByteOrder)) }
    let supported = supported()
    #expect(groups.count >= 100 && groups.contains { $0.count > 1 })
    #expect(Set(supported.map { $0.object?["runs"]?.bool }) == [true, false])
    try Vectors.expect(
      ["ordered": .list(ordered), "invalid": .strings(Self.invalid), "minimums": .list(supported)],
      in: "versions.json")
  }

  /// Returns the versions above, and random ones.
  private func texts() -> Set<String> {
    var random = SeededGenerator(seed: 51)
    let parts = ["1", "2", "10", "a", "B", "-", "rc"]
    let made = (0..<120).map { _ in
      let numbers = (0..<random.pick(1...4)).map { _ in "\(random.pick(0...2))" }
      let suffix = (0..<random.pick(0...2)).map { _ in parts[random.pick(0...6)] }
      return numbers.joined(separator: ".") + (suffix.isEmpty ? "" : "-")
        + suffix.joined(separator: ".")
    }
    return Set(made + Self.versions)
  }

  /// Returns for minimum versions of a release whether it runs on apps.
  private func supported() -> [JSONValue] {
    var list: [JSONValue] = []
    for android in Self.minimums {
      for iOS in Self.minimums.prefix(5) {
        let release = makeRelease(1, timestamp: 1, android: android, iOS: iOS)
        for (number, text) in Self.apps.enumerated() {
          let platform = [Platform.android, .ios, nil][(number + list.count / 6) % 3]
          let app = NativeVersion(text).map { NativeApp(version: $0, platform: platform) }
          list.append(
            .members([
              "android": android.map { .string($0) }, "iOS": iOS.map { .string($0) },
              "version": .string(text), "platform": platform.map { .string($0.rawValue) },
              "runs": .bool(release.runs(on: app)),
            ]))
        }
      }
    }
    return list
  }
}
