public import ErosCore

/// A native app, which determines the releases that it can run.
public struct NativeApp: Hashable, Sendable {
  /// Compared with the minimum version that a release requires.
  public let version: NativeVersion

  /// If `nil`, the requirements for both platforms apply.
  public let platform: Platform?

  /// Creates the description of an app.
  ///
  /// Omit `platform` only if it is unknown.
  package init(version: NativeVersion, platform: Platform? = nil) {
    self.version = version
    self.platform = platform
  }
}
