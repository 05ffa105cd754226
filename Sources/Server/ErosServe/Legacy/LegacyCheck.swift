import ErosCore

/// An update check by a legacy client (`/app/check`).
struct LegacyCheck: Sendable {
  /// In bytes.
  private static let maximumVersionLength = 64
  /// In bytes, for all other fields.
  private static let maximumLength = 256

  let app: String
  let platform: Platform
  /// As the client sent it.
  let version: String
  /// `nil` if ``version`` is malformed.
  let number: NativeVersion?
  /// The `jsVersion` of the client, or empty if it has no bundle.
  let jsVersion: String
  /// `true` if the client can apply a patch: `isDiff` is missing, `1` or `true`.
  let acceptsPatch: Bool

  init(app: String, platform: Platform, version: String, jsVersion: String, acceptsPatch: Bool) {
    self.app = app
    self.platform = platform
    self.version = version
    number = NativeVersion(version)
    self.jsVersion = jsVersion
    self.acceptsPatch = acceptsPatch
  }

  /// Returns `nil` if the app or its version is missing, or if a field is too long.
  init?(_ fields: FormFields) {
    let iOS = fields["iOS"].flatMap { $0.isEmpty ? nil : $0 }
    guard let app = fields["appName"], !app.isEmpty,
      let version = iOS ?? fields["android"], !version.isEmpty
    else { return nil }
    let jsVersion = fields["jsVersion"] ?? ""
    guard version.utf8.count <= Self.maximumVersionLength, app.utf8.count <= Self.maximumLength,
      jsVersion.utf8.count <= Self.maximumLength
    else { return nil }
    // As on the old server, a missing `isDiff` means `true`.
    let accepts = fields["isDiff"].map { $0 == "1" || $0 == "true" } ?? true
    self.init(
      app: app, platform: iOS == nil ? .android : .ios, version: version,
      jsVersion: jsVersion, acceptsPatch: accepts)
  }
}
