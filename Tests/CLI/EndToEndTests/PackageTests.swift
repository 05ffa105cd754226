import ErosTestSupport
import Foundation
import Testing

/// Inputs that `scripts/package` must refuse; `Tests/Slow/run package-test` tests the packages.
@Suite("scripts/package", .temporaryFolder, .needs("dpkg-shlibdeps"))
struct PackageTests {
  @Test("refuses a binary that is linked to the Swift runtime dynamically")
  func needsSwift() async throws {
    let result = try await package(Tool.builtWithTests("eros"))
    #expect(result.status == 1, "\(result)")
    #expect(
      result.standardError.contains(
        """
        /eros' is linked to the Swift runtime dynamically
        hint: build it with `--static-swift-stdlib`, or pass no program
        """))
  }

  @Test("refuses a file that is not executable")
  func notAProgram() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("text", to: "eros")
    let result = try await package(folder.path("eros"))
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.hasPrefix("error: '\(folder.path("eros"))' is not executable\n"))
  }

  @Test("refuses a program whose version is not valid")
  func noVersion() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await package(try #require(Tool.find("true")))
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("is not a valid package version"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == [])
  }

  @Test(
    "refuses options that contradict each other",
    arguments: [
      (["--kind", "rpm"], "unknown kind 'rpm'"),
      (["--kind", "debian", "--binary", "/bin/true"], "no program can be passed"),
      (["--debian", "trixie", "--binary", "/bin/true"], "no program can be passed"),
      (["--debian", "trixie", "--kind", "static"], "the same for all releases of Debian"),
      (["--debian", "trixie", "--kind", "maven"], "the library for Android is the same"),
      (["--kind", "maven", "--static", "/bin/true"], "no program can be passed"),
      (["--debian", "buzz"], "'buzz' is not a known release of Debian"),
    ])
  func options(arguments: [String], message: String) async throws {
    let output = try TemporaryFolder.ofTest().path("out")
    let result = try await runTool(Self.script, ["--output", output] + arguments)
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains(message), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(
    "the version of a Debian package ends with the release, and sorts before the final version",
    .enabled(if: debianRelease != nil), .needs("cc"), .needs("dh_installdeb"))
  func versionOfRelease() async throws {
    let folder = try TemporaryFolder.ofTest()
    let release = try #require(debianRelease)
    let result = try await package(try await standIn(version: "1.2.0-rc.1"))
    try #require(result.status == 0, "\(result)")
    let architecture = try await output("dpkg", ["--print-architecture"])
    // Release pages replace the character `~` in names of files.
    let name = "eros_1.2.0-rc.1+deb\(release)u1_\(architecture).deb"
    let symbols = "eros-symbols-1.2.0-rc.1+deb\(release)u1-linux-\(architecture).tar.gz"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
        == [symbols, name].sorted())
    let version = try await output("dpkg-deb", ["-f", folder.path("out/" + name), "Version"])
    #expect(version == "1.2.0~rc.1+deb\(release)u1")
    for later in ["1.2.0+deb\(release)u1", "1.2.0~rc.1+deb\((Int(release) ?? 0) + 1)u1"] {
      let order = try await runTool("dpkg", ["--compare-versions", version, "lt", later])
      #expect(order.status == 0, "\(version) \(later)")
    }
    let needs = try await output("dpkg-deb", ["-f", folder.path("out/" + name), "Depends"])
    #expect(needs.contains(/libcurl4(t64)? \(>= 7\.88\)/), "\(needs)")
  }

  @Test(
    "the library for apps has a package for each use, whose names have the version of the interface",
    .enabled(if: debianRelease != nil), .needs("cc"), .needs("dh_makeshlibs"), .needs("pkg-config"))
  func library() async throws {
    let folder = try TemporaryFolder.ofTest()
    let header = try String(
      contentsOf: Tool.packageRoot.appending(path: "Sources/Device/CErosDevice/eros_device.h"),
      encoding: .utf8)
    let abi = try #require(header.firstMatch(of: /#define EROS_DEVICE_ABI ([0-9]+)/)).1
    try await makeLibrary("liberosdevice.so.\(abi)", in: folder)
    let result = try await package(
      try await standIn(version: "1.2.0"), "--device", folder.path("device"))
    try #require(result.status == 0, "\(result)")
    let release = try #require(debianRelease)
    let architecture = try await output("dpkg", ["--print-architecture"])
    let triplet = try await output("dpkg-architecture", ["-qDEB_HOST_MULTIARCH"])
    try folder.makeFolder("control")
    func extract(_ name: String, needs: [String]) async throws {
      let file = folder.path("out/\(name)_1.2.0+deb\(release)u1_\(architecture).deb")
      let depends = try await output("dpkg-deb", ["-f", file, "Depends"])
      for need in needs { #expect(depends.contains(need), "\(name): \(depends)") }
      _ = try await output("dpkg-deb", ["-x", file, folder.path("root")])
      _ = try await output("dpkg-deb", ["-e", file, folder.path("control/" + name)])
    }
    let exact = "liberosdevice\(abi) (= 1.2.0+deb\(release)u1)"
    try await extract("liberosdevice\(abi)", needs: ["libc6"])
    let runtime = try folder.readTree("root").files.keys.filter { !$0.hasPrefix("usr/share/doc/") }
    #expect(runtime == ["usr/lib/\(triplet)/liberosdevice.so.\(abi)"])
    let shlibs = String(
      decoding: try folder.read("control/liberosdevice\(abi)/shlibs"), as: UTF8.self)
    #expect(shlibs.hasPrefix("liberosdevice \(abi) liberosdevice\(abi) (>= "), "\(shlibs)")
    try await extract("liberosdevice-dev", needs: [exact])
    let files = try folder.readTree("root").files.keys
    for file in [
      "include/eros_device.h", "lib/\(triplet)/pkgconfig/erosdevice.pc",
      "share/doc/liberosdevice-dev/examples/host.c",
    ] { #expect(files.contains("usr/" + file)) }

    // A program with the installed files.
    try folder.write(
      """
      #include <eros_device.h>
      int main(void) { return eros_device_abi() == EROS_DEVICE_ABI ? 0 : 1; }

      """, to: "host.c")
    let root = folder.path("root")
    let flags = try await runTool(
      "pkg-config", ["--cflags", "--libs", "erosdevice"],
      environment: [
        "PKG_CONFIG_LIBDIR": root + "/usr/lib/\(triplet)/pkgconfig", "PKG_CONFIG_SYSROOT_DIR": root,
      ])
    let words = flags.standardOutput.split(whereSeparator: \.isWhitespace).map(String.init)
    let compiled = try await runTool(
      "cc", [folder.path("host.c"), "-o", folder.path("host")] + words)
    try #require(compiled.status == 0, "\(flags)\n\(compiled)")
    let libraries = root + "/usr/lib/" + triplet
    let run = try await runTool(
      folder.path("host"), environment: ["LD_LIBRARY_PATH": libraries])
    #expect(run.status == 0, "\(run)")
  }

  @Test("--device needs the output of scripts/device/library")
  func incompleteLibrary() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await package(
      try #require(Tool.find("true")), "--device", try folder.makeFolder("device"))
    #expect(result.status == 1)
    #expect(result.standardError.contains("build it with `scripts/device/library`"))
  }

  /// Makes the files of `scripts/device/library` with a small library in C.
  private func makeLibrary(_ name: String, in folder: TemporaryFolder) async throws {
    try folder.write(
      """
      #include <stdint.h>
      #include <stdlib.h>
      uint32_t eros_device_abi(void) { return getenv("A") == getenv("A"); }

      """, to: "a.c")
    for path in ["lib", "symbols"] { try folder.makeFolder("device/" + path) }
    for part in ["lib", "symbols"] {
      let result = try await runTool(
        "cc",
        [
          "-shared", "-fPIC", "-Wl,--build-id", "-Wl,-soname," + name, folder.path("a.c"), "-o",
          folder.path("device/\(part)/\(name)"),
        ])
      try #require(result.status == 0, "\(result)")
    }
  }

  /// Compiles a program that has the options of `eros` that `scripts/package` calls.
  private func standIn(version: String) async throws -> String {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      #include <stdio.h>
      #include <string.h>
      #include <sys/stat.h>

      int main(int count, char **arguments) {
        if (count > 1 && !strcmp(arguments[1], "--version")) return puts("\(version)") < 0;
        if (count > 4 && !strcmp(arguments[2], "man")) {
          char path[4096];
          mkdir(arguments[4], 0755);
          snprintf(path, sizeof path, "%s/eros.1", arguments[4]);
          FILE *page = fopen(path, "w");
          return !page || fputs(".TH eros 1\\n", page) < 0 || fclose(page);
        }
        return puts("# completions") < 0;
      }

      """, to: "program.c")
    let compiled = try await runTool(
      "cc", ["-Wl,--build-id", folder.path("program.c"), "-o", folder.path("eros")])
    try #require(compiled.status == 0, "\(compiled)")
    return folder.path("eros")
  }

  private func output(_ program: String, _ arguments: [String]) async throws -> String {
    let result = try await runTool(program, arguments)
    try #require(result.status == 0, "\(result)")
    return result.standardOutput.trimmingCharacters(in: .newlines)
  }

  private static let script = Tool.packageRoot.appending(path: "scripts/package")
    .path(percentEncoded: false)

  private func package(_ binary: String, _ options: String...) async throws -> ToolResult {
    try await runTool(
      Self.script,
      ["--output", try TemporaryFolder.ofTest().path("out"), "--binary", binary] + options,
      // The tools of debhelper start a hundred processes.
      seconds: 240)
  }
}

/// The version of Debian on this machine, such as `12`.
let debianRelease: String? = {
  guard let text = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8),
    text.contains(/(?m)^ID=debian$/)
  else { return nil }
  return text.firstMatch(of: /(?m)^VERSION_ID="?([0-9]+)"?$/).map { String($0.1) }
}()
