import ErosConfig
import ErosCore
import ErosRegistry

/// Reports changes since a base that devices cannot follow.
struct BaseCheck {
  let input: CheckInput
  let base: CheckBase
  let content: SourceContent

  func run() throws -> CheckResult {
    var findings = [nameFinding()].compactMap(\.self)
    let (raised, notes) = try raiseFindings()
    findings += try raised + surfaceFindings()
    return CheckResult(findings: findings, notes: notes)
  }

  /// Warns about a changed app name, because update servers identify the app by it.
  private func nameFinding() -> Finding? {
    let config = input.config
    guard let old = base.appName, let new = config.appName, old != new else { return nil }
    return Finding(
      CheckFindingCode.appNameChanged, file: input.project.configPath,
      at: config.node(at: "appName").map { config.position(of: $0) },
      "'appName' is '\(new.escapedForDisplay)', but '\(old.escapedForDisplay)' in "
        + "'\(base.name.escapedForDisplay)'; update servers identify the app by it, so installed "
        + "apps do not get bundles with the new name",
      remedy: "restore the name, unless this is a different app")
  }

  /// Warns if the lowest version was raised although neither pages nor native side changed.
  ///
  /// A bundle and any base that does not describe its native side are skipped.
  private func raiseFindings() throws -> (findings: [Finding], notes: [Message]) {
    guard try isNativeSideSame() else { return ([], []) }
    let raised = [Platform.ios, .android].compactMap { platform -> VersionLocation? in
      guard let location = input.versions.configLocation(on: platform), let new = location.version,
        let old = base.versions[platform].flatMap({ NativeVersion($0) }), old < new
      else { return nil }
      return location
    }
    guard !raised.isEmpty else { return ([], []) }
    switch try base.compare(with: content) {
    case .changed, .unknown: return ([], [])
    case .notComparable(let file, let conversion): return ([], [note(file, conversion)])
    case .same: return (raised.map(raiseFinding), [])
    }
  }

  private func note(_ file: String, _ conversion: String) -> Message {
    "the pages are not compared with '\(base.name.escapedForDisplay)', because git converts "
      + "'\(file.escapedForDisplay)' with '\(conversion.escapedForDisplay)'; `eros` runs no filters"
  }

  private func raiseFinding(_ location: VersionLocation) -> Finding {
    Finding(
      CheckFindingCode.versionRaisedForNothing, file: location.file,
      at: location.position,
      "'\(location.key)' was raised from \(base.versions[location.platform] ?? "") to "
        + "\(location.text ?? ""), but neither the content nor the native side changed; apps "
        + "below this version no longer get bundles",
      remedy: "restore it, unless the app itself is released with this version")
  }

  /// Reports a native side that changed since a published release while the app's version stayed.
  ///
  /// Devices with the released app would get pages that need a new build of it.
  private func surfaceFindings() throws -> [Finding] {
    guard let surfaces = base.surfaces, let registry = input.registry else { return [] }
    return try Platform.allCases.compactMap { platform in
      guard let surface = surfaces[platform], let version = registry.version(on: platform),
        let new = NativeVersion(version),
        let old = base.versions[platform].flatMap({ NativeVersion($0) }), new <= old,
        try registry.surface(on: platform).fingerprint() != surface
      else { return nil }
      return Finding(
        CheckFindingCode.storeBuildNeeded, file: input.project.configPath,
        "the native side of the \(platform.displayName) app has changed since \(base.name.escapedForDisplay), but the version is still \(version.escapedForDisplay)",
        remedy: "raise the version with `eros bump`, and publish the app in the app store first")
    }
  }

  /// Returns `true` only if the native side is known and equals the base and its last releases.
  private func isNativeSideSame() throws -> Bool {
    guard let registry = input.registry else { return false }
    if let surfaces = base.surfaces {
      return try Platform.allCases.allSatisfy {
        try surfaces[$0] == registry.surface(on: $0).fingerprint()
      }
    }
    guard base.registry != nil else { return false }
    return [base.described, base.releases ?? input.releases].allSatisfy { record in
      registry.check(against: record, registrations: [:]).allSatisfy { $0.level == .none }
    }
  }
}
