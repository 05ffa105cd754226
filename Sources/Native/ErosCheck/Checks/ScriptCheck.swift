import ErosCore
import ErosRegistry
import ErosSources

/// Checks that the lowest versions for the bundle offer everything that JavaScript uses.
struct ScriptCheck {
  let input: CheckInput
  let uses: JSUses

  func run() -> CheckResult {
    CheckResult(findings: uses.unread.map(Self.finding) + Platform.allCases.flatMap(findings))
  }

  /// Returns the first use of each name that the app does not offer.
  private func findings(on platform: Platform) -> [Finding] {
    guard let version = input.registry?.version(on: platform) else { return [] }
    let released = input.releases.releases.last {
      $0.surface.platform == platform && $0.version == version
    }
    let described = input.parsed.offered(on: platform)
    let offered = input.parsed.offered(on: platform, by: released?.surface)
    var seen: Set<JSNeed> = []
    return uses.uses.compactMap { use in
      guard !use.isGuarded, !offered.offers(use.need) else { return nil }
      // An undescribed tag may be a JavaScript component.
      if let tag = use.need.tag, described.components[tag] == nil { return nil }
      guard seen.insert(use.need).inserted else { return nil }
      return Self.finding(use, version, platform, isDescribed: described.offers(use.need))
    }
  }

  private static func finding(_ unread: Finding) -> Finding {
    Finding(
      CheckFindingCode.scriptUnreadable, file: unread.file, at: unread.position, unread.message,
      remedy: unread.remedy ?? "make it readable, or pass another folder with `--js`")
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
