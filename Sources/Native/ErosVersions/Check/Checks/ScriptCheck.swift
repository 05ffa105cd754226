import ErosConfig
import ErosCore
import ErosRegistry
import ErosSources

/// Checks that the bundle's lowest app versions offer everything that JavaScript uses.
struct ScriptCheck {
  let input: CheckInput
  let uses: JSUses

  func run() -> CheckResult {
    var result = CheckResult(findings: uses.unread.map(Self.finding))
    guard isDescribed else {
      result.unchecked[.nativeSideLacks] = "the configuration does not describe the native side"
      if !uses.uses.isEmpty {
        result.notes.append(
          "the native names in the JavaScript were not compared, because the configuration does not describe the native side; `eros migrate` adds a description"
        )
      }
      return result
    }
    result.findings += Platform.allCases.flatMap(findings)
    noteUntracked(in: &result)
    return result
  }

  /// Notes the modules that `eros sources` and `eros requires` could not follow.
  private func noteUntracked(in result: inout CheckResult) {
    guard let first = uses.untrackedModules.first else { return }
    let location = Finding.location(first.file ?? "", first.position)
    result.notes.append(
      "uses of modules were not checked where they cannot be tracked, first at '\(location)'; `eros sources --js` lists them"
    )
  }

  /// `false` if nothing is known about the native side: each name would then be a finding.
  ///
  /// A description with errors has findings of its own.
  private var isDescribed: Bool {
    guard let registry = input.registry else { return true }
    return registry.isDescribed || !input.releases.releases.isEmpty
  }

  /// Returns the first use of each name that the app does not offer.
  private func findings(on platform: Platform) -> [Finding] {
    guard let version = input.registry?.version(on: platform) else { return [] }
    let released = input.releases.releases.last {
      $0.surface.platform == platform && $0.version == version
    }
    let described = input.parsed.offered(on: platform)
    let offered = input.parsed.offered(on: platform, by: released?.surface)
    let others = Platform.allCases.filter { $0 != platform }.map { input.parsed.offered(on: $0) }
    var seen: Set<JSNeed> = []
    return uses.uses.compactMap { use in
      guard !use.isGuarded, !offered.offers(use.need) else { return nil }
      // The code may run on the other platform only.
      if use.checksPlatform, others.contains(where: { $0.offers(use.need) }) { return nil }
      let need = use.need.missingPart(in: offered)
      // An undescribed tag may be a JavaScript component, and a page may belong to another host.
      guard described.canLack(use.need) else { return nil }
      guard seen.insert(need).inserted else { return nil }
      return Self.finding(use, need, version, platform, isDescribed: described.offers(need))
    }
  }

  private static func finding(_ unread: Finding) -> Finding {
    Finding(
      CheckFindingCode.scriptUnreadable, file: unread.file, at: unread.position, unread.message,
      remedy: unread.remedy ?? "make it readable, or pass another folder with `--js`")
  }

  private static func finding(
    _ use: JSUses.Use, _ need: JSNeed, _ version: String, _ platform: Platform, isDescribed: Bool
  ) -> Finding {
    Finding(
      CheckFindingCode.nativeSideLacks, file: use.file, at: use.position,
      "version \(version.escapedForDisplay) of the \(platform.displayName) app does not offer the \(need.message.escapedForDisplay)",
      remedy: isDescribed
        ? "raise the version with `eros bump`, or check that it exists before using it"
        : "add it to the app and to the configuration, or correct the name")
  }
}

extension JSNeed {
  /// Returns the whole module if `surface` lacks it, or else the name itself.
  fileprivate func missingPart(in surface: RegistrySurface) -> JSNeed {
    guard case .member(_, _, of: .module, _) = self, let owner, !surface.offers(owner) else {
      return self
    }
    return owner
  }
}
