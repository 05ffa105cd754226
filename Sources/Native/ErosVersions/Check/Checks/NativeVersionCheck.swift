import ErosConfig
import ErosCore

/// Compares the versions in native apps and generated files with the configuration.
struct NativeVersionCheck {
  let input: CheckInput

  func run() -> CheckResult {
    var result = checkProjects()
    result.findings += nativeFindings() + duplicateKeys() + generatedFindings()
    return result
  }

  private func duplicateKeys() -> [Finding] {
    input.versions.duplicateKeys.map { duplicate in
      Finding(
        CheckFindingCode.duplicateKey, file: duplicate.file, at: duplicate.position,
        "duplicate key '\(duplicate.key.escapedForDisplay)'; Apple's tools use its last value",
        remedy: "remove one of the two")
    }
  }

  private func generatedFindings() -> [Finding] {
    input.versions.locations.compactMap { location in
      guard location.kind == .generated,
        let wanted = input.versions.configLocation(on: location.platform)?.text,
        location.text != wanted
      else { return nil }
      return Finding(
        .generatedStale, location,
        "'\(location.key)' is \((location.text ?? "").escapedForDisplay), but the configuration has \(wanted.escapedForDisplay)",
        "run `eros generate`")
    }
  }

  private func nativeFindings() -> [Finding] {
    input.versions.locations.compactMap { location in
      guard location.kind.isNative,
        let lowest = input.versions.configLocation(on: location.platform), lowest.version != nil
      else { return nil }
      return finding(about: location, lowest)
    }
  }

  private func finding(about location: VersionLocation, _ lowest: VersionLocation) -> Finding? {
    guard let actualVersion = location.version, let text = location.text,
      let version = lowest.version
    else { return unknown(location, example: lowest.text ?? "") }
    let isBehind = actualVersion < version
    // Resource packages raise the version of a uni-app without a new app.
    guard isBehind || (actualVersion != version && location.kind != .uniManifest) else {
      return nil
    }
    let message: Message =
      "'\(location.key.escapedForDisplay)' is \(text), but '\(lowest.key)' in '\(lowest.file.escapedForDisplay)' is \(lowest.text ?? "" as String)"
    return Finding(
      isBehind ? CheckFindingCode.nativeVersionBehind : .nativeVersionDiffers,
      file: location.file, at: location.position,
      isBehind
        ? "\(message); this app never applies the bundle"
        : "\(message); update servers offer a bundle only to apps of exactly its version",
      remedy: bumpRemedy(for: location, to: lowest.text ?? ""))
  }

  /// Suggests `eros bump` if it can change all locations.
  private func bumpRemedy(for location: VersionLocation, to version: String) -> Message {
    guard let obstacle = input.versions.obstacle(on: location.platform) else {
      return "change all version locations with `eros bump`"
    }
    return
      "write \(version) here, or change all version locations with `eros bump` after you correct "
      + "'\(obstacle.file.escapedForDisplay)': \(obstacle.reason)"
  }

  private func unknown(_ location: VersionLocation, example: String) -> Finding {
    let reason =
      location.text.map { NativeVersion.problem(of: $0) } ?? location.reason
    let remedy: Message =
      if location.content == .binary {
        location.remedy
      } else if location.position == nil {
        "let it resolve to a literal version, such as \(example)"
      } else {
        "write a literal version, such as \(example)"
      }
    return Finding(
      .nativeVersionUnknown, location,
      "cannot determine the version of the \(location.platform.displayName) app from "
        + "'\(location.key.escapedForDisplay)': \(reason)", remedy)
  }

  /// Warns about platforms that have a bundle but no native project.
  ///
  /// If there is no native project at all, this is only a note.
  private func checkProjects() -> CheckResult {
    let (config, project, versions) = (input.config, input.project, input.versions)
    guard versions.locations.contains(where: \.kind.isNative) else {
      let reason: Message =
        "no native project was found below '\(project.nativeFolder.escapedForDisplay)'"
      return CheckResult(
        notes: ["no app version was compared, because \(reason)"],
        unchecked: [
          .nativeVersionDiffers: "\(reason)", .nativeVersionBehind: "\(reason)",
          .nativeVersionUnknown: "\(reason)",
        ])
    }
    let folders = [(Platform.ios, config.zipFolder.ios), (.android, config.zipFolder.android)]
    let findings = folders.compactMap { platform, folder -> Finding? in
      guard let folder, !versions.locations(on: platform).contains(where: \.kind.isNative)
      else { return nil }
      let key = "zipFolder.\(platform.manifestKey)"
      return Finding(
        CheckFindingCode.nativeVersionUnknown, as: .warning, file: project.configPath,
        at: config.node(at: key).map { config.position(of: $0) },
        "'\(key)' is '\(folder.escapedForDisplay)', but no \(platform.displayName) project was "
          + "found below '\(project.nativeFolder.escapedForDisplay)', so its version was not "
          + "compared",
        remedy: "correct the folder, or remove the key if the app is in another repository")
    }
    return CheckResult(findings: findings)
  }
}
