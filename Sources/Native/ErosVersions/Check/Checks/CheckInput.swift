import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry

/// The project that the checks read.
struct CheckInput: Sendable {
  /// The version locations of the project.
  let versions: ProjectVersions

  /// The description of the native side, which may have errors.
  let parsed: ParsedRegistry

  /// The recorded releases.
  ///
  /// Releases in the base's record replace the project's releases.
  let releases: RegistryRecord

  init(_ versions: ProjectVersions, _ parsed: ParsedRegistry, _ base: CheckBase?) throws {
    self.versions = versions
    self.parsed = parsed
    guard let registry = parsed.registry, parsed.isUsable else {
      releases = RegistryRecord()
      return
    }
    var record = try RegistryRecord.read(at: versions.project.path(registry.lockPath))
    for release in base?.releases?.releases ?? [] { record.record(release) }
    releases = record
  }

  /// The checked project.
  var project: Project { versions.project }

  /// The project's configuration.
  var config: NativeConfig { versions.config }

  /// The description of the native side, or `nil` if it has errors.
  ///
  /// ``VersionCheck`` reports the errors.
  var registry: Registry? { parsed.isUsable ? parsed.registry : nil }

  /// The folders in the native projects that packing writes bundles to, without duplicates.
  var bundleFolders: [String] {
    var folders: [String] = []
    for path in config.manifestPaths.compactMap(\.self).map(project.path)
    where !folders.contains(path.parentPath) { folders.append(path.parentPath) }
    return folders
  }

  /// Returns the paths of the existing files with a name in the native projects' bundle folders.
  func shippedFiles(named name: String) throws -> [String] {
    try bundleFolders.map { $0 + "/" + name }.filter { try FileStatus.ifExists($0) != nil }
  }
}

/// The findings and notes of a check.
struct CheckResult {
  var findings: [Finding] = []

  /// The parts of the check that were skipped because the project lacks them.
  var notes: [String] = []

  /// The codes that were not checked, with the reason.
  var unchecked: [CheckFindingCode: String] = [:]
}
