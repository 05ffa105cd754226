import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  /// Compares the files of each bundle in the native projects with each other.
  ///
  /// Zips are not unpacked, because this takes longer than all other checks.
  mutating func checkShipped() throws {
    var folders: [String] = []
    for path in config.manifestPaths.compactMap(\.self).map(project.path)
    where !folders.contains(path.parentPath) { folders.append(path.parentPath) }
    for folder in folders {
      try checkZip(in: folder)
      try checkConfig(in: folder)
    }
  }

  private mutating func checkZip(in folder: String) throws {
    let zip = folder + "/" + BundleOutputs.bundleFile
    let manifest = folder + "/" + BundleManifest.fileName
    let hasZip = try FileStatus.ifExists(zip) != nil
    let hasManifest = try FileStatus.ifExists(manifest) != nil
    if hasZip != hasManifest {
      let (here, missing) =
        hasZip ? (zip, BundleManifest.fileName) : (manifest, BundleOutputs.bundleFile)
      // Teams may commit only the manifests, and pack the zips when they build the app.
      findings.append(
        Finding(
          CheckFindingCode.bundleMissing, as: hasZip ? .error : .warning, file: here,
          "'\(missing)' is missing next to it, so the bundle in the app is incomplete",
          remedy: "pack it again with `eros pack`"))
    }
    guard hasZip else { return }
    var config: (text: [UInt8], name: String)?
    if hasManifest { config = (try readWholeFile(manifest), manifest) }
    let errors = try BundleVerifier(threads: 1).inspect(ReadableFile(zip), config: config).errors
    guard let first = errors.first else { return }
    let others = errors.count > 1 ? ", and \(errors.count - 1) more errors" : ""
    add(
      .bundleDamaged, zip, first.text + others,
      remedy: "pack it again with `eros pack`; `eros verify` lists all findings")
  }

  /// Checks the encrypted copy of the configuration that the app ships.
  private mutating func checkConfig(in folder: String) throws {
    let path = folder + "/" + BundleOutputs.configFile
    guard path != project.configPath, try FileStatus.ifExists(path) != nil else { return }
    let remedy = "pack it again with `eros pack`"
    let bytes = try readWholeFile(path, limit: NativeConfig.sizeLimit)
    do {
      let copy = try NativeConfig.read(bytes, file: path, limits: NativeConfig.limits)
      guard copy.form == .encrypted else {
        return add(
          .shippedConfigStale, path, "it is not encrypted, so the app cannot read it",
          remedy: remedy)
      }
      let keys = config.keysThatDiffer(inShipped: copy)
      guard !keys.isEmpty else { return }
      let shown = keys.quotedForDisplay
      add(
        .shippedConfigStale, path,
        "the shipped configuration does not match '\(project.configPath.escapedForDisplay)': \(shown) "
          + (keys.count == 1 ? "differs" : "differ"), remedy: remedy)
    } catch let error as any ErosError where error.exitStatus == .badData {
      add(.shippedConfigStale, path, "the app cannot read it: \(error.problem)", remedy: remedy)
    }
  }

  private mutating func add(
    _ code: CheckFindingCode, _ file: String, _ message: String, remedy: String
  ) {
    findings.append(Finding(code, file: file, message, remedy: remedy))
  }
}
