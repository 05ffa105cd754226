import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

/// Compares the manifests in the native projects with the pages and with a base.
struct ManifestCheck {
  let input: CheckInput
  let base: CheckBase?
  let content: SourceContent
  /// Now, in milliseconds since 1970.
  ///
  /// `nil` accepts all build times.
  let now: Int64?

  func run() throws -> CheckResult {
    let shipped = try input.shippedFiles(named: BundleManifest.fileName).map {
      (path: $0, manifest: try BundleManifest(valid: try readWholeFile($0), name: $0))
    }
    // The pages may differ from a published release.
    let isPublished = base?.surfaces != nil
    // A uni-app's project contains no package, so the one given is an earlier one.
    let given = base?.wgt == nil ? base?.given : nil
    let compared = shipped.isEmpty && !isPublished ? [given].compactMap(\.self) : shipped
    var result = CheckResult()
    if compared.isEmpty, !isPublished {
      if base?.wgt == nil {
        result.notes.append(
          "no bundle was compared, because the native projects do not contain "
            + "'\(BundleManifest.fileName)'; create it with `eros pack`, or pass `--against`")
      }
      for code in [
        CheckFindingCode.bundleStale, .bundleMissing, .bundleDamaged, .shippedConfigStale,
        .timestampInFuture, .timestampTooOld,
      ] { result.unchecked[code] = "the native projects do not contain a bundle" }
    }
    if shipped.isEmpty {
      result.unchecked[.timestampNotNewer] = "the native projects do not contain a bundle"
    } else if let base, shipped.allSatisfy({ base.manifest(for: $0.path) == nil }) {
      result.unchecked[.timestampNotNewer] = "the base does not contain a manifest"
    }
    result.findings += try compared.compactMap { try stalenessFinding(of: $1, $0) }
    result.findings += compared.compactMap { timestampFinding(of: $1, $0) }
    result.findings += shipped.compactMap { orderFinding(of: $1, $0) }
    return result
  }

  /// Reports changed content whose build time is not newer, so that clients ignore it.
  private func orderFinding(of manifest: BundleManifest, _ path: String) -> Finding? {
    guard let base, let old = base.manifest(for: path), old.timestamp >= manifest.timestamp,
      old.jsVersion != manifest.jsVersion || old.treeHash != manifest.treeHash
    else { return nil }
    return Finding(
      CheckFindingCode.timestampNotNewer, file: path,
      "the content differs from '\(base.name.escapedForDisplay)', but the timestamp "
        + "\(manifest.timestamp) is not newer than \(old.timestamp), so clients ignore it",
      remedy: "pack it again with `eros pack`, without `--timestamp`")
  }

  /// Warns about a build time that is in seconds or in the future.
  private func timestampFinding(of manifest: BundleManifest, _ path: String) -> Finding? {
    guard let doubt = now.flatMap({ BundleManifest.doubt(about: manifest.timestamp, at: $0) })
    else { return nil }
    let code =
      doubt.code == .timestampInFuture
      ? CheckFindingCode.timestampInFuture : .timestampTooOld
    return Finding(
      code, file: path, doubt.message, remedy: doubt.remedy ?? doubt.code.remedy)
  }

  private func stalenessFinding(of manifest: BundleManifest, _ path: String) throws -> Finding? {
    let reasons = try differingFacts(of: manifest) + differingFiles(from: manifest)
    guard !reasons.isEmpty else { return nil }
    return Finding(
      CheckFindingCode.bundleStale, file: path,
      "the manifest does not match '\(content.source.root.escapedForDisplay)': \(reasons.joined(separator: "; "))",
      remedy: "pack it again with `eros pack`")
  }

  private func differingFacts(of manifest: BundleManifest) -> [Message] {
    let facts = [
      ("android", manifest.android, input.config.version.android),
      ("iOS", manifest.iOS, input.config.version.ios),
      ("appName", manifest.appName, input.config.appName),
    ]
    return facts.compactMap { key, packed, wanted in
      guard let packed, let wanted, packed != wanted else { return nil }
      return "'\(key)' is \(packed.escapedForDisplay), not \(wanted.escapedForDisplay)"
    }
  }

  private func differingFiles(from manifest: BundleManifest) throws -> [Message] {
    let differences = try content.differences(from: manifest)
    guard let first = differences.first else { return [] }
    let path = first.path.escapedForDisplay
    return [
      differences.count > 1
        ? "'\(path)' and \(differences.count - 1) more differ"
        : "'\(path)' \(Message(key: first.kind.rawValue))"
    ]
  }
}
