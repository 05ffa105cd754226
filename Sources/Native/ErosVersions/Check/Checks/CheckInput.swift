import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry

/// The parts of a project that the checks read.
struct CheckInput: Sendable {
  let versions: ProjectVersions

  /// The native side as described.
  ///
  /// It may have errors.
  let parsed: ParsedRegistry

  /// The recorded releases.
  ///
  /// A base's releases replace the project's.
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

  var project: Project { versions.project }

  var config: NativeConfig { versions.config }

  /// The native side, or `nil` if ``VersionCheck`` reports errors in its description.
  var registry: Registry? { parsed.isUsable ? parsed.registry : nil }

  /// The folders in the native projects that packing writes to, without duplicates.
  var bundleFolders: [String] {
    var folders: [String] = []
    for path in config.manifestPaths.compactMap(\.self).map(project.path)
    where !folders.contains(path.parentPath) { folders.append(path.parentPath) }
    return folders
  }

  /// Finds the files with this name in ``bundleFolders``.
  func shippedFiles(named name: String) throws -> [String] {
    try bundleFolders.map { $0 + "/" + name }.filter { try FileStatus.ifExists($0) != nil }
  }
}

struct CheckResult {
  var findings: [Finding] = []

  /// Parts of the check that were skipped because the project lacks something.
  var notes: [Message] = []

  /// Codes that were not checked, with the reason.
  var unchecked: [CheckFindingCode: String] = [:]
}
