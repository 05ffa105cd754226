import ErosTestSupport
import Foundation
import Testing

/// The Swift listings of `docs/embedding*.md` and the package `Examples/device-swift`.
@Suite("The Swift listings for hosts", .temporaryFolder)
struct SwiftListingTests {
  private static let package = "Examples/device-swift"
  private static let sources = package + "/Sources/Host"

  private static func path(_ name: String) -> String {
    Tool.packageRoot.appending(path: name).path(percentEncoded: false)
  }

  private static func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The names of the files of the package.
  private static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(sources))
      .filter { $0.hasSuffix(".swift") }.sorted()
  }

  @Test("are files of the package, and the pages link to its other files")
  func listings() throws {
    let pages = try ["", "-ios", "-android", "-c"].map {
      try Self.read("docs/embedding\($0).md")
    }.joined()
    let listings = pages.matches(
      of: #/(?s)<!-- example: (\S+) -->\n```swift\n(.*?)```/#
    ).map { (file: String($0.output.1), text: String($0.output.2)) }
    #expect(listings.count == pages.matches(of: #/(?m)^```swift$/#).count)
    let links = pages.matches(of: #/\]\(\.\./(\S+\.swift)\)/#).map { String($0.output.1) }
    let files = try Self.files().map { Self.sources + "/" + $0 }
    #expect(
      Set(listings.map(\.file)).union(links) == Set(files),
      "a file is not on the pages, or a listing or link is not a file")
    #expect(listings.count > 2)
    for listing in listings {
      #expect(try Self.read(listing.file) == listing.text, "\(listing.file)")
    }
  }

  // MARK: - Compiling

  /// The folders with the module maps of C libraries, which the modules import.
  private static func moduleMaps() throws -> [String] {
    // The build folder is a symbolic link.
    let build = URL(filePath: Tool.builtWithTests("eros")).deletingLastPathComponent()
      .resolvingSymlinksInPath()
    let manager = FileManager.default
    func folders(_ path: URL) throws -> [URL] {
      try manager.contentsOfDirectory(at: path, includingPropertiesForKeys: nil)
    }
    let root = Tool.packageRoot
    let own = try folders(root.appending(path: "Sources")).flatMap { try folders($0) }
    let built = try folders(build).filter { $0.pathExtension == "build" }
    let dependencies = try folders(root.appending(path: ".build/checkouts")).flatMap {
      (try? folders($0.appending(path: "Sources"))) ?? []
    }.map { $0.appending(path: "include") }
    return (own + built + dependencies).filter {
      manager.fileExists(atPath: $0.appending(path: "module.modulemap").path(percentEncoded: false))
    }.map { $0.path(percentEncoded: false) }
  }

  /// Type-checks files as a package of their own does, with public declarations only.
  private func check(_ files: [String]) async throws -> ToolResult {
    let modules = URL(filePath: Tool.builtWithTests("eros")).deletingLastPathComponent()
      .appending(path: "Modules").path(percentEncoded: false)
    return try await runTool(
      "swiftc",
      [
        "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors",
        "-enable-upcoming-feature", "MemberImportVisibility", "-module-name", "Host",
        "-module-cache-path", Tool.moduleCache, "-I", modules,
      ] + Self.moduleMaps().flatMap { ["-I", $0] } + files, seconds: 120)
  }

  @Test("compile with the modules ErosDevice and ErosHTTP", .needs("swiftc"))
  func compiles() async throws {
    let result = try await check(Self.files().map { Self.path(Self.sources + "/" + $0) })
    #expect(result.status == 0, "\(result)")
  }

  @Test(
    "do not compile with declarations that a host does not need", .needs("swiftc"),
    arguments: [
      ("Sandbox(\"releases\", verifier: BundleVerifier(threads: 1))", "cannot find 'Sandbox'"),
      ("Device(\"releases\").sandbox", "'sandbox' is inaccessible"),
      ("try Device(\"releases\").confirmTrial()", "'confirmTrial' is inaccessible"),
    ])
  func differs(_ expression: String, _ message: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      "import ErosDevice\nfunc host() throws {\n  _ = \(expression)\n}\n", to: "Host.swift")
    let result = try await check([folder.path("Host.swift")])
    #expect(result.status != 0 && result.standardError.contains(message), "\(result)")
  }

  // MARK: - The package

  @Test("are in a package that depends on products of this one", .needs("swift"))
  func package() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await runTool(
      "swift",
      [
        "package", "--package-path", Self.path(Self.package), "--scratch-path",
        folder.path("build"), "dump-package",
      ], seconds: 120)
    let text = result.standardOutput
    let products = Set(
      try await PackageManifest.load(scratch: folder.path("own")).products.map(\.name))
    let needed = text.matches(of: #/"product" : \[\s*"(\w+)"/#).map { String($0.output.1) }
    #expect(needed.sorted() == ["ErosDevice", "ErosHTTP"])
    #expect(products.isSuperset(of: needed))
    let root = Tool.packageRoot.standardizedFileURL.path(percentEncoded: false)
    let path = try #require(text.firstMatch(of: #/"path" : "([^"]+)"/#)).output.1
    #expect(String(path) + "/" == root || String(path) == root, "\(path)")
  }
}
