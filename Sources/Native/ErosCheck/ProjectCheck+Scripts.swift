import ErosCore
import ErosRegistry
public import ErosSources
import ErosVersions

extension ProjectCheck {
  /// Checks that the lowest versions for the bundle offer everything that JavaScript uses.
  ///
  /// A released version offers its recorded surface. Any other version offers the described
  /// surface. The check skips uses after a presence check, and undescribed tags, because these may
  /// be JavaScript components. Each name is reported at its first use.
  public mutating func compare(with uses: JSUses) {
    add(
      uses.unread.map { unread in
        Finding(
          CheckFindingCode.scriptUnreadable, file: unread.file, at: unread.position,
          unread.message,
          remedy: unread.remedy ?? "make it readable, or pass another folder with `--js`")
      })
    // Another finding reports that the description is unusable.
    guard let registry = parsed.registry, parsed.isUsable else { return }
    var found: [Finding] = []
    for platform in Platform.allCases {
      guard let version = registry.version(on: platform) else { continue }
      let released = releases.releases.last {
        $0.surface.platform == platform && $0.version == version
      }
      let described = parsed.offered(on: platform)
      let offered = parsed.offered(on: platform, by: released?.surface)
      var seen: Set<JSNeed> = []
      for use in uses.uses where !use.isGuarded && !offered.offers(use.need) {
        if let tag = use.need.tag, described.components[tag] == nil { continue }
        guard seen.insert(use.need).inserted else { continue }
        found.append(
          Self.finding(
            use, version, platform, isDescribed: described.offers(use.need)))
      }
    }
    add(found)
  }

  private static func finding(
    _ use: JSUses.Use, _ version: String, _ platform: Platform, isDescribed: Bool
  ) -> Finding {
    Finding(
      CheckFindingCode.nativeSideLacks, file: use.file, at: use.position,
      "version \(version) of the \(platform.displayName) app does not offer the \(use.need)"
        .escapedForDisplay,
      remedy: isDescribed
        ? "raise the version with `eros bump`, or check that it exists before using it"
        : "add it to the app and to the configuration, or correct the name")
  }
}
