// docs: releasing
import ErosCore
import ErosRegistry

/// The lowest version that an app may be released with, when its description went from `old` to `new`.
///
/// It is `version`, the one that was released last, as long as nothing has changed.
func versionNeeded(
  after version: String, from old: [UInt8], to new: [UInt8], on platform: Platform
) throws -> String? {
  let surfaces = try [old, new].map { bytes in
    try RegistryReading.read(bytes, file: "eros.native.json").registry?.surface(on: platform)
      ?? RegistrySurface(platform: platform)
  }
  let changes = surfaces[1].changes(since: surfaces[0])
  return VersionRule.lowest(after: version, for: changes.level)
}
// docs: end
