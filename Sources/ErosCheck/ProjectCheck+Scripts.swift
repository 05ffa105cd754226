import ErosCore
import ErosRegistry
public import ErosSources
import ErosVersions

extension ProjectCheck {
  /// Checks that the lowest versions of the app that get the bundle offer what JavaScript uses.
  ///
  /// A version that was released offers what was recorded of it, any other one what is described. What
  /// the code asks for before it uses it is not needed, and a tag that is not described may be a
  /// component of the JavaScript itself. Each name is reported where it is used first.
  public mutating func compare(with uses: JSUses) {
    take(
      uses.unread.map { unread in
        CheckFinding(
          .scriptUnreadable, file: unread.file, at: unread.position, unread.message,
          remedy: unread.remedy ?? "let it be read, or leave its folder out")
      })
    // That it is unusable was reported before.
    guard let registry = reading.registry, reading.isUsable else { return }
    var found: [CheckFinding] = []
    for platform in Platform.allCases {
      guard let version = registry.version(on: platform) else { continue }
      let released = releases.releases.last {
        $0.surface.platform == platform && $0.version == version
      }
      let described = reading.offered(on: platform)
      let offered = reading.offered(on: platform, by: released?.surface)
      var seen: Set<JSNeed> = []
      for use in uses.uses where !use.isGuarded && !offered.offers(use.need) {
        if let tag = use.need.tag, described.components[tag] == nil { continue }
        guard seen.insert(use.need).inserted else { continue }
        found.append(
          Self.finding(
            use, version, platform, isDescribed: described.offers(use.need)))
      }
    }
    take(found)
  }

  private static func finding(
    _ use: JSUses.Use, _ version: String, _ platform: Platform, isDescribed: Bool
  ) -> CheckFinding {
    CheckFinding(
      .nativeSideLacks, file: use.file, at: use.position,
      "version \(version) of the \(platform.rawValue) app does not offer the \(use.need)"
        .escapedForDisplay,
      remedy: isDescribed
        ? "raise the version with `eros bump`, or ask whether it is there before it is used"
        : "add it to the app and to the configuration, or correct the name")
  }
}
