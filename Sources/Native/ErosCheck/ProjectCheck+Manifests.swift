import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  /// Reads the manifests of the bundles in the native projects.
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

  mutating func checkManifests(
    _ content: SourceContent, _ base: CheckBase?, now: Int64?
  ) throws {
    let own = try ownManifests()
    // The pages may differ from a published release.
    let isPublished = base?.surfaces != nil
    let compared = own.isEmpty && !isPublished ? [base?.given].compactMap(\.self) : own
    if compared.isEmpty, !isPublished {
      notes.append(
        "no bundle was compared, because the native projects do not contain "
          + "'\(BundleManifest.fileName)'; create it with `eros pack`, or pass `--against`")
    }
    for (path, manifest) in compared { try checkStaleness(of: manifest, path, content) }
    for (path, manifest) in compared { checkTimestamp(of: manifest, path, now: now) }
    for (path, manifest) in own {
      guard let old = base?.manifest(for: path), old.timestamp >= manifest.timestamp,
        old.jsVersion != manifest.jsVersion || old.treeHash != manifest.treeHash
      else { continue }
      findings.append(
        Finding(
          CheckFindingCode.timestampNotNewer, file: path,
          "the content differs from '\(base?.name.escapedForDisplay ?? "")', but the timestamp "
            + "\(manifest.timestamp) is not newer than \(old.timestamp), so clients ignore it",
          remedy: "pack it again with `eros pack`, without `--timestamp`"))
    }
  }

  /// Warns about a build time that is in seconds or in the future.
  private mutating func checkTimestamp(of manifest: BundleManifest, _ path: String, now: Int64?) {
    guard let doubt = now.flatMap({ BundleManifest.doubt(about: manifest.timestamp, at: $0) })
    else { return }
    let code =
      doubt.code == .timestampInFuture
      ? CheckFindingCode.timestampInFuture : .timestampTooOld
    findings.append(
      Finding(
        code, as: .warning, file: path, doubt.message, remedy: doubt.remedy ?? doubt.code.remedy))
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
      Finding(
        CheckFindingCode.bundleStale, file: path,
        "the manifest does not match '\(content.source.root.escapedForDisplay)': "
          + reasons.joined(separator: "; "),
        remedy: "pack it again with `eros pack`"))
  }

  /// Warns if the name of the app changed, because update servers identify the app by name.
  mutating func checkAppName(_ base: CheckBase?) {
    let new = config.appName
    guard let base, let old = base.appName, let new, old != new else { return }
    findings.append(
      Finding(
        CheckFindingCode.appNameChanged, as: .warning, file: project.configPath,
        at: config.node(at: "appName").map { config.position(of: $0) },
        "'appName' is '\(new.escapedForDisplay)', but '\(old.escapedForDisplay)' in "
          + "'\(base.name.escapedForDisplay)'; update servers identify the app by it, so installed "
          + "apps do not get bundles with the new name",
        remedy: "restore the name, unless this is a different app"))
  }

  /// Warns if the lowest version was raised, but neither pages nor native side changed.
  ///
  /// Skipped for a base without a description of the native side, such as a bundle.
  mutating func checkRaise(_ content: SourceContent, _ base: CheckBase?) throws {
    guard let base else { return }
    let isNativeSideSame =
      try base.surfaces.map { try hasSurfaces($0) } ?? isNativeSideSame(as: base)
    guard isNativeSideSame else { return }
    let raised = [Platform.ios, .android].compactMap { platform -> VersionLocation? in
      guard let location = versions.configLocation(on: platform), let new = location.version,
        let old = base.versions[platform].flatMap({ NativeVersion($0) }), old < new
      else { return nil }
      return location
    }
    guard !raised.isEmpty, try base.hasContent(content) == true else { return }
    for location in raised {
      findings.append(
        Finding(
          CheckFindingCode.versionRaisedForNothing, as: .warning, file: location.file,
          at: location.position,
          "'\(location.key)' was raised from \(base.versions[location.platform] ?? "") to "
            + "\(location.text ?? ""), but neither the content nor the native side changed; apps "
            + "below this version no longer get bundles",
          remedy: "restore it, unless the app itself is released with this version"))
    }
  }
}
