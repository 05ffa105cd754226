package import ErosBundle
import ErosCore
import ErosFiles
package import ErosPack
package import ErosTestSupport
package import Testing

/// The default timestamp of the tests.
package let testTimestamp: Int64 = 1_700_000_000_123

/// Packs the folder `source` in the test's folder into the file `zip`.
@discardableResult
package func pack(
  _ source: String = "dist", into zip: String = "bundle.zip", in folder: TemporaryFolder,
  level: CompressionLevel = .standard, framework: Framework = .vue,
  timestamp: Int64 = testTimestamp, threads: Int = 2, followsSymlinks: Bool = false
) throws -> PackedBundle {
  let settings = BundlePacker.Settings(
    appName: "demo", android: "1.0.2", iOS: "1.0.1", jsPath: "https://example.com/js/",
    timestamp: timestamp, level: level, framework: framework)
  let file = try StagedFile(folder.path(zip))
  let bundle = try BundlePacker(settings, threads: threads).pack(
    BundleSource(folder.path(source), followsSymlinks: followsSymlinks), into: file)
  try StagedFile.commit([file])
  return bundle
}

extension BundleVerifier {
  /// A strict verifier.
  package static let strict = BundleVerifier(isStrict: true, threads: 2)
}

/// Checks that a zip has no findings, and unpacks it into the folder `name`.
@discardableResult
package func unpackVerified(
  _ zip: String = "bundle.zip", to name: String = "unpacked", in folder: TemporaryFolder,
  limits: ZipLimits = ZipLimits(), _ comment: Comment? = nil
) throws -> VerificationReport {
  let source = try ReadableFile(folder.path(zip))
  let structure = try ZipStructure(source, limits: limits)
  #expect(structure.findings == [], comment)
  try folder.makeFolder(name)
  let report = try BundleUnpacker(BundleVerifier(limits: limits, threads: 2))
    .unpack(
      source, into: Folder(folder.path(name)))
  // Random pages need not be text.
  #expect(report.findings.filter { $0.code != "pageNotUTF8" } == [], comment)
  #expect(report.verdict == .verified, comment)
  return report
}
