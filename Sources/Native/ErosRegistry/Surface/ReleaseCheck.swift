public import ErosCore

/// The differences between an app and its last release on one platform.
public struct ReleaseCheck: Sendable {
  /// The platform that was compared.
  public let platform: Platform
  /// The last release's version.
  public let released: String
  /// The version in the description, or `nil` if it has none.
  public let version: String?
  /// The changes since the last release.
  public let changes: [SurfaceChange]
  /// The level of all changes, including those that only require a new build.
  public let level: ChangeLevel

  /// The lowest version that is valid after these changes.
  public let lowestVersion: String?

  /// `true` if ``version`` is high enough for the changes, or missing.
  public let isSufficient: Bool
}

extension Registry {
  /// Compares each platform with its last release in `lock`.
  ///
  /// Skips platforms without a release.
  ///
  /// `registrations` contains each platform's registration fingerprint, see
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

  /// Returns the app's version on `platform`, or `nil` if the description has none.
  public func version(on platform: Platform) -> String? {
    platforms.contains(platform) ? versions[platform]?.value : nil
  }

  /// The manifest's path in the output folder.
  public var manifestPath: String { settings.manifest.value }
  /// The lock file's path in the output folder.
  public var lockPath: String { settings.lock.value }
  /// The path of the folder with custom templates, relative to the project.
  public var templatesPath: String? { settings.templates?.value }
}
