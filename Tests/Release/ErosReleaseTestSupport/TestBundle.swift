import ErosBundle
package import ErosCore
import ErosFiles
import ErosPack
package import ErosTestSupport
import Synchronization

/// A bundle of a small app.
package struct TestBundle: Sendable {
  package struct Source: Hashable, Sendable {
    /// File contents by path.
    package var pages: [String: [UInt8]]
    package var app = "my-app"
    /// Lowest versions of the app.
    package var android = "1.0.0"
    package var iOS = "1.0.0"
    /// In milliseconds since 1970.
    package var timestamp: Int64

    package init(
      _ pages: [String: [UInt8]], app: String = "my-app", android: String = "1.0.0",
      iOS: String = "1.0.0", timestamp: Int64
    ) {
      self.pages = pages
      self.app = app
      self.android = android
      self.iOS = iOS
      self.timestamp = timestamp
    }
  }

  /// Contents of `bundle.zip`.
  package let zip: [UInt8]
  /// Contents of `bundle.config`.
  package let manifest: [UInt8]
  package let jsVersion: BundleVersion

  /// Bundles that this process has packed.
  private static let packed = Mutex<[Source: TestBundle]>([:])

  /// Packs a bundle in `folder`, or returns it from a previous call.
  package static func pack(_ source: Source, in folder: TemporaryFolder) throws -> TestBundle {
    if let bundle = packed.withLock({ $0[source] }) { return bundle }
    let name = "packing-\(source.app)-\(source.timestamp)"
    try folder.write(source.pages, below: name)
    let file = try StagedFile(folder.path(name + ".zip"))
    let settings = BundlePacker.Settings(
      appName: source.app, android: source.android, iOS: source.iOS, jsPath: nil,
      timestamp: source.timestamp, framework: .none)
    let result = try BundlePacker(settings, threads: 1).pack(
      BundleSource(folder.path(name)), into: file)
    try StagedFile.commit([file])
    let bundle = TestBundle(
      zip: try folder.read(name + ".zip"), manifest: result.manifestBytes,
      jsVersion: result.manifest.jsVersion)
    packed.withLock { $0[source] = bundle }
    return bundle
  }
}
