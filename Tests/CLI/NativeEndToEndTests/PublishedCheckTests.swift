import ErosTestSupport
import Foundation
import Testing

@Suite("eros check --store", .phase(.servers), .temporaryFolder)
struct PublishedCheckTests {
  private static let modules = """
    "modules": [
      { "name": "acmeScan", "ios": "AcmeScan",
        "android": "com.acme.Scan", "methods": [ { "name": "scan" } ] }
    ],
    """

  /// Writes an app, with `fields` in its configuration, that is published in a new store.
  private func publishApp(_ fields: String = "") async throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try writeApp(fields, in: folder)
    let created = try await eros(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "demo/production",
      in: folder)
    try #require(created.status == 0, "\(created)")
    let packed = try await eros("pack", "--output", "out", in: folder)
    try #require(packed.status == 0, "\(packed)")
    let published = try await eros(
      "publish", "out/bundle.zip", "--store", "store", "--channel", "demo/production", "--keys",
      "keys", in: folder)
    try #require(published.status == 0, "\(published)")
    return folder
  }

  private func writeApp(
    _ fields: String, version: String = "1.0.0", in folder: TemporaryFolder
  ) throws {
    let start = TemporaryFolder.config.replacing(
      "{\n  \"appName\"", with: "{ \(fields)\n  \"appName\"")
    try folder.writeApp(config: start.replacing("\"1.0.0\"", with: "\"\(version)\""))
  }

  private func check(_ folder: TemporaryFolder, root: String = "keys/root.json") async throws
    -> ToolResult
  {
    try await eros(
      "check", "--store", "store", "--channel", "demo/production", "--root", root, in: folder)
  }

  @Test("an unchanged project passes, and so does one with other pages")
  func pages() async throws {
    let folder = try await publishApp()
    #expect(try await check(folder).status == 0)
    try folder.write("// changed\n", to: "dist/pages/home/index.js")
    let changed = try await check(folder)
    #expect(changed.status == 0, "\(changed)")
    #expect(changed.standardOutput.contains("against release 1 of demo/production"))
    #expect(!changed.standardError.contains("--against"), "\(changed)")
  }

  @Test("content that differs from the newest release needs a newer build time")
  func sameTime() async throws {
    let folder = try await publishApp()
    try folder.write("// changed\n", to: "dist/pages/home/index.js")
    let packed = try await eros("pack", in: folder)
    try #require(packed.status == 0, "\(packed)")
    let equal = try await check(folder)
    #expect(equal.status == 1)
    #expect(equal.standardOutput.contains("[timestampNotNewer]"), "\(equal)")
  }

  @Test("a version below that of the newest release is an error")
  func lowered() async throws {
    let folder = try await publishApp()
    try writeApp("", version: "0.9.0", in: folder)
    let lowered = try await check(folder)
    #expect(lowered.status == 1)
    #expect(lowered.standardOutput.contains("[versionLowered]"), "\(lowered)")
  }

  @Test("a change of the native side needs a new version of the app")
  func nativeSide() async throws {
    let folder = try await publishApp(Self.modules)
    try writeApp(Self.modules.replacing("\"scan\"", with: "\"read\""), in: folder)
    let changed = try await check(folder)
    #expect(changed.status == 1)
    #expect(changed.standardOutput.contains("[storeBuildNeeded]"))
    try writeApp(
      Self.modules.replacing("\"scan\"", with: "\"read\""), version: "2.0.0", in: folder)
    let raised = try await check(folder)
    #expect(raised.status == 0, "\(raised)")
  }

  @Test("a version that is raised although nothing has changed is a warning")
  func raisedForNothing() async throws {
    let folder = try await publishApp(Self.modules)
    try writeApp(Self.modules, version: "1.1.0", in: folder)
    let raised = try await check(folder)
    #expect(raised.status == 0)
    #expect(raised.standardOutput.contains("[versionRaisedForNothing]"))
  }

  @Test("a bundle that is older than the newest release is refused")
  func older() async throws {
    let folder = try await publishApp()
    try folder.write("// changed\n", to: "dist/pages/home/index.js")
    let packed = try await eros(
      "pack", in: folder, environment: ["SOURCE_DATE_EPOCH": "1600000000"])
    try #require(packed.status == 0, "\(packed)")
    let older = try await check(folder)
    #expect(older.status == 1)
    #expect(older.standardOutput.contains("[timestampNotNewer]"))
  }

  @Test("the configured store is trusted by its configured root")
  func configuredRoot() async throws {
    let folder = try await publishApp(
      #""release": { "store": "store", "root": "keys/root.json" },"#)
    let checked = try await eros(
      "check", "--store", "./store", "--channel", "demo/production", in: folder)
    #expect(checked.status == 0, "\(checked)")
    #expect(!checked.standardError.contains("first root metadata"), "\(checked)")
  }

  @Test("a store that is out of reach, or of another root, is an error")
  func unreachable() async throws {
    let folder = try await publishApp()
    let far = try await eros(
      "check", "--store", "http://127.0.0.1:9", "--channel", "demo/production", "--root",
      "keys/root.json", in: folder)
    #expect(far.status == 69)
    let other = try await eros(
      "store", "init", "--store", "other", "--new-keys", "other-keys", in: folder)
    try #require(other.status == 0, "\(other)")
    #expect(try await check(folder, root: "other-keys/root.json").status == 65)
  }

  @Test("a route map and its pages are published and updated by deltas")
  func routes() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"[{"filename": "rexxar/demo", "uri": "^app://example/demo$"}]"#, to: "map.json")
    let created = try await eros(
      "store", "init", "--store", "store", "--new-keys", "keys", "--channel", "site/production",
      in: folder)
    try #require(created.status == 0, "\(created)")
    for (number, time) in [(1, "1700000001"), (2, "1700000002")] {
      try folder.write("<p>page \(number)</p>", to: "site/rexxar/demo.html")
      let built = try await eros(
        "routes", "build", "site", "--map", "map.json", "--base-url", "https://example.com/s",
        "--output", "out\(number)", in: folder)
      try #require(built.status == 0, "\(built)")
      let published = try await eros(
        "publish", "--routes", "out\(number)", "--store", "store", "--channel",
        "site/production", "--keys", "keys", "--json", in: folder,
        environment: ["SOURCE_DATE_EPOCH": time])
      #expect(published.status == 0, "\(published)")
      let release = try #require(try published.json()["release"] as? [String: Any])
      #expect(release["number"] as? Int == number)
      #expect(release["deltas"] as? Int == number - 1)
    }
    let path = try #require(
      try folder.names(in: "store/targets/site/production/2").first { $0.hasSuffix(".bundle.zip") })
    let inspected = try await eros(
      "inspect", "store/targets/site/production/2/\(path)", "--json", in: folder)
    #expect(inspected.standardOutput.contains("\"routes.json\""))
    try folder.write("{}", to: "out2/routes.json")
    let broken = try await eros(
      "publish", "--routes", "out2", "--store", "store", "--channel", "site/production", "--keys",
      "keys", in: folder)
    #expect(broken.status == 65, "\(broken)")
  }
}
