// docs: releasing
import ErosCore
import ErosRegistry

/// Returns the lowest valid version for a release whose description changed from `old` to `new`.
///
/// `version` is the version of the last release. It stays valid if nothing has changed.
func versionNeeded(
  after version: String, from old: [UInt8], to new: [UInt8], on platform: Platform
) throws -> String? {
  let surfaces = try [old, new].map { bytes in
    try ParsedRegistry.read(bytes, file: "eros.native.json").registry?.surface(on: platform)
      ?? RegistrySurface(platform: platform)
  }
  let changes = surfaces[1].changes(since: surfaces[0])
  return VersionRule.lowest(after: version, for: changes.level)
}
// docs: end
