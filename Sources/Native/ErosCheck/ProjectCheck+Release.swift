import ErosConfig
import ErosCore
import ErosRegistry

extension ProjectCheck {
  /// Checks that an app's version is raised after a change of its native side.
  ///
  /// The change is relative to a published release. If the version stays the same, devices with the
  /// released app get pages that need a new build of it.
  mutating func checkSurfaces(_ base: CheckBase?) throws {
    // Another finding reports that the description is unusable.
    guard let base, let surfaces = base.surfaces, let registry = parsed.registry, parsed.isUsable
    else { return }
    for platform in Platform.allCases {
      guard let surface = surfaces[platform], let version = registry.version(on: platform),
        let new = NativeVersion(version),
        let old = base.versions[platform].flatMap({ NativeVersion($0) }), new <= old,
        try registry.surface(on: platform).fingerprint() != surface
      else { continue }
      findings.append(
        Finding(
          CheckFindingCode.storeBuildNeeded, file: project.configPath,
          "the native side of the \(platform.displayName) app has changed since \(base.name), but the version is still \(version)"
            .escapedForDisplay,
          remedy: "raise the version with `eros bump`, and publish the app in the app store first"))
    }
  }

  /// Returns whether the native side matches the fingerprints of a published release.
  func hasSurfaces(_ surfaces: [Platform: String]) throws -> Bool {
    guard let registry = parsed.registry, parsed.isUsable else { return false }
    return try Platform.allCases.allSatisfy {
      try surfaces[$0] == registry.surface(on: $0).fingerprint()
    }
  }
}
