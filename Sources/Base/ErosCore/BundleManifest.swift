/// A bundle's manifest: the JSON object in `bundle.config` and in the zip's `md5.json`.
///
/// `docs/bundle-format.md` describes the format. Read one with ``read(_:name:limits:)``:
///
/// ```swift
/// let (manifest, findings) = BundleManifest.read(bytes, name: "bundle.config")
/// if let manifest { print(manifest.jsVersion, manifest.files.count) }
/// ```
public struct BundleManifest: Sendable {
  /// A file that the manifest lists.
  public struct File: Hashable, Sendable {
    /// The path with a leading slash, as the manifest has it.
    public var page: String
    /// The MD5 digest, by one of the rules in ``DigestRule``.
    public var md5: MD5Digest
    /// The SHA-256 digest.
    ///
    /// Only this project's manifests have it.
    public var sha256: SHA256Digest?
    /// The size in bytes.
    ///
    /// Only this project's manifests have it.
    public var size: UInt64?

    /// Creates an entry.
    ///
    /// `page` needs a leading slash.
    public init(page: String, md5: MD5Digest, sha256: SHA256Digest? = nil, size: UInt64? = nil) {
      self.page = page
      self.md5 = md5
      self.sha256 = sha256
      self.size = size
    }
  }

  /// The manifest's name in the zip.
  ///
  /// It does not list itself.
  public static let entryName = "md5.json"

  /// The manifest's name next to the zip.
  public static let fileName = "bundle.config"

  /// The largest plausible gap between the clock and a later build time: one day, in milliseconds.
  public static let clockTolerance: Int64 = 86_400_000

  /// The start of 2015.
  ///
  /// No client for this format is older.
  static let earliestTimestamp: Int64 = 1_420_070_400_000

  /// Returns the reason why a build time is unlikely, if there is one.
  ///
  /// Both times are in milliseconds since 1970.
  package static func doubt(about timestamp: Int64, at now: Int64) -> TimestampDoubt? {
    if isInFuture(timestamp, at: now) { return .inFuture(timestamp, now: now) }
    return timestamp < earliestTimestamp ? .tooOld(timestamp, now: now) : nil
  }

  /// Returns `true` if a build time is later than the clock `now` by more than ``clockTolerance``.
  ///
  /// Both times are in milliseconds since 1970.
  package static func isInFuture(_ timestamp: Int64, at now: Int64) -> Bool {
    let (latest, overflow) = now.addingReportingOverflow(clockTolerance)
    return !overflow && timestamp > latest
  }

  /// The bundle's files, except the manifest.
  public var files: [File]
  /// The minimum Android app version.
  public var android: String?
  /// The minimum iOS app version.
  public var iOS: String?
  /// The app's key on the update server.
  public var appName: String?
  /// Identifies a release for legacy clients, and names the published zip.
  public var jsVersion: BundleVersion
  /// The build time in milliseconds since 1970.
  ///
  /// Orders versions.
  public var timestamp: Int64
  /// The base URL for published zips, or `nil` if none is configured.
  public var jsPath: String?
  /// The release's tree hash.
  ///
  /// Only this project's manifests have it.
  public var treeHash: TreeHash?

  /// Minimum app versions, for each platform that has one.
  package var native: [Platform: String] {
    var native: [Platform: String] = [:]
    native[.ios] = iOS
    native[.android] = android
    return native
  }

  /// Creates a manifest.
  ///
  /// Does not check that the values are consistent.
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
