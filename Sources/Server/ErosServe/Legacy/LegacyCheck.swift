import ErosCore

/// An update check of a legacy client (`/app/check`).
struct LegacyCheck: Sendable {
  /// The maximum length of an app's version, in bytes.
  private static let maximumVersionLength = 64
  /// The maximum length of the other fields, in bytes.
  private static let maximumLength = 256

  /// The name of the app.
  let app: String
  let platform: Platform
  /// The version of the app.
  let version: String
  /// The parsed version, or `nil` if it is malformed.
  let number: NativeVersion?
  /// The `jsVersion` of the client's bundle; empty if it has none.
  let jsVersion: String
  /// Whether the client can apply a patch: `isDiff` is not `0` or `false`.
  let acceptsPatch: Bool

  init(app: String, platform: Platform, version: String, jsVersion: String, acceptsPatch: Bool) {
    self.app = app
    self.platform = platform
    self.version = version
    number = NativeVersion(version)
    self.jsVersion = jsVersion
    self.acceptsPatch = acceptsPatch
  }

  /// Parses a query or a form; `nil` if the app or its version is missing, or a field is too long.
  init?(_ fields: FormFields) {
    let iOS = fields["iOS"].flatMap { $0.isEmpty ? nil : $0 }
    guard let app = fields["appName"], !app.isEmpty,
      let version = iOS ?? fields["android"], !version.isEmpty
    else { return nil }
    let jsVersion = fields["jsVersion"] ?? ""
    guard version.utf8.count <= Self.maximumVersionLength, app.utf8.count <= Self.maximumLength,
      jsVersion.utf8.count <= Self.maximumLength
    else { return nil }
    // As on the old server, a missing `isDiff` is `true`.
    let accepts = fields["isDiff"].map { $0 == "1" || $0 == "true" } ?? true
    self.init(
      app: app, platform: iOS == nil ? .android : .ios, version: version,
      jsVersion: jsVersion, acceptsPatch: accepts)
  }
}
