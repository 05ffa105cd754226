public import ErosCore

/// The comparison of an app with its last release on one platform.
public struct ReleaseCheck: Sendable {
  /// The platform.
  public let platform: Platform
  /// The version of the last release.
  public let released: String
  /// The version in the description, or `nil` if it has none.
  public let version: String?
  /// The changes of the surface since the last release.
  public let changes: [SurfaceChange]
  /// The level of all changes, including those that only require a new build.
  public let level: ChangeLevel

  /// The lowest valid version for the changes.
  public let lowestVersion: String?

  /// Whether ``version`` is high enough for the changes, or missing.
  public let isSufficient: Bool
}

extension Registry {
  /// Compares each platform with its last release in `lock`; skips platforms without a release.
  ///
  /// `registrations` contains each platform's registration fingerprint; see
  /// `RegistryGenerator.registration(on:)`.
  public func check(
    against lock: RegistryRecord, registrations: [Platform: String]
  ) -> [ReleaseCheck] {
    Platform.allCases.compactMap { platform in
      guard let release = lock.newest(on: platform) else { return nil }
      let changes = surface(on: platform).changes(since: release.surface)
      let isRebuilt =
        release.registration != nil && release.registration != registrations[platform]
      let level = max(changes.level, isRebuilt ? .patch : .none)
      let version = versions[platform]?.value
      let isSufficient =
        version.flatMap { VersionRule.allows($0, after: release.version, for: level) } ?? true
      return ReleaseCheck(
        platform: platform, released: release.version, version: version, changes: changes,
        level: level, lowestVersion: VersionRule.lowest(after: release.version, for: level),
        isSufficient: isSufficient)
    }
  }

  /// Returns the version of the app on `platform`, or `nil` if the description has none.
  public func version(on platform: Platform) -> String? {
    platforms.contains(platform) ? versions[platform]?.value : nil
  }

  /// The path of the manifest, relative to the output folder.
  public var manifestPath: String { settings.manifest.value }
  /// The path of the lock file, relative to the output folder.
  public var lockPath: String { settings.lock.value }
  /// The path of the folder with custom templates, relative to the project, or `nil`.
  public var templatesPath: String? { settings.templates?.value }
}
