import ErosTestSupport
import Foundation
import Testing

/// Executes `docs/embedding-c.md` and `docs/embedding-android.md`: hosts that fetch over TLS.
@Suite(
  "The pages about embedding", .phase(.ownServer), .temporaryFolder, .needs("python3"),
  .needs("curl"), .needs("openssl"))
struct EmbeddingPageTests {
  private static let root = Tool.packageRoot

  private static func path(_ name: String) -> String {
    root.appending(path: name).path(percentEncoded: false)
  }

  /// The folder of the programs.
  private static let tools = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
    .path(percentEncoded: false)

  @Test("the host in C fetches over TLS, as shown", .needs("pkg-config"), .needs("objdump"))
  func hostInC() async throws {
    let folder = try TemporaryFolder.ofTest()
    let root = folder.path("root")
    try await installLibrary(below: root, folder)
    let libraries = root + "/usr/lib"
    try await runSession(
      "embedding-c.md", in: folder, copying: [],
      environment: [
        // The settings of the system have these folders after an installation.
        "PKG_CONFIG_PATH": libraries + "/pkgconfig", "PKG_CONFIG_SYSROOT_DIR": root,
        "LD_LIBRARY_PATH": libraries,
      ])
    let host = try await runTool("objdump", ["-p", folder.path("session/host")])
    #expect(host.standardOutput.contains("NEEDED               liberosdevice.so.1\n"), "\(host)")
  }

  @Test(
    "the app for Android updates itself on a JDK over TLS, as shown", .needs("javac"),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/java/xz.jar")))
  func appForAndroid() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("session/packages")
    let page = try String(contentsOfFile: Self.path("docs/embedding-android.md"), encoding: .utf8)
    let jar = try #require(page.firstMatch(of: #/packages/eros-device-[0-9.]+\.jar/#)).output
    let build = try await runTool(
      "sh",
      [
        "-ec",
        """
        find "$0/src" -name '*.java' >sources
        javac --release 8 -Xlint:-options -encoding UTF-8 -proc:none -cp /usr/share/java/xz.jar \\
          -sourcepath "$0/os" -implicit:none -d classes @sources
        jar --create --file "$1" -C classes .
        """, Self.path("bindings/android"), folder.path("session/" + jar),
      ], in: folder.path("."), seconds: 120)
    try #require(build.status == 0, "\(build)")
    try await runSession("embedding-android.md", in: folder, copying: ["bindings/android/os"])
  }

  /// Runs the commands of a page in the folder `session`, which gets copies of items.
  private func runSession(
    _ name: String, in folder: TemporaryFolder, copying items: [String],
    environment: [String: String] = [:]
  ) async throws {
    for item in ["Examples", "eros.native.json"] + items {
      let copy = URL(filePath: folder.path("session")).appending(path: item)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Self.root.appending(path: item), to: copy)
    }
    let port = try await freePort()
    let page = try String(contentsOfFile: Self.path("docs/" + name), encoding: .utf8)
    try folder.write(page.replacing(":8443", with: ":\(port)"), to: name)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try await runTool(
      Self.path("scripts/manual/session"), [name, "--folder", folder.path("session")],
      in: folder.path("."),
      environment: [
        "PATH": Self.tools + ":" + path, "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
        "no_proxy": "localhost",
      ].merging(environment) { _, new in new }, seconds: 180)
    #expect(result.status == 0, "\(result)")
    // The page ends the server, unless a command has failed.
    if let text = try? folder.read("session/server.pid"),
      let process = Int32(String(decoding: text, as: UTF8.self).filter(\.isNumber))
    {
      kill(process, SIGKILL)
    }
  }

  @Test("an installation has all files, and names its final paths", .needs("pkg-config"))
  func installation() async throws {
    let folder = try TemporaryFolder.ofTest()
    let root = folder.path("root")
    try await installLibrary(below: root, folder)
    let files = try folder.readTree("root").files
    #expect(
      files.keys.sorted() == [
        "usr/include/eros_device.h", "usr/lib/liberosdevice.so", "usr/lib/liberosdevice.so.1",
        "usr/lib/pkgconfig/erosdevice.pc",
      ])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: root + "/usr/lib/liberosdevice.so")
        == "liberosdevice.so.1")
    let flags = try await runTool(
      "pkg-config", ["--cflags", "--libs", "erosdevice"],
      environment: ["PKG_CONFIG_LIBDIR": root + "/usr/lib/pkgconfig"])
    #expect(!flags.description.contains(root), "\(flags)")
    #expect(flags.standardOutput.contains("-lerosdevice"), "\(flags)")
    let pages = String(decoding: files["usr/lib/pkgconfig/erosdevice.pc"] ?? [], as: UTF8.self)
    #expect(pages.contains("libdir=/usr/lib\n"), "\(pages)")

    let relative = try await install(["--root", root, "--prefix", "usr"], folder)
    #expect(relative.status == 1)
    #expect(relative.standardError.contains("must be absolute paths"), "\(relative)")
    let empty = try await runTool(
      Self.path("scripts/device/install"), ["--root", root, "--from", folder.path("none")])
    #expect(empty.status == 1)
    #expect(empty.standardError.contains("/none/lib/liberosdevice.so.1' not found"), "\(empty)")
  }

  /// Installs the library of the tests, linked as `scripts/device/library` does.
  private func installLibrary(below root: String, _ folder: TemporaryFolder) async throws {
    let output = try folder.makeFolder("device")
    try folder.makeFolder("device/lib")
    let library = output + "/lib/liberosdevice.so"
    let link = try await runTool(
      "swiftc",
      [
        "-emit-library", "-o", library + ".1", "-use-ld=lld", "-Xlinker",
        "-soname=liberosdevice.so.1", "-Xlinker",
        "--version-script=" + Self.path("Sources/Device/CErosDevice/exports.map"),
        "@" + Tool.builtWithTests("erosdevice.product/Objects.LinkFileList"),
      ], seconds: 120)
    try #require(link.status == 0, "\(link)")
    try FileManager.default.createSymbolicLink(
      atPath: library, withDestinationPath: "liberosdevice.so.1")
    let installed = try await install(["--root", root, "--prefix", "/usr"], folder)
    try #require(installed.status == 0, "\(installed)")
  }

  private func install(_ options: [String], _ folder: TemporaryFolder) async throws -> ToolResult {
    try await runTool(
      Self.path("scripts/device/install"), ["--from", folder.path("device")] + options)
  }

  private func freePort() async throws -> Int {
    let result = try await runTool(
      "python3",
      [
        "-c",
        "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
      ])
    return try #require(Int(result.standardOutput.filter(\.isNumber)))
  }
}
