/// The manifest of a bundle: the JSON object in `bundle.config` and in the zip's `md5.json`.
///
/// See `docs/bundle-format.md`.
public struct BundleManifest: Sendable {
  /// An entry of the manifest's list of files.
  public struct File: Hashable, Sendable {
    /// The path with a leading slash, as written in the manifest.
    public var page: String
    /// The MD5 digest of the file by one of the rules of ``DigestRule``.
    public var md5: MD5Digest
    /// The SHA-256 digest of the file; an extension of this project.
    public var sha256: SHA256Digest?
    /// The size of the file in bytes; an extension of this project.
    public var size: UInt64?

    /// Creates an entry; `page` is the path with a leading slash.
    public init(page: String, md5: MD5Digest, sha256: SHA256Digest? = nil, size: UInt64? = nil) {
      self.page = page
      self.md5 = md5
      self.sha256 = sha256
      self.size = size
    }
  }

  /// The name of the manifest in the zip; the manifest does not list itself.
  public static let entryName = "md5.json"

  /// The name of the manifest file in the folder of the zip.
  public static let fileName = "bundle.config"

  /// The maximum number of milliseconds between the clock and a later build time: one day.
  public static let clockTolerance: Int64 = 86_400_000

  /// The start of 2015; no client of this format is older.
  static let earliestTimestamp: Int64 = 1_420_070_400_000

  /// Returns the reason why a build time is unlikely at the time `now`, or `nil`; both times are in
  /// milliseconds since 1970.
  package static func doubt(about timestamp: Int64, at now: Int64) -> TimestampDoubt? {
    if isInFuture(timestamp, at: now) { return .inFuture(timestamp, now: now) }
    return timestamp < earliestTimestamp ? .tooOld(timestamp, now: now) : nil
  }

  /// Returns whether the build time `timestamp` is later than the clock `now` by more than
  /// ``clockTolerance``; both are in milliseconds since 1970.
  package static func isInFuture(_ timestamp: Int64, at now: Int64) -> Bool {
    let (latest, overflow) = now.addingReportingOverflow(clockTolerance)
    return !overflow && timestamp > latest
  }

  /// The files of the bundle, except the manifest.
  public var files: [File]
  /// The minimum version of the Android app.
  public var android: String?
  /// The minimum version of the iOS app.
  public var iOS: String?
  /// The key of the app on the update server.
  public var appName: String?
  /// The version that identifies a release for legacy clients, and the name of the published zip.
  public var jsVersion: BundleVersion
  /// The build time in milliseconds since 1970, for the order of versions.
  public var timestamp: Int64
  /// The base URL of published zips, or `nil` if none is configured.
  public var jsPath: String?
  /// The tree hash of the release; an extension of this project.
  public var treeHash: TreeHash?

  /// The minimum version of the app on each platform that has one.
  package var native: [Platform: String] {
    var native: [Platform: String] = [:]
    native[.ios] = iOS
    native[.android] = android
    return native
  }

  /// Creates a manifest without checking that the values are consistent.
  public init(
    files: [File], android: String?, iOS: String?, appName: String?, jsVersion: BundleVersion,
    timestamp: Int64, jsPath: String?, treeHash: TreeHash?
  ) {
    self.files = files
    self.android = android
    self.iOS = iOS
    self.appName = appName
    self.jsVersion = jsVersion
    self.timestamp = timestamp
    self.jsPath = jsPath
    self.treeHash = treeHash
  }
}
