/// What a bundle says of itself: the JSON object in `bundle.config` and in the zip's `md5.json`.
///
/// The format is described in `docs/bundle-format.md`.
public struct BundleManifest: Sendable {
  /// One file as the manifest lists it.
  public struct File: Hashable, Sendable {
    /// The file's name with a leading slash, as it is written.
    public var page: String
    /// The MD5 of the file, by one of the rules of ``DigestRule``.
    public var md5: MD5Digest
    /// Recorded by this project only.
    public var sha256: SHA256Digest?
    /// How many bytes the file has; recorded by this project only.
    public var size: UInt64?

    /// Lists a file; `page` is its name with a leading slash.
    public init(page: String, md5: MD5Digest, sha256: SHA256Digest? = nil, size: UInt64? = nil) {
      self.page = page
      self.md5 = md5
      self.sha256 = sha256
      self.size = size
    }
  }

  /// The manifest's name inside the zip; it does not list itself.
  public static let entryName = "md5.json"

  /// The manifest's name beside the zip.
  public static let fileName = "bundle.config"

  /// The files of the bundle, without the manifest itself.
  public var files: [File]
  /// The lowest version of the Android app that the bundle may run on.
  public var android: String?
  /// The lowest version of the iOS app that the bundle may run on.
  public var iOS: String?
  /// The app's key on the update server.
  public var appName: String?
  /// The version of the bundle: what old clients compare, and the name of the published zip.
  public var jsVersion: BundleVersion
  /// When the bundle was built, in milliseconds since 1970; orders versions.
  public var timestamp: Int64
  /// The base address of published zips, or `nil` where none is configured.
  public var jsPath: String?
  /// Recorded by this project only.
  public var treeHash: TreeHash?

  /// Puts a manifest together as it is; whether the values fit each other is not checked.
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
