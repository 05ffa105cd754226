public import ErosCore

/// The native app that a sandbox belongs to, as far as the choice of a release needs it.
public struct NativeApp: Hashable, Sendable {
  /// The version of the app itself.
  public let version: NativeVersion

  /// The app's platform, which selects the requirement in a manifest; `nil` if unknown: a release
  /// must then suit the version on both platforms.
  public let platform: Platform?

  /// Describes the app; leave out `platform` only where it is not known.
  public init(version: NativeVersion, platform: Platform? = nil) {
    self.version = version
    self.platform = platform
  }
}
