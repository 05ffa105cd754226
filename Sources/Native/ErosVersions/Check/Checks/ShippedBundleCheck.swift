import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

/// Compares the files of each bundle in the native projects with each other.
///
/// Zips are not unpacked, because this takes longer than all checks together.
struct ShippedBundleCheck {
  let input: CheckInput

  func run() throws -> CheckResult {
    CheckResult(
      findings: try input.bundleFolders.flatMap { folder in
        try [completenessFinding(in: folder), zipFinding(in: folder), configFinding(in: folder)]
          .compactMap(\.self)
      })
  }

  private func completenessFinding(in folder: String) throws -> Finding? {
    let zip = folder + "/" + BundleOutputs.bundleFile
    let manifest = folder + "/" + BundleManifest.fileName
    let hasZip = try FileStatus.ifExists(zip) != nil
    let hasManifest = try FileStatus.ifExists(manifest) != nil
    guard hasZip != hasManifest else { return nil }
    let (file, missing) =
      hasZip ? (zip, BundleManifest.fileName) : (manifest, BundleOutputs.bundleFile)
    // Teams may commit only the manifests, and pack the zips when they build the app.
    return Finding(
      CheckFindingCode.bundleMissing, as: hasZip ? .error : .warning, file: file,
      "'\(missing)' is missing next to it, so the bundle in the app is incomplete",
      remedy: Self.packAgain)
  }

  private func zipFinding(in folder: String) throws -> Finding? {
    let zip = folder + "/" + BundleOutputs.bundleFile
    let manifest = folder + "/" + BundleManifest.fileName
    guard try FileStatus.ifExists(zip) != nil else { return nil }
    let config = try FileStatus.ifExists(manifest).map { _ in
      (text: try readWholeFile(manifest), name: manifest)
    }
    let errors = try BundleVerifier(threads: 1).inspect(ReadableFile(zip), config: config).errors
    guard let first = errors.first else { return nil }
    return Finding(
      CheckFindingCode.bundleDamaged, file: zip,
      errors.count > 1 ? "\(first.line), and \(errors.count - 1) more errors" : first.line,
      remedy: "pack it again with `eros pack`; `eros verify` lists all findings")
  }

  /// Reports an unusable or outdated copy of the configuration, as the app ships it.
  private func configFinding(in folder: String) throws -> Finding? {
    let path = folder + "/" + BundleOutputs.configFile
    guard path != input.project.configPath, try FileStatus.ifExists(path) != nil else { return nil }
    let bytes = try readWholeFile(path, limit: NativeConfig.sizeLimit)
    return try configFailure(bytes, path).map {
      Finding(CheckFindingCode.shippedConfigStale, file: path, $0, remedy: Self.packAgain)
    }
  }

  /// Explains why the app cannot use its copy, or returns `nil` if it can.
  private func configFailure(_ bytes: [UInt8], _ path: String) throws -> Message? {
    do {
      let copy = try NativeConfig.read(bytes, file: path, limits: NativeConfig.limits)
      guard copy.form == .encrypted else {
        return "it is not encrypted, so the app cannot read it"
      }
      let keys = input.config.keysThatDiffer(inShipped: copy)
      guard !keys.isEmpty else { return nil }
      let config = input.project.configPath.escapedForDisplay
      return keys.count == 1
        ? "the shipped configuration does not match '\(config)': \(keys.quotedForDisplay) differs"
        : "the shipped configuration does not match '\(config)': \(keys.quotedForDisplay) differ"
    } catch let error as any ErosError where error.exitStatus == .badData {
      return "the app cannot read it: \(error.problem)"
    }
  }

  private static let packAgain: Message = "pack it again with `eros pack`"
}
