import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions

extension ProjectCheck {
  /// Checks what packing has left in the native projects: each with what is beside it.
  ///
  /// Zips are not unpacked, which would take longer than all else.
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
      // Teams may keep manifests under version control, and pack the zips where the app is built.
      findings.append(
        CheckFinding(
          .bundleMissing, hasZip ? .error : .warning, file: here, at: nil,
          "there is no '\(missing)' beside it, so the app has no whole bundle",
          remedy: "pack it again with `eros pack`"))
    }
    guard hasZip else { return }
    var config: (text: [UInt8], name: String)?
    if hasManifest { config = (try readWholeFile(manifest), manifest) }
    let errors = try BundleVerifier(threads: 1).inspect(ReadableFile(zip), config: config).errors
    guard let first = errors.first else { return }
    let others = errors.count > 1 ? ", and \(errors.count - 1) more problems" : ""
    add(
      .bundleDamaged, zip, first.text + others,
      remedy: "pack it again with `eros pack`; `eros verify` tells all that is wrong with it")
  }

  /// Checks the copy of the configuration that the app ships.
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
      let shown = keys.map { "'\($0.escapedForDisplay)'" }.joined(separator: ", ")
      add(
        .shippedConfigStale, path,
        "it is not what '\(project.configPath.escapedForDisplay)' gives: \(shown) "
          + (keys.count == 1 ? "differs" : "differ"), remedy: remedy)
    } catch let error as any ErosError where error.exitStatus == .badData {
      add(.shippedConfigStale, path, "the app cannot read it: \(error.problem)", remedy: remedy)
    }
  }

  private mutating func add(
    _ code: CheckCode, _ file: String, _ message: String, remedy: String
  ) {
    findings.append(CheckFinding(code, file: file, at: nil, message, remedy: remedy))
  }
}
