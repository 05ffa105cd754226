import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@Suite("Resource packages of uni-apps", .temporaryFolder)
struct WgtPackTests {
  static let manifest =
    #"{"@platforms":["android"],"id":"__UNI__1234567","version":{"name":"1.0.1","code":"101"}}"#

  private static let files = [
    "manifest.json": manifest, "app-service.js": "service()", "app-config.js": "config()",
    "__uniappview.html": "<html></html>", "pages/index/index.js": "\"use weex:vue\";\nrun()",
    "pages/user/user.js": "run()", "static/logo.png": "png",
  ]

  private func write(
    _ files: [String: String] = files, to name: String, in folder: TemporaryFolder
  ) throws {
    for (path, text) in files { try folder.write(text, to: name + "/" + path) }
  }

  private func pack(_ source: String, to output: String, in folder: TemporaryFolder) throws {
    let source = try BundleSource(folder.path(source))
    let plan = try PackPlan(
      folders: [folder.path(output)], config: [], versionFile: folder.path(output + "/v.json"),
      packageName: source.wgtIdentity().appID + ".wgt")
    let settings = BundlePacker.Settings(
      appName: "mall", android: "1.0", iOS: nil, jsPath: nil, timestamp: testTimestamp,
      framework: .none)
    try plan.write(source, with: BundlePacker(settings, threads: 2))
  }

  @Test("packages of two folders with other times and orders have the same bytes")
  func deterministic() throws {
    let folder = try TemporaryFolder.ofTest()
    try write(to: "a/unpackage/dist/build/app-plus", in: folder)
    for (path, text) in Self.files.sorted(by: { $0.key > $1.key }) {
      try folder.write(text, to: "b/dist/build/app/" + path)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000), .posixPermissions: 0o600],
        ofItemAtPath: folder.path("b/dist/build/app/" + path))
    }
    try pack("a/unpackage/dist/build/app-plus", to: "first", in: folder)
    try pack("b/dist/build/app", to: "second", in: folder)
    let wgt = try folder.read("first/__UNI__1234567.wgt")
    #expect(try wgt == folder.read("second/__UNI__1234567.wgt"))
    #expect(try wgt == folder.read("first/bundle.zip"))
  }

  @Test("a package contains the files of the build unchanged, and is verified with its identity")
  func contents() throws {
    let folder = try TemporaryFolder.ofTest()
    try write(to: "app-plus", in: folder)
    try pack("app-plus", to: "out", in: folder)
    var verifier = BundleVerifier(threads: 1)
    verifier.isForPublishing = true
    let report = try verifier.verify(ReadableFile(folder.path("out/__UNI__1234567.wgt")))
    #expect(report.verdict == .verified)
    #expect(report.findings.isEmpty)
    #expect(report.wgt?.appID == "__UNI__1234567")
    #expect(report.wgt?.version == "1.0.1")
    let sizes = Self.files.mapValues { UInt64($0.utf8.count) }
    for file in report.bundleFiles { #expect(sizes[file.path.string] == file.digest.size) }
    #expect(report.bundleFiles.count == sizes.count)
  }

  static let otherFolders: [(String, [String: String], String)] = [
    ("an empty build", ["app-service.js": ""], "'manifest.json' not found at the top"),
    ("a build for the web", ["index.html": "", "static/a.js": ""], "a build for the web"),
    (
      "a build for a mini program", ["app.json": "{}", "app.js": "", "manifest.json": manifest],
      "a mini program"
    ),
    (
      "sources", ["pages.json": "{}", "manifest.json": #"{"appid":"__UNI__1"}"#],
      "the sources of the app"
    ),
    ("a manifest in a folder", ["www/manifest.json": manifest], "not found at the top"),
    ("a manifest in another case", ["Manifest.json": manifest], "not found at the top"),
    ("the manifest of a website", ["manifest.json": #"{"name":"x"}"#], "appid in 'id'"),
    (
      "an appid with a path", ["manifest.json": manifest.replacing("__UNI__", with: "../")],
      "the appid '../1234567'"
    ),
    (
      "a large manifest", ["manifest.json": String(repeating: " ", count: 2 << 20)], "manifest.json"
    ),
  ]

  @Test("other folders are refused with the reason", arguments: otherFolders)
  func refused(name: String, files: [String: String], reason: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try write(files, to: "dist", in: folder)
    let source = try BundleSource(folder.path("dist"))
    let error = #expect(throws: PackError.self) { try source.wgtIdentity() }
    #expect(error?.exitStatus == .badData)
    let problem = "\(error?.problem ?? "none")"
    #expect(problem.contains(reason), "\(name): \(problem)")
  }
}
