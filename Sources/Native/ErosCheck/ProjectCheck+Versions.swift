import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  /// Checks the lowest versions of the app on both platforms.
  mutating func checkVersions(_ base: CheckBase?) {
    let releases = releaseChecks(base)
    var level = ChangeLevel.none
    var suggested: [Platform: String] = [:]
    var isNeeded = false
    for platform in Platform.allCases {
      guard let location = versions.configLocation(on: platform) else { continue }
      let release = releases.first { $0.platform == platform }
      level = max(level, release?.level ?? .none)
      let old = base?.versions[platform].flatMap { ConfigText.isVersion($0) ? $0 : nil }
      let lowest = Self.highest(of: [old, release?.lowestVersion].compactMap(\.self))
      suggested[platform] = location.text.flatMap { ConfigText.isVersion($0) ? $0 : nil } ?? lowest
      guard let finding = finding(about: location, base: base, old: old, release: release) else {
        continue
      }
      findings.append(finding)
      if let lowest {
        suggested[platform] = lowest
        isNeeded = true
      }
    }
    if isNeeded { suggestion = Suggestion(versions: suggested, level: level) }
  }

  private static func highest(of versions: [String]) -> String? {
    versions.max { left, right in
      guard let left = NativeVersion(left), let right = NativeVersion(right) else { return false }
      return left < right
    }
  }

  /// Returns the most severe finding about a version, or `nil` if the version is valid.
  private func finding(
    about location: VersionLocation, base: CheckBase?, old: String?, release: ReleaseCheck?
  ) -> Finding? {
    switch location.content {
    case .missing: return missing(location)
    case .computed, .binary:
      return finding(
        .versionMalformed, location, "'\(location.key)': \(location.reason)", Self.example)
    case .text(let text):
      guard ConfigText.isVersion(text), let version = NativeVersion(text) else {
        return malformed(text, location)
      }
      return tooLow(text, location, release)
        ?? lowered(text, version, location, base: base, old: old, release: release)
    }
  }

  private static let example =
    "write the lowest version of the app that supports the bundle, such as 1.0.0"

  private func finding(
    _ code: CheckFindingCode, _ location: VersionLocation, _ message: String, _ remedy: String
  ) -> Finding {
    Finding(code, file: location.file, at: location.position, message, remedy: remedy)
  }

  private func missing(_ location: VersionLocation) -> Finding {
    let key = location.key
    let name = key.split(separator: ".").last.map(String.init) ?? key
    let members = config.node(at: "version")?.value.object?.members ?? []
    guard let similar = Spelling.nearest(to: name, among: members.map(\.key).filter { $0 != name })
    else { return finding(.versionMissing, location, "'\(key)' is missing", Self.example) }
    return finding(
      .versionMissing, location,
      "'\(key)' is missing, but '\(similar.escapedForDisplay)' is present",
      "write '\(name)' instead of '\(similar.escapedForDisplay)'")
  }

  private func malformed(_ text: String, _ location: VersionLocation) -> Finding {
    let shown = "'\(location.key)' is '\(text.escapedForDisplay)', which is"
    return ConfigText.isPlaceholder(text)
      ? finding(.versionPlaceholder, location, shown + " a placeholder", Self.example)
      : finding(
        .versionMalformed, location, shown + " not one to four numbers of up to nine digits",
        Self.example)
  }

  private func tooLow(
    _ text: String, _ location: VersionLocation, _ release: ReleaseCheck?
  ) -> Finding? {
    guard let release, !release.isSufficient, release.level != .none,
      let lowest = release.lowestVersion
    else {
      return nil
    }
    return finding(
      .versionTooLow, location,
      "'\(location.key)' is \(text), but a \(release.level.name) change of the "
        + "\(location.platform.displayName) app since \(release.released) requires \(lowest): "
        + Self.list(release.changes),
      "raise it with `eros bump \(lowest) --platform \(location.platform.rawValue)`")
  }

  private func lowered(
    _ text: String, _ version: NativeVersion, _ location: VersionLocation, base: CheckBase?,
    old: String?, release: ReleaseCheck?
  ) -> Finding? {
    let released = release.flatMap { $0.isSufficient ? nil : ("the last release", $0.released) }
    let before = old.map { ("'\(base?.name.escapedForDisplay ?? "")'", $0) }
    let higher = [before, released].compactMap(\.self).first { _, old in
      NativeVersion(old).map { version < $0 } ?? false
    }
    return higher.map { name, old in
      finding(
        .versionLowered, location, "'\(location.key)' is \(text), but \(old) in \(name)",
        "raise it with `eros bump \(old) --platform \(location.platform.rawValue)`")
    }
  }

  private static func list(_ changes: [SurfaceChange]) -> String {
    let shown = changes.sorted { $0.level > $1.level }.prefix(3)
      .map { $0.description.escapedForDisplay }
    let rest = changes.count - shown.count
    return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  // MARK: Releases

  /// Compares the surface of each app with its last recorded release or, without one, with the
  /// base.
  private mutating func releaseChecks(_ base: CheckBase?) -> [ReleaseCheck] {
    guard let registry = parsed.registry, parsed.isUsable else {
      add(unreadable: parsed.findings.errors)
      return []
    }
    var record = base.map(Self.described) ?? RegistryRecord()
    // A recorded release takes precedence over the state of the base between two releases.
    let recorded = base?.releases ?? releases
    for platform in Platform.allCases {
      guard let newest = recorded.newest(on: platform) else { continue }
      record.remove(platform)
      record.record(.init(version: newest.version, surface: newest.surface))
    }
    if let errors = base?.registryErrors, !errors.isEmpty,
      Platform.allCases.contains(where: { record.newest(on: $0) == nil })
    {
      add(unreadable: errors)
    }
    return registry.check(against: record, registrations: [:])
  }

  private mutating func add(unreadable errors: [Finding]) {
    findings += errors.map { error in
      Finding(
        CheckFindingCode.registryUnreadable, file: error.file, at: error.position,
        "[\(error.code)] \(error.message)",
        remedy: error.remedy ?? "correct it; `eros generate --check` lists all errors")
    }
  }

  /// Returns the surfaces in the base's description, in the form of releases.
  private static func described(_ base: CheckBase) -> RegistryRecord {
    var record = RegistryRecord()
    for platform in Platform.allCases {
      // Without a description, the native side of the base is unknown.
      guard let old = base.registry, !old.isEmpty,
        let version = old.version(on: platform)
      else { continue }
      record.record(.init(version: version, surface: old.surface(on: platform)))
    }
    return record
  }

  /// Returns whether the native side is known to equal the base and its last releases.
  func isNativeSideSame(as base: CheckBase) -> Bool {
    guard let registry = parsed.registry, parsed.isUsable, base.registry != nil else {
      return false
    }
    return [Self.described(base), base.releases ?? releases].allSatisfy { record in
      registry.check(against: record, registrations: [:]).allSatisfy { $0.level == .none }
    }
  }

  /// Returns the releases in the project's record.
  ///
  /// Releases in the base's record take precedence.
  static func releases(
    _ project: Project, _ parsed: ParsedRegistry, _ base: CheckBase?
  ) throws -> RegistryRecord {
    guard let registry = parsed.registry, parsed.isUsable else { return RegistryRecord() }
    let path = project.path(registry.lockPath)
    var record = try RegistryRecord.read(at: path)
    for release in base?.releases?.releases ?? [] { record.record(release) }
    return record
  }

  // MARK: Generated files

  /// Compares the versions in the manifest of generated files with the configuration.
  mutating func checkGeneratedVersions() {
    for location in versions.locations where location.kind == .generated {
      guard let wanted = versions.configLocation(on: location.platform)?.text,
        location.text != wanted
      else { continue }
      findings.append(
        finding(
          .generatedStale, location,
          "'\(location.key)' is \((location.text ?? "").escapedForDisplay), but the configuration has "
            + wanted.escapedForDisplay,
          "run `eros generate`"))
    }
  }

  // MARK: Native projects

  /// Compares the versions of the native apps with the configuration.
  mutating func checkNativeVersions() {
    checkNativeProjects()
    for location in versions.locations where location.kind.isNative {
      guard let lowest = versions.configLocation(on: location.platform), lowest.version != nil
      else {
        continue
      }
      if let finding = finding(about: location, lowest) { findings.append(finding) }
    }
  }

  private func finding(about location: VersionLocation, _ lowest: VersionLocation) -> Finding? {
    guard let found = location.version, let text = location.text, let version = lowest.version
    else { return unknown(location, example: lowest.text ?? "") }
    guard found != version else { return nil }
    let isBehind = found < version
    let message =
      "'\(location.key.escapedForDisplay)' is \(text), but '\(lowest.key)' in "
      + "'\(lowest.file.escapedForDisplay)' is \(lowest.text ?? ""); "
    return Finding(
      isBehind ? CheckFindingCode.nativeVersionBehind : .nativeVersionDiffers,
      as: isBehind ? .error : .warning, file: location.file, at: location.position,
      message
        + (isBehind
          ? "this app never applies the bundle"
          : "update servers offer a bundle only to apps of exactly its version"),
      remedy: bumpRemedy(for: location, to: lowest.text ?? ""))
  }

  /// The remedy for different versions: `eros bump` if it can change all locations.
  private func bumpRemedy(for location: VersionLocation, to version: String) -> String {
    guard let obstacle = versions.obstacle(on: location.platform) else {
      return "change all version locations with `eros bump`"
    }
    return
      "write \(version) here, or change all version locations with `eros bump` after you correct "
      + "'\(obstacle.file.escapedForDisplay)': \(obstacle.reason)"
  }

  private func unknown(_ location: VersionLocation, example: String) -> Finding {
    let reason =
      location.text.map { "'\($0.escapedForDisplay)' is not a version" } ?? location.reason
    let remedy =
      if location.content == .binary {
        location.remedy
      } else if location.position == nil {
        "let it resolve to a literal version, such as \(example)"
      } else {
        "write a literal version, such as \(example)"
      }
    return finding(
      .nativeVersionUnknown, location,
      "cannot determine the version of the \(location.platform.displayName) app from "
        + "'\(location.key.escapedForDisplay)': \(reason)", remedy)
  }

  /// Warns about a platform with a bundle but without a native project if another platform has one.
  private mutating func checkNativeProjects() {
    guard versions.locations.contains(where: \.kind.isNative) else {
      return notes.append(
        "no app version was compared, because no native project was found below "
          + "'\(project.nativeFolder.escapedForDisplay)'")
    }
    let folders = [(Platform.ios, config.zipFolder.ios), (.android, config.zipFolder.android)]
    for (platform, folder) in folders {
      guard let folder, !versions.locations(on: platform).contains(where: \.kind.isNative)
      else { continue }
      let key = "zipFolder.\(platform.manifestKey)"
      findings.append(
        Finding(
          CheckFindingCode.nativeVersionUnknown, as: .warning, file: project.configPath,
          at: config.node(at: key).map { config.position(of: $0) },
          "'\(key)' is '\(folder.escapedForDisplay)', but no \(platform.displayName) project was "
            + "found below '\(project.nativeFolder.escapedForDisplay)', so its version was not "
            + "compared",
          remedy: "correct the folder, or remove the key if the app is in another repository"))
    }
  }
}
