import ErosConfig
public import ErosCore

/// The app version that JavaScript needs on one platform.
public struct JSRequirement: Sendable {
  /// The platform whose app is meant.
  public let platform: Platform

  /// The lowest version that offers everything except ``missing``, or `nil` if there is none.
  public let lowestVersion: String?

  /// Names that no version offers.
  public let missing: [JSNeed]
}

extension ParsedRegistry {
  /// Returns what JavaScript can use on `platform`: `surface` merged with the presets.
  ///
  /// By default, `surface` is what the description declares.
  public func offered(on platform: Platform, by surface: RegistrySurface? = nil) -> RegistrySurface
  {
    let declaredSurface =
      surface ?? registry?.surface(on: platform) ?? RegistrySurface(platform: platform)
    let presets = presets.filter { $0.surface.platform == platform }
    var offered = declaredSurface.addingSDKMembers().adding(presets.map(\.surface))
    for (tag, names) in presets.flatMap(\.additions) {
      for name in names { offered.add(name, isSync: false, to: .component, tag) }
    }
    return offered
  }

  /// Returns the lowest app version that offers `needs` on each platform.
  ///
  /// The candidates are the releases in `lock` and the description's own version. Tags that no
  /// version offers are ignored, because they may be JavaScript components. A host's entries are
  /// ignored if no version offers any of them. A use after a presence check is not a need:
  /// `JSUses.needs(includingGuarded: false)`.
  public func requirements(of needs: [JSNeed], lock: RegistryRecord) -> [JSRequirement] {
    let offers = Dictionary(
      uniqueKeysWithValues: Platform.allCases.map { ($0, versions(on: $0, lock)) })
    let needs = needs.filter { need in
      offers.values.contains { $0.contains { $0.surface.canLack(need) } }
    }
    return (registry?.platforms ?? Platform.allCases).map { platform in
      let versions = offers[platform] ?? []
      let missing = needs.filter { need in !versions.contains { $0.surface.offers(need) } }
      let lacking = Set(missing)
      let remainingNeeds = needs.filter { !lacking.contains($0) }
      let lowest = versions.first { $0.surface.missing(remainingNeeds).isEmpty }
      guard let lowest else {
        // Some version offers each need, but no version offers all.
        let newest = versions.last?.surface.missing(needs) ?? needs
        return JSRequirement(platform: platform, lowestVersion: nil, missing: newest)
      }
      let version =
        lowest.isReleased
        ? lowest.version : since(remainingNeeds, on: platform, offers[platform] ?? [])
      return JSRequirement(platform: platform, lowestVersion: version, missing: missing)
    }
  }

  private struct Version {
    let version: String?
    let surface: RegistrySurface
    let isReleased: Bool
  }

  /// Returns the versions with their surfaces, from the oldest release to the description.
  private func versions(on platform: Platform, _ lock: RegistryRecord) -> [Version] {
    let released = lock.releases.filter { $0.surface.platform == platform }.map {
      Version(
        version: $0.version, surface: offered(on: platform, by: $0.surface), isReleased: true)
    }
    return released + [
      Version(
        version: registry?.version(on: platform), surface: offered(on: platform),
        isReleased: false)
    ]
  }

  /// Returns the version that introduced the last of `needs`, if no release offers all of them.
  private func since(
    _ needs: [JSNeed], on platform: Platform, _ versions: [Version]
  ) -> String? {
    let presetModules = presets.map(\.surface).filter { $0.platform == platform }
    // A member implies its owner.
    let owners = Set(needs.compactMap(\.owner))
    let declared = registry?.versionsOfNeeds(on: platform) ?? [:]
    var highest: String?
    for need in needs
    where !owners.contains(need) && !presetModules.contains(where: { $0.offers(need) }) {
      // If no release or `since` names a version, the version of the description counts.
      let first = versions.first { $0.surface.offers(need) }
      guard let version = since(need, declared) ?? first?.version else { return nil }
      let isHigher = highest.flatMap(NativeVersion.init).flatMap { other in
        NativeVersion(version).map { other < $0 }
      }
      if isHigher ?? true { highest = version }
    }
    return highest ?? versions.last?.version
  }

  /// Returns the version in the description that introduced `need` or its owner.
  private func since(_ need: JSNeed, _ declared: [JSNeed: String]) -> String? {
    declared[need] ?? need.owner.flatMap { declared[$0] }
  }
}

extension Registry {
  /// Returns what the description states as `since`.
  fileprivate func versionsOfNeeds(on platform: Platform) -> [JSNeed: String] {
    var versions: [JSNeed: String] = [:]
    for entry in entries where entry.kind.row.members != nil {
      let methods = entry.methods.map { (MemberKind.method, $0.name.value, $0.since) }
      let members = entry.members.map { ($0.kind, $0.name.value, $0.since) }
      for owner in entry.names.map(\.value) {
        versions[.entry(entry.kind, owner)] = entry.facts.since[platform]
        for (kind, name, since) in methods + members {
          versions[.member(kind, name, of: entry.kind, owner)] = since[platform]
        }
      }
    }
    return versions
  }
}
