import ErosCore
import ErosRegistry

/// The native side that a page sees on one platform.
package struct RehearsalSurface: Sendable {
  let platform: Platform
  let surface: RegistrySurface
  /// `true` if the description is complete, so that an unknown module is an error.
  let isDescribed: Bool
  let version: String

  /// Creates a project's surface.
  ///
  /// `release` is the recorded release that gets the pages.
  init(
    _ parsed: ParsedRegistry, on platform: Platform, release: RegistryRecord.Release? = nil
  ) throws {
    let registry = parsed.isUsable ? parsed.registry : nil
    let version = release?.version ?? registry?.version(on: platform)
    if let registry, release != nil || registry.isDescribed {
      let offered = parsed.offered(on: platform, by: release?.surface)
      self.init(platform, offered, isDescribed: true, version: version)
    } else {
      try self.init(undescribed: platform, version: version)
    }
  }

  /// Creates the surface for an app without a description: what all known hosts offer.
  init(undescribed platform: Platform, version: String? = nil) throws {
    let presets = try Preset.load(PresetName.allCases).map(\.surface)
      .filter { $0.platform == platform }
    self.init(
      platform, RegistrySurface(platform: platform).adding(presets), isDescribed: false,
      version: version)
  }

  private init(
    _ platform: Platform, _ surface: RegistrySurface, isDescribed: Bool, version: String?
  ) {
    self.platform = platform
    self.surface = surface
    self.isDescribed = isDescribed
    self.version = version ?? "1.0.0"
  }
}
