import ErosCore
import ErosTestSupport

@testable import ErosServe

extension SeededGenerator {
  /// Returns the `jsVersion` of a release, an embedded bundle, or an unknown one.
  mutating func jsVersion() -> String {
    switch Int.random(in: 0..<10, using: &self) {
    case 0: ""
    case 1: "not a version"
    default: "\(BundleVersion.numbered(Int.random(in: 0..<10, using: &self)))"
    }
  }
}

extension BundleVersion {
  /// Returns a version that ends with a number.
  static func numbered(_ number: Int) -> BundleVersion {
    BundleVersion(bytes: SIMD16(repeating: UInt8(truncatingIfNeeded: number)))
  }
}

extension Platform {
  static func random(_ generator: inout SeededGenerator) -> Platform {
    Bool.random(using: &generator) ? .ios : .android
  }
}

extension LegacyApp {
  /// Returns an app with random releases, patches and embedded bundles.
  static func random(_ generator: inout SeededGenerator) -> LegacyApp {
    let versions = ["0.9", "1.0.0", "1.2.0", "3.0", "any"]
    let releases = (0..<Int.random(in: 0..<6, using: &generator)).map { number in
      LegacyRelease(
        number: Int64(number), jsVersion: .numbered(number), built: Int64(number) * 10,
        native: [
          .ios: versions.randomElement(using: &generator) ?? "",
          .android: versions.randomElement(using: &generator) ?? "",
        ], rollout: [10_000, 10_000, 500].randomElement(using: &generator) ?? 0,
        isPaused: Int.random(in: 0..<4, using: &generator) == 0,
        patches: [
          .numbered(Int.random(in: 0..<10, using: &generator)): Patch(file: "patch.zip", built: 5)
        ])
    }
    let embedded = (0..<Int.random(in: 0..<3, using: &generator)).map { index in
      Embedded(
        jsVersion: .numbered(Int.random(in: 0..<10, using: &generator)),
        built: Int64.random(in: 0..<60, using: &generator), native: ["1.0", "1.2.0", nil][index])
    }
    return LegacyApp(
      name: "my-app", releases: releases, embedded: embedded, folder: "https://cdn/legacy/my-app/")
  }
}
