import ErosConfig
import ErosCore
import ErosRegistry

extension ProjectCheck {
  /// Checks that the version of each app is raised if its native side has changed since a published
  /// release.
  ///
  /// Otherwise devices with the released app would get pages that need a new build of it.
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

  /// Returns whether the native side is that for which a release was published.
  func hasSurfaces(_ surfaces: [Platform: String]) throws -> Bool {
    guard let registry = parsed.registry, parsed.isUsable else { return false }
    return try Platform.allCases.allSatisfy {
      try surfaces[$0] == registry.surface(on: $0).fingerprint()
    }
  }
}
