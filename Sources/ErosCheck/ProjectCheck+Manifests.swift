import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  /// The manifests that packing has put into the native projects.
  private func ownManifests() throws -> [(path: String, manifest: BundleManifest)] {
    var paths: [String] = []
    for path in config.manifestPaths.compactMap(\.self).map(project.path)
    where !paths.contains(path) {
      if try FileStatus.ifExists(path) != nil { paths.append(path) }
    }
    return try paths.map {
      ($0, try BundleManifest(valid: try readWholeFile($0), name: $0))
    }
  }

  mutating func checkManifests(_ content: SourceContent, _ base: CheckBase?) throws {
    let own = try ownManifests()
    // A project that keeps no manifest is held to the one that was given.
    let judged = own.isEmpty ? [base?.given].compactMap(\.self) : own
    if judged.isEmpty {
      notes.append(
        "the native projects hold no '\(BundleManifest.fileName)', so no bundle was compared; "
          + "`eros pack` makes one, and `--against` names one that is elsewhere")
    }
    for (path, manifest) in judged { try checkStaleness(of: manifest, path, content) }
    for (path, manifest) in own {
      guard let old = base?.manifest(for: path), old.timestamp >= manifest.timestamp,
        old.jsVersion != manifest.jsVersion || old.treeHash != manifest.treeHash
      else { continue }
      findings.append(
        CheckFinding(
          .timestampNotNewer, file: path, at: nil,
          "the content is not that of '\(base?.name.escapedForDisplay ?? "")', but the timestamp "
            + "\(manifest.timestamp) is not above \(old.timestamp), so no client takes it",
          remedy: "pack it again: `eros pack`, without an old `--timestamp`"))
    }
  }

  private mutating func checkStaleness(
    of manifest: BundleManifest, _ path: String, _ content: SourceContent
  ) throws {
    var reasons: [String] = []
    let facts = [
      ("android", manifest.android, config.version.android),
      ("iOS", manifest.iOS, config.version.ios),
      ("appName", manifest.appName, config.appName),
    ]
    for (key, packed, wanted) in facts {
      guard let packed, let wanted, packed != wanted else { continue }
      reasons.append(
        "'\(key)' is \(packed.escapedForDisplay), not \(wanted.escapedForDisplay)")
    }
    let differences = try content.differences(from: manifest)
    if let first = differences.first {
      let others = differences.count > 1 ? " and \(differences.count - 1) more differ" : " differs"
      reasons.append("'\(first.escapedForDisplay)'\(others)")
    }
    guard !reasons.isEmpty else { return }
    findings.append(
      CheckFinding(
        .bundleStale, file: path, at: nil,
        "the manifest does not match '\(content.source.root.escapedForDisplay)': "
          + reasons.joined(separator: "; "),
        remedy: "pack it again with `eros pack`"))
  }

  /// Warns of another name: update servers know the app by it.
  mutating func checkAppName(_ base: CheckBase?) {
    let new = config.appName
    guard let base, let old = base.appName, let new, old != new else { return }
    findings.append(
      CheckFinding(
        .appNameChanged, .warning, file: project.configPath,
        at: config.node(at: "appName").map { config.position(of: $0) },
        "'appName' is '\(new.escapedForDisplay)', but '\(base.name.escapedForDisplay)' has "
          + "'\(old.escapedForDisplay)'; update servers know the app by it, so the apps in the field "
          + "get no bundle of the new name",
        remedy: "leave it, unless this is another app"))
  }

  /// Whether the lowest version was raised although neither the pages nor the native side changed.
  ///
  /// A base that says nothing of the native side, such as a bundle, is no ground to judge by.
  mutating func checkRaise(_ content: SourceContent, _ base: CheckBase?) throws {
    guard let base, isNativeSideSame(as: base) else { return }
    let raised = [Platform.ios, .android].compactMap { platform -> VersionLocation? in
      guard let place = versions.configLocation(on: platform), let new = place.version,
        let old = base.versions[platform].flatMap({ NativeVersion($0) }), old < new
      else { return nil }
      return place
    }
    guard !raised.isEmpty, try base.hasContent(content) == true else { return }
    for place in raised {
      findings.append(
        CheckFinding(
          .versionRaisedForNothing, .warning, file: place.file, at: place.position,
          "'\(place.key)' was raised from \(base.versions[place.platform] ?? "") to "
            + "\(place.text ?? ""), but the content is the same, and so is the native side; apps "
            + "below it get no bundle any more",
          remedy: "leave it, unless the app itself is released with that version"))
    }
  }
}
