import ErosTestSupport
import Foundation
import Testing

/// The scripts that package static programs; `scripts/release/reach-test` installs and runs the packages.
@Suite("Packages of static programs", .temporaryFolder, .needs("dpkg-shlibdeps"), .needs("cc"))
struct PortablePackageTests {
  @Test(
    "a dynamic program is refused", arguments: ["sbom", "wheel", "artifact-bundle", "image"])
  func dynamicProgram(script: String) async throws {
    let result = try await run(script, Tool.built("eros"), to: "out")
    #expect(result.status == 1, "\(result)")
    #expect(
      result.standardError.hasSuffix(
        """
        /eros' is not linked statically
        hint: build it with `scripts/package`

        """), "\(result)")
  }

  @Test("a file of another kind is refused")
  func notAProgram() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("#!/bin/sh\n", to: "eros")
    let result = try await run("wheel", folder.path("eros"), to: "out")
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("/eros' is not a 64-bit ELF file for Linux\n"))
  }

  @Test("a program for a machine without a name in the packages is refused")
  func otherMachine() async throws {
    let folder = try TemporaryFolder.ofTest()
    // The header of an ELF file of 64 bits for RISC-V, without program headers.
    var header = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 57)
    header[18] = 243
    try folder.write(header, to: "eros")
    let result = try await run("wheel", folder.path("eros"), to: "out")
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("/eros' is for machine 243 of ELF\n"), "\(result)")
  }

  @Test("the time must be set")
  func noTime() async throws {
    let program = try await staticProgram()
    let result = try await run("wheel", program, to: "out", time: "")
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.hasPrefix("error: SOURCE_DATE_EPOCH is ''\n"), "\(result)")
  }

  @Test(
    "the same program gives the same bytes, in any time zone",
    arguments: ["sbom", "wheel", "artifact-bundle", "image"])
  func reproducible(script: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let program = try await staticProgram()
    for output in ["first", "second"] {
      let result = try await run(
        script, program, to: output, zone: output == "first" ? "UTC" : "Asia/Tokyo")
      try #require(result.status == 0, "\(result)")
    }
    let compared = try await runTool("diff", ["-r", folder.path("first"), folder.path("second")])
    #expect(compared.status == 0, "\(compared)")
  }

  /// Compiles a static program that prints a version.
  private func staticProgram() async throws -> String {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      "#include <stdio.h>\nint main(void) { return puts(\"1.2.3\") < 0; }\n", to: "eros.c")
    let compiled = try await runTool(
      "cc", ["-static", folder.path("eros.c"), "-o", folder.path("eros")])
    try #require(compiled.status == 0, "\(compiled)")
    return folder.path("eros")
  }

  /// Runs a script of `scripts/release` that writes its result to a folder.
  private func run(
    _ script: String, _ program: String, to output: String, time: String = "1764000000",
    zone: String = "UTC"
  ) async throws -> ToolResult {
    let folder = try TemporaryFolder.ofTest()
    try FileManager.default.createDirectory(
      atPath: folder.path(output), withIntermediateDirectories: true)
    try folder.write("a text", to: "license")
    try folder.write(
      #"[{"name": "zlib", "version": "1.3", "license": "Zlib", "package": "z", "dscSHA256": "0"}]"#,
      to: "libraries.json")
    let (license, out) = (folder.path("license"), folder.path(output))
    let options =
      switch script {
      case "sbom": ["--libraries", folder.path("libraries.json"), "--output", out + "/b.cdx.json"]
      case "wheel":
        ["--name", "a-name", "--summary", "text", "--sbom", license, "--license", license]
          + ["--output", out]
      case "artifact-bundle":
        ["--version", "1.2.3", "--license", license, "--output", out + "/a.artifactbundle.zip"]
      default:
        ["--health", program, "--certificates", license, "--license", license, "--sbom", license]
          + ["--output", out + "/image.tar"]
      }
    return try await runTool(
      Tool.packageRoot.appending(path: "scripts/release/" + script).path(percentEncoded: false),
      ["--program", program] + options, environment: ["SOURCE_DATE_EPOCH": time, "TZ": zone])
  }
}
