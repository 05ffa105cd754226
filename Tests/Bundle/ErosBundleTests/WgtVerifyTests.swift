import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosTestSupport
import Testing

@Suite("Verified resource packages of uni-apps", .temporaryFolder)
struct WgtVerifyTests {
  private static let manifest =
    #"{"@platforms":["android"],"id":"__UNI__1234567","version":{"name":"1.0.1","code":"101"}}"#

  /// Manifests, and whether their contents show a build for apps.
  static let manifests: [(text: String?, isOfBuild: Bool)] = [
    (manifest.replacing("1.0.1", with: "v1"), true), (manifest.replacing("name", with: "x"), true),
    (manifest.replacing("__UNI__", with: "../"), true), (#"{"id":"__UNI__1234567"}"#, true),
    (#"{"name":"PWA","id":"/"}"#, false), ("{", false), ("", false), (nil, false),
    ((0..<200_000).map { "\($0) " }.joined(), false),
  ]

  @Test(
    "a manifest that uni-app refuses is reported, by its contents or by the name of the package",
    arguments: manifests, [("bundle.zip", false), ("a.wgt", true), ("A.WGT", true)])
  func refused(manifest: (text: String?, isOfBuild: Bool), zip: (String, Bool)) throws {
    let (name, isWgt) = zip
    let folder = try TemporaryFolder.ofTest()
    var files = ["index.js": Array("a()".utf8)]
    files["manifest.json"] = manifest.text.map { Array($0.utf8) }
    let draft = try BundleDraft(files).zip(in: folder)
    let source = ZipBytes(try draft.read(at: 0, count: Int(draft.size)), path: name)
    var verifier = BundleVerifier(threads: 1)
    // A device must still accept a published release.
    #expect(try verifier.verify(source).verdict == .verified)
    verifier.isForPublishing = true
    let report = try verifier.verify(source)
    let isRefused = isWgt || manifest.isOfBuild
    #expect(report.findings.map(\.code) == (isRefused ? ["wgtInvalid"] : []))
    #expect(report.verdict == (isRefused ? .mismatch : .verified))
    #expect(report.wgt == nil)
  }

  @Test("remedies for a resource package pack it with --wgt", arguments: ["a.wgt", "a.zip"])
  func remedies(name: String) throws {
    var draft = try BundleDraft(["manifest.json": Array(Self.manifest.utf8)])
    // HBuilderX packs without the list of digests.
    draft.text = { _ in nil }
    let zip = try draft.zip(in: TemporaryFolder.ofTest())
    let bytes = try zip.read(at: 0, count: Int(zip.size))
    let report = try BundleVerifier(threads: 1).verify(ZipBytes(bytes, path: name))
    let missing = try #require(report.findings.first { $0.code == "manifestMissing" })
    #expect(
      missing.remedy?.description
        == "only `eros` adds this file; pack the build of the app with `eros pack --wgt`")
    let truncated = try BundleVerifier(threads: 1).verify(
      ZipBytes(Array(bytes.dropLast(30)), path: name))
    #expect(truncated.verdict == .unsafe)
    let remedy = try #require(truncated.findings.first?.remedy).description
    // Only the name shows what a damaged zip is.
    #expect(remedy.contains(name == "a.wgt" ? "`eros pack --wgt`" : "`eros pack`"), "\(remedy)")
  }

  @Test("a valid manifest gives the identity, whatever the name of the zip")
  func valid() throws {
    let files = ["manifest.json": Array(Self.manifest.utf8)]
    let report = try BundleVerifier(threads: 1).verify(
      BundleDraft(files).zip(in: TemporaryFolder.ofTest()))
    #expect(report.wgt?.appID == "__UNI__1234567")
    #expect(report.wgt?.version == "1.0.1")
    #expect(report.wgt?.code == 101)
  }
}
