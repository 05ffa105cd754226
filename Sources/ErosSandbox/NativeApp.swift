public import ErosCore

/// The native app that a sandbox belongs to, as far as the choice of a release needs it.
public struct NativeApp: Hashable, Sendable {
  /// What the app runs on, which says whose requirement in a manifest counts.
  public enum Platform: String, Sendable, CaseIterable {
    /// Android: `android` of a manifest counts.
    case android
    /// iOS: `iOS` of a manifest counts.
    case iOS = "ios"
  }

  /// The version of the app itself.
  public let version: NativeVersion

  /// Where it is unknown, a release must suit the version on both platforms.
  public let platform: Platform?

  /// Describes the app; leave out `platform` only where it is not known.
  public init(version: NativeVersion, platform: Platform? = nil) {
    self.version = version
    self.platform = platform
  }
}
