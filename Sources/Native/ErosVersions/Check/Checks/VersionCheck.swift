import ErosConfig
import ErosCore
import ErosRegistry

/// Checks the lowest app versions that support the bundle, on both platforms.
struct VersionCheck {
  let input: CheckInput
  let base: CheckBase?

  /// Returns the result, and suggests versions if they must be raised.
  func run() -> (result: CheckResult, suggestion: ProjectCheck.Suggestion?) {
    let releases = releaseChecks()
    var findings = unreadableRegistries()
    var level = ChangeLevel.none
    var suggested: [Platform: String] = [:]
    var isNeeded = false
    for platform in Platform.allCases {
      guard let location = input.versions.configLocation(on: platform) else { continue }
      let release = releases.first { $0.platform == platform }
      level = max(level, release?.level ?? .none)
      let old = base?.versions[platform].flatMap { ConfigText.isVersion($0) ? $0 : nil }
      let lowest = Self.highest(of: [old, release?.lowestVersion].compactMap(\.self))
      suggested[platform] = location.text.flatMap { ConfigText.isVersion($0) ? $0 : nil } ?? lowest
      guard let finding = finding(about: location, old: old, release: release) else { continue }
      findings.append(finding)
      if let lowest {
        suggested[platform] = lowest
        isNeeded = true
      }
    }
    return (
      CheckResult(findings: findings, unchecked: unchecked(releases)),
      isNeeded ? .init(versions: suggested, level: level) : nil
    )
  }

  /// Returns the codes that nobody can check without an older version.
  private func unchecked(_ releases: [ReleaseCheck]) -> [CheckFindingCode: String] {
    guard releases.isEmpty else { return [:] }
    var unchecked = [
      CheckFindingCode.versionTooLow: "needs a base or a recorded release with a native side"
    ]
    if base?.versions.isEmpty != false {
      unchecked[.versionLowered] = "needs a base or a recorded release"
    }
    return unchecked
  }

  private static func highest(of versions: [String]) -> String? {
    versions.max { left, right in
      guard let left = NativeVersion(left), let right = NativeVersion(right) else { return false }
      return left < right
    }
  }

  /// Returns the most severe finding about a version, or `nil` if it is valid.
  private func finding(
    about location: VersionLocation, old: String?, release: ReleaseCheck?
  ) -> Finding? {
    switch location.content {
    case .missing: return missing(location)
    case .computed, .binary:
      return Finding(
        .versionMalformed, location, "'\(location.key)': \(location.reason)", Self.example)
    case .text(let text):
      guard ConfigText.isVersion(text), let version = NativeVersion(text) else {
        return malformed(text, location)
      }
      return tooLow(text, location, release)
        ?? lowered(text, version, location, old: old, release: release)
    }
  }

  private static let example: Message =
    "write the lowest version of the app that supports the bundle, such as 1.0.0"

  private func missing(_ location: VersionLocation) -> Finding {
    let key = location.key
    let name = key.split(separator: ".").last.map(String.init) ?? key
    let members = input.config.node(at: "version")?.value.object?.members ?? []
    guard let similar = Spelling.nearest(to: name, among: members.map(\.key).filter { $0 != name })
    else { return Finding(.versionMissing, location, "'\(key)' is missing", Self.example) }
    return Finding(
      .versionMissing, location,
      "'\(key)' is missing, but '\(similar.escapedForDisplay)' is present",
      "write '\(name)' instead of '\(similar.escapedForDisplay)'")
  }

  private func malformed(_ text: String, _ location: VersionLocation) -> Finding {
    ConfigText.isPlaceholder(text)
      ? Finding(
        .versionPlaceholder, location,
        "'\(location.key)' is '\(text.escapedForDisplay)', which is a placeholder", Self.example)
      : Finding(
        .versionMalformed, location, NativeVersion.problem(of: text, at: location.key),
        NativeVersion.remedy)
  }

  private func tooLow(
    _ text: String, _ location: VersionLocation, _ release: ReleaseCheck?
  ) -> Finding? {
    guard let release, !release.isSufficient, release.level != .none,
      let lowest = release.lowestVersion
    else {
      return nil
    }
    return Finding(
      .versionTooLow, location,
      "'\(location.key)' is \(text), but a \(release.level.name) change of the "
        + "\(location.platform.displayName) app since \(release.released) requires \(lowest): \(Self.list(release.changes))",
      "raise it with `eros bump \(lowest) --platform \(location.platform.rawValue)`")
  }

  private func lowered(
    _ text: String, _ version: NativeVersion, _ location: VersionLocation, old: String?,
    release: ReleaseCheck?
  ) -> Finding? {
    let released = release.flatMap {
      $0.isSufficient ? nil : ("the last release" as Message, $0.released)
    }
    let before = old.map { ("'\(base?.name.escapedForDisplay ?? "" as String)'" as Message, $0) }
    let higher = [before, released].compactMap(\.self).first { _, old in
      NativeVersion(old).map { version < $0 } ?? false
    }
    return higher.map { name, old in
      Finding(
        .versionLowered, location, "'\(location.key)' is \(text), but \(old) in \(name)",
        "raise it with `eros bump \(old) --platform \(location.platform.rawValue)`")
    }
  }

  private static func list(_ changes: [SurfaceChange]) -> Message {
    let descriptions: [Message] = changes.sorted { $0.level > $1.level }.prefix(3)
      .map(\.message.escapedForDisplay)
    let remainingCount = changes.count - descriptions.count
    return (remainingCount > 0 ? descriptions + ["and \(remainingCount) more"] : descriptions)
      .joined(separator: "; ")
  }

  // MARK: Releases

  /// Compares each app's surface with its last recorded release, or with the base if there is none.
  private func releaseChecks() -> [ReleaseCheck] {
    guard let registry = input.registry else { return [] }
    return registry.check(against: released, registrations: [:])
  }

  /// Each app's released surface.
  ///
  /// A recorded release takes precedence over the base. The base may be between two releases.
  private var released: RegistryRecord {
    var record = base?.described ?? RegistryRecord()
    let recorded = base?.releases ?? input.releases
    for platform in Platform.allCases {
      guard let newest = recorded.newest(on: platform) else { continue }
      record.remove(platform)
      record.record(.init(version: newest.version, surface: newest.surface))
    }
    return record
  }

  /// Returns the errors in the project's description, or in the base's description if it is needed.
  private func unreadableRegistries() -> [Finding] {
    var errors = input.parsed.findings.errors
    if input.registry != nil {
      let released = released
      let isComplete = Platform.allCases.allSatisfy { released.newest(on: $0) != nil }
      errors = isComplete ? [] : base?.registryErrors ?? []
    }
    return errors.map { error in
      Finding(
        CheckFindingCode.registryUnreadable, file: error.file, at: error.position,
        "[\(error.code)] \(error.message)",
        remedy: error.remedy ?? "correct it; `eros generate --check` lists all errors")
    }
  }
}

extension Finding {
  init(
    _ code: CheckFindingCode, _ location: VersionLocation, _ message: Message, _ remedy: Message
  ) {
    self.init(code, file: location.file, at: location.position, message, remedy: remedy)
  }
}
