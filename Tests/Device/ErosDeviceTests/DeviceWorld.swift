import ErosBundle
import ErosCore
import ErosFiles
import ErosPack
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import Foundation
import Testing

/// Bundles of a small app and the C host of `Examples/device-c`, in the test's folder.
struct DeviceWorld {
  let folder: TemporaryFolder

  /// Packs the bundles `first.zip` and `second.zip`.
  init() throws {
    folder = try TemporaryFolder.ofTest()
    try pack("first.zip", page: "render(1);\n", second: 0)
    try pack("second.zip", page: "render(2);\n", second: 1)
  }

  /// Packs a bundle whose files differ only in one page, and writes `bundle.config` as `<zip>.config`.
  @discardableResult
  func pack(_ zip: String, page: String, second: Int64) throws -> TestBundle {
    let pages = [
      "config/index.js": Array("var config = 1;\n".utf8), "pages/home/index.js": Array(page.utf8),
      "assets/图标.txt": Array("icon".utf8), "assets/empty": [],
    ]
    let bundle = try TestBundle.pack(
      .init(pages, app: "demo", timestamp: TestStore.now + second * 1000), in: folder)
    try folder.write(bundle.zip, to: zip)
    try folder.write(bundle.manifest, to: zip + ".config")
    return bundle
  }

  /// Makes the content delta from `first.zip` to `second.zip`.
  func makeDelta(_ name: String) throws {
    let maker = UpdateMaker(.delta, level: .standard, verifier: BundleVerifier(threads: 2))
    let update = try Folder.withScratchFolder(beside: folder.path(name)) {
      try maker.make(
        from: ReadableFile(folder.path("first.zip")), to: ReadableFile(folder.path("second.zip")),
        scratch: $0)
    }
    try folder.write(update.bytes, to: name)
  }

  /// Unpacks a bundle as a client without this library does.
  func unpackOld(_ zip: String, into name: String) throws {
    try folder.makeFolder(name)
    try folder.makeFolder(name + "/bundle")
    let report = try BundleUnpacker(BundleVerifier(threads: 2)).unpack(
      ReadableFile(folder.path(zip)), into: Folder(folder.path(name + "/bundle")))
    try folder.write(try #require(report.manifestBytes), to: name + "/bundle.config")
  }

  // MARK: - The release store

  /// Creates the empty release store `store`, and writes its root metadata to `keys/root.json`.
  @discardableResult
  func makeEmptyStore() async throws -> TestStore {
    let store = try await TestStore(in: folder, app: "demo", now: Timestamp.now().milliseconds)
    try folder.write(store.pinnedRoot, to: "keys/root.json")
    return store
  }

  /// Creates the release store `store`, and publishes `second.zip`.
  @discardableResult
  func makeStore() async throws -> TestStore {
    let store = try await makeEmptyStore()
    let first = try ReadableFile(folder.path("first.zip"))
    try await store.publish(ReadableFile(folder.path("second.zip"))) {
      $0.options.embedded = [.init(first, native: "1.0.0")]
    }
    return store
  }

  // MARK: - The host in C

  private static let sources = Tool.packageRoot.appending(path: "Sources/Device/CErosDevice")
    .path(percentEncoded: false)

  /// Compiles C code against the header, with the flags `flags`.
  func compile(
    _ source: String, with compiler: String = "cc", _ flags: [String]
  ) async throws -> ToolResult {
    try await runTool(
      compiler,
      ["-Wall", "-Wextra", "-Werror", "-pedantic", "-I", Self.sources] + flags + [source],
      in: folder.path)
  }

  /// Compiles the host of `Examples/device-c` with AddressSanitizer.
  func makeHost(flags: [String] = ["-fsanitize=address", "-g"]) async throws {
    let sources = ["host.c", "http.c"].map {
      Tool.packageRoot.appending(path: "Examples/device-c/" + $0).path(percentEncoded: false)
    }
    let library = URL(filePath: Tool.builtWithTests("liberosdevice.so")).deletingLastPathComponent()
      .path(percentEncoded: false)
    let result = try await compile(
      sources[0],
      ["-std=c11", "-o", "host"] + flags + [sources[1], "-L", library, "-Wl,-rpath,\(library)"]
        // The library follows the source that needs it.
        + ["-Wl,--no-as-needed", "-lerosdevice"])
    #expect(result.status == 0, "\(result)")
  }

  /// Runs the host with the folder `releases`.
  func host(_ arguments: String...) async throws -> ToolResult { try await host(arguments, [:]) }

  /// Runs the host with the folder `releases` and more variables.
  func host(_ arguments: [String], _ variables: [String: String]) async throws -> ToolResult {
    try await runTool(
      folder.path("host"), ["releases"] + arguments, in: folder.path,
      environment: Self.environment.merging(variables) { $1 })
  }

  /// Runs the host in valgrind, which exits with 99 if it has a finding.
  func hostInValgrind(
    _ arguments: [String], _ variables: [String: String] = [:]
  ) async throws -> ToolResult {
    let suppressions = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "valgrind.supp").path(percentEncoded: false)
    return try await runTool(
      "valgrind",
      [
        "-q", "--suppressions=\(suppressions)", "--error-exitcode=99", "--leak-check=full",
        "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite", "./host", "releases",
      ] + arguments, in: folder.path, environment: Self.environment.merging(variables) { $1 },
      seconds: 120)
  }

  private static let environment = [
    "APP_VERSION": "2.1.0", "CHANNEL": "demo/production", "ROOT": "keys/root.json",
  ]

  /// Runs the host, which must succeed, and returns the lines of its output by their first word.
  func run(_ arguments: String...) async throws -> [String: String] {
    let result = try await runTool(
      folder.path("host"), ["releases"] + arguments, in: folder.path, environment: Self.environment)
    #expect(result.status == 0, "\(result)")
    #expect(!result.standardError.contains("Sanitizer"), "\(result)")
    let lines = result.standardOutput.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return (String(words[0]), words.count > 1 ? String(words[1]) : "")
    }
    return Dictionary(lines) { first, _ in first }
  }
}
