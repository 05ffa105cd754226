import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  /// Checks both versions.
  mutating func checkVersions(_ base: CheckBase?) {
    let releases = releaseChecks(base)
    var level = ChangeLevel.none
    var suggested: [Platform: String] = [:]
    var isNeeded = false
    for platform in [Platform.ios, .android] {
      guard let place = versions.configPlace(on: platform) else { continue }
      let release = releases.first { $0.platform == platform }
      level = max(level, release?.level ?? .none)
      let old = base?.versions[platform].flatMap { ConfigVersion.isOne($0) ? $0 : nil }
      let needed = [old, release?.lowest].compactMap(\.self)
        .max { left, right in
          guard let left = NativeVersion(left), let right = NativeVersion(right) else {
            return false
          }
          return left < right
        }
      suggested[platform] = place.text.flatMap { ConfigVersion.isOne($0) ? $0 : nil } ?? needed
      let found = self.findings(of: place, base: base, old: old, release: release)
      findings += found
      if !found.isEmpty, let needed {
        suggested[platform] = needed
        isNeeded = true
      }
    }
    if isNeeded { suggestion = Suggestion(versions: suggested, level: level) }
  }

  /// The key beside a missing one that was probably meant to be it.
  private func misspelt(_ key: String) -> String? {
    let members = config.node(at: "version")?.value.object?.members ?? []
    let wanted = String(key.split(separator: ".").last ?? "")
    return Spelling.nearest(to: wanted, among: members.map(\.key).filter { $0 != wanted })
  }

  /// What is wrong with one version: at most one thing, the gravest.
  private func findings(
    of place: VersionLocation, base: CheckBase?, old: String?, release: ReleaseCheck?
  ) -> [CheckFinding] {
    func finding(_ code: CheckCode, _ message: String, _ remedy: String) -> [CheckFinding] {
      [CheckFinding(code, file: place.file, at: place.position, message, remedy: remedy)]
    }
    let key = place.key
    let example = "write the lowest version of the app that the bundle may run on, such as 1.0.0"
    switch place.content {
    case .missing:
      guard let other = misspelt(key) else {
        return finding(.versionMissing, "'\(key)' is missing", example)
      }
      let name = key.split(separator: ".").last ?? ""
      return finding(
        .versionMissing, "'\(key)' is missing, but there is '\(other.escapedForDisplay)'",
        "write '\(name)' instead of '\(other.escapedForDisplay)'")
    case .computed, .binary:
      return finding(.versionMalformed, "'\(key)': \(place.reason)", example)
    case .text(let text):
      let shown = text.escapedForDisplay
      guard !ConfigVersion.isPlaceholder(text) else {
        return finding(.versionPlaceholder, "'\(key)' is '\(shown)', a word of a template", example)
      }
      guard ConfigVersion.isOne(text), let version = NativeVersion(text) else {
        return finding(
          .versionMalformed,
          "'\(key)' is '\(shown)', which is not one to four numbers of up to nine digits", example)
      }
      if let release, !release.isEnough, release.level != .none, let lowest = release.lowest {
        return finding(
          .versionTooLow,
          "'\(key)' is \(text), but a \(release.level.name) change of what the "
            + "\(place.platform.displayName) app offers since \(release.released) needs \(lowest): "
            + Self.listing(release.changes),
          "raise it with `eros bump \(lowest) --platform \(place.platform.rawValue)`")
      }
      let released = release.flatMap { $0.isEnough ? nil : ("the last release", $0.released) }
      let before = old.map { ("'\(base?.name.escapedForDisplay ?? "")'", $0) }
      for (name, old) in [before, released].compactMap(\.self) {
        guard let oldVersion = NativeVersion(old), version < oldVersion else { continue }
        return finding(
          .versionLowered, "'\(key)' is \(text), but \(name) has \(old)",
          "raise it with `eros bump \(old) --platform \(place.platform.rawValue)`")
      }
      return []
    }
  }

  private static func listing(_ changes: [SurfaceChange]) -> String {
    let shown = 3
    let names = changes.sorted { $0.level > $1.level }.prefix(shown)
      .map { $0.description.escapedForDisplay }
    let rest = changes.count - names.count
    return names.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  // MARK: The native side

  /// Compares what each app offers with its last recorded release, or else with the base.
  private mutating func releaseChecks(_ base: CheckBase?) -> [ReleaseCheck] {
    guard let registry = reading.registry, reading.isUsable else {
      add(unreadable: reading.findings.errors)
      return []
    }
    var lock = base.map(Self.described) ?? RegistryRecord()
    // What was released counts more than what lies between two releases.
    let recorded = base?.releases ?? releases
    for platform in Platform.allCases {
      guard let newest = recorded.newest(on: platform) else { continue }
      lock.remove(platform)
      lock.record(.init(version: newest.version, surface: newest.surface))
    }
    if let errors = base?.registryErrors, !errors.isEmpty,
      Platform.allCases.contains(where: { lock.newest(on: $0) == nil })
    {
      add(unreadable: errors)
    }
    return registry.check(against: lock, registrations: [:])
  }

  private mutating func add(unreadable errors: [Finding]) {
    findings += errors.map { error in
      CheckFinding(
        .registryUnreadable, file: error.file, at: error.position,
        "[\(error.rule.rawValue)] \(error.message)",
        remedy: error.remedy ?? "correct it; `eros generate --check` tells all of it")
    }
  }

  /// What the base's description says that its apps offer, as if they had been released.
  private static func described(_ base: CheckBase) -> RegistryRecord {
    var lock = RegistryRecord()
    for platform in Platform.allCases {
      // A base that describes no native side had one all the same, which nobody wrote down.
      guard let old = base.registry, old.describesSomething,
        let version = old.version(on: platform)
      else { continue }
      lock.record(.init(version: version, surface: old.surface(on: platform)))
    }
    return lock
  }

  /// Whether the native side is known to be what it was in the base, and in its last releases.
  func isNativeSideSame(as base: CheckBase) -> Bool {
    guard let registry = reading.registry, reading.isUsable, base.registry != nil else {
      return false
    }
    return [Self.described(base), base.releases ?? releases].allSatisfy { lock in
      registry.check(against: lock, registrations: [:]).allSatisfy { $0.level == .none }
    }
  }

  /// What was recorded of the apps that were released; where the base recorded it too, as it did.
  static func releases(
    _ project: Project, _ reading: ParsedRegistry, _ base: CheckBase?
  ) throws -> RegistryRecord {
    guard let registry = reading.registry, reading.isUsable else { return RegistryRecord() }
    let path = project.path(registry.lockPath)
    var lock = try RegistryRecord.read(at: path)
    for release in base?.releases?.releases ?? [] { lock.record(release) }
    return lock
  }

  mutating func checkNativeVersions() {
    checkNativeProjects()
    for place in versions.places where place.kind != .config {
      guard let wanted = versions.configPlace(on: place.platform), let version = wanted.version
      else {
        continue
      }
      let shown = wanted.text ?? ""
      let bump = "`eros bump` changes all places together"
      guard let found = place.version, let text = place.text else {
        let reason =
          place.text.map { "it is '\($0.escapedForDisplay)', which is no version" } ?? place.reason
        findings.append(
          CheckFinding(
            .nativeVersionUnknown, file: place.file, at: place.position,
            "which version the \(place.platform.displayName) app has cannot be told from "
              + "'\(place.key.escapedForDisplay)': \(reason)",
            remedy: place.content == .binary
              ? place.remedy
              : place.position == nil
                ? "let it lead to a version that is written as one text, such as \(shown)"
                : "write the version there as one text, such as \(shown)"))
        continue
      }
      let message =
        "'\(place.key.escapedForDisplay)' is \(text), but '\(wanted.key)' of "
        + "'\(wanted.file.escapedForDisplay)' is \(shown)"
      if found < version {
        findings.append(
          CheckFinding(
            .nativeVersionBehind, file: place.file, at: place.position,
            message + "; this app will never apply the bundle", remedy: bump))
      } else if found != version {
        findings.append(
          CheckFinding(
            .nativeVersionDiffers, .warning, file: place.file, at: place.position,
            message + "; update servers offer a bundle to apps of exactly its version",
            remedy: bump))
      }
    }
  }

  /// Warns of apps that the bundle goes to and of which nothing was found, where there are others.
  private mutating func checkNativeProjects() {
    // Projects that keep their native side elsewhere, or have none yet, have nothing to compare.
    guard versions.places.contains(where: { $0.kind != .config }) else {
      return notes.append(
        "no native app is below '\(project.nativeFolder.escapedForDisplay)', so no app's version was "
          + "compared")
    }
    let folders =
      [(Platform.ios, config.zipFolder.ios)]
      + [(Platform.android, config.zipFolder.android)]
    for (platform, folder) in folders {
      guard let folder, !versions.places(on: platform).contains(where: { $0.kind != .config })
      else { continue }
      let key = "zipFolder.\(platform.manifestKey)"
      findings.append(
        CheckFinding(
          .nativeVersionUnknown, .warning, file: project.configPath,
          at: config.node(at: key).map { config.position(of: $0) },
          "'\(key)' is '\(folder.escapedForDisplay)', but no \(platform.displayName) app is around that "
            + "folder below '\(project.nativeFolder.escapedForDisplay)', so its version was not compared",
          remedy: "correct the folder, or leave the key out when the app is kept elsewhere"))
    }
  }
}
