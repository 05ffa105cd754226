public import ErosCore

/// The version and platform of the native app, which determine the releases that it can run.
public struct NativeApp: Hashable, Sendable {
  /// The version of the app.
  public let version: NativeVersion

  /// The platform of the app.
  ///
  /// If `nil`, the requirements of both platforms apply.
  public let platform: Platform?

  /// Creates the description of an app.
  ///
  /// Omit `platform` only if it is unknown.
  package init(version: NativeVersion, platform: Platform? = nil) {
    self.version = version
    self.platform = platform
  }
}
