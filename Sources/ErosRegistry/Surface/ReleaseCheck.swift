public import ErosCore

/// Whether the version of an app promises what changed since it was released last.
public struct ReleaseCheck: Sendable {
  /// The platform it is about.
  public let platform: Platform
  /// The version that was released last.
  public let released: String
  /// The version in the description, or `nil` when it has none.
  public let version: String?
  /// What JavaScript can see of the changes since then.
  public let changes: [SurfaceChange]
  /// How much all changes mean, those that only a build sees among them.
  public let level: ChangeLevel

  /// The lowest version that the changes may be released with.
  public let lowest: String?

  /// Whether ``version`` is enough; without a version there is nothing to compare.
  public let isEnough: Bool
}

extension Registry {
  /// Compares each platform with its last release in `lock`; platforms without one are left out.
  ///
  /// `registrations` says what is compiled in by now; see `RegistryGenerator.registration(on:)` in `ErosGenerator`.
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
      let isEnough =
        version.flatMap { VersionRule.allows($0, after: release.version, for: level) } ?? true
      return ReleaseCheck(
        platform: platform, released: release.version, version: version, changes: changes,
        level: level, lowest: VersionRule.lowest(after: release.version, for: level),
        isEnough: isEnough)
    }
  }

  /// The version of the app on `platform`, as far as the description has one.
  public func version(on platform: Platform) -> String? {
    platforms.contains(platform) ? versions[platform]?.value : nil
  }

  /// Where the manifest and the lock file go, from the output folder.
  public var manifestPath: String { settings.manifest.value }
  /// Where the lock file goes, from the output folder.
  public var lockPath: String { settings.lock.value }
}
