package import ErosCore
import ErosCrypto

/// A manifest's fields that do not depend on files.
package struct ManifestFacts: Equatable, Sendable {
  /// The app's key on the update server.
  package var appName: String?
  /// The minimum Android app version.
  package var android: String?
  /// The minimum iOS app version.
  package var iOS: String?
  /// The base URL for published zips.
  package var jsPath: String?
  /// The build time, in milliseconds since 1970.
  package var timestamp: Int64

  package init(
    appName: String? = nil, android: String? = nil, iOS: String? = nil, jsPath: String? = nil,
    timestamp: Int64
  ) {
    self.appName = appName
    self.android = android
    self.iOS = iOS
    self.jsPath = jsPath
    self.timestamp = timestamp
  }
}

extension BundleManifest {
  /// Creates the manifest for a bundle of `files`.
  package init(of files: [BundleFile], _ facts: ManifestFacts) throws {
    try self.init(
      files: files.map {
        File(
          page: "/" + $0.path.string, md5: $0.digest.md5, sha256: $0.digest.sha256,
          size: $0.digest.size)
      },
      android: facts.android, iOS: facts.iOS, appName: facts.appName,
      jsVersion: BundleVersion.of(files.map(\.digest.md5)), timestamp: facts.timestamp,
      jsPath: facts.jsPath, treeHash: TreeHash.of(files))
  }
}
