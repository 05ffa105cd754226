import ErosTestSupport
import Foundation
import Testing

/// The scripts that package static programs; `Tests/Slow/run reach-test` installs and runs the packages.
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

  @Test("a program that needs shared libraries but names no loader is refused")
  func sharedLibraries() async throws {
    let program = try await compiledProgram(options: ["-shared", "-fPIC"])
    let result = try await run("wheel", program, to: "out")
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("/eros' is not linked statically\n"), "\(result)")
  }

  @Test("a position-independent static program is packaged")
  func positionIndependent() async throws {
    let program = try await compiledProgram(options: ["-static-pie", "-fPIE"])
    let result = try await run("wheel", program, to: "out")
    #expect(result.status == 0, "\(result)")
  }

  @Test("a truncated program is refused")
  func truncatedProgram() async throws {
    let folder = try TemporaryFolder.ofTest()
    let program = try await compiledProgram(options: ["-static"])
    let contents = try folder.read("eros")
    try folder.write([UInt8](contents.prefix(80)), to: "eros")
    let result = try await run("wheel", program, to: "out")
    #expect(result.status == 1, "\(result)")
    #expect(
      result.standardError.contains("/eros' is truncated or has invalid program headers\n"),
      "\(result)")
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
    #expect(result.standardError.contains("/eros' is built for ELF machine 243\n"), "\(result)")
  }

  @Test("an artifact bundle has a program for each machine", .needs("unzip"))
  func twoMachines() async throws {
    let folder = try TemporaryFolder.ofTest()
    let program = try await compiledProgram(options: ["-static"])
    // Nothing runs this program: only its header is for aarch64.
    var contents = try folder.read("eros")
    contents[18] = 183
    try folder.write(contents, to: "other/eros")
    try folder.write("a text", to: "license")
    let result = try await runTool(
      Tool.packageRoot.appending(path: "scripts/release/artifact-bundle")
        .path(percentEncoded: false),
      [
        "--program", program, "--program", folder.path("other/eros"), "--version", "1.2.3",
        "--license", folder.path("license"), "--output", folder.path("e.artifactbundle.zip"),
      ], environment: ["SOURCE_DATE_EPOCH": "1764000000"])
    try #require(result.status == 0, "\(result)")
    let info = try await runTool(
      "unzip", ["-p", folder.path("e.artifactbundle.zip"), "eros.artifactbundle/info.json"])
    #expect(info.standardOutput.contains("eros-linux-arm64/bin/eros"), "\(info)")
    #expect(info.standardOutput.contains("aarch64-unknown-linux-gnu"), "\(info)")
  }

  @Test("the time must be set")
  func noTime() async throws {
    let program = try await compiledProgram(options: ["-static"])
    let result = try await run("wheel", program, to: "out", time: "")
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.hasPrefix("error: SOURCE_DATE_EPOCH is ''\n"), "\(result)")
  }

  @Test(
    "the same program gives the same bytes, in any time zone",
    arguments: ["sbom", "wheel", "artifact-bundle", "image"])
  func reproducible(script: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let program = try await compiledProgram(options: ["-static"])
    for output in ["first", "second"] {
      let result = try await run(
        script, program, to: output, zone: output == "first" ? "UTC" : "Asia/Tokyo")
      try #require(result.status == 0, "\(result)")
    }
    let compared = try await runTool("diff", ["-r", folder.path("first"), folder.path("second")])
    #expect(compared.status == 0, "\(compared)")
  }

  // MARK: - Bills of materials

  private struct Bill: Decodable {
    struct Component: Decodable {
      let type: String
      let name: String
      let scope: String?
    }
    let components: [Component]
  }

  @Test("the bill requires the packages that are linked", arguments: ["eros", "eros-server"])
  func bill(name: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let program = try await compiledProgram(name, options: ["-static"])
    let result = try await run("sbom", program, to: "out")
    try #require(result.status == 0, "\(result)")
    let bill = try JSONDecoder().decode(Bill.self, from: Data(try folder.read("out/b.cdx.json")))
    let libraries = bill.components.filter { $0.type == "library" }
    let required = Set(libraries.filter { $0.scope == "required" }.map(\.name))
    let isServer = name == "eros-server"
    #expect(required.contains("hummingbird") == isServer)
    #expect(required.contains("sqlite3") == isServer)
    #expect(required.contains("zlib"))
    let packages = required.subtracting(["zlib", "sqlite3"])
    // Only the build of CI contains swift-crypto, for its tests; see decision 80.
    #expect(packages == (try linkedPackages(name).subtracting(["swift-crypto"])))
    #expect(!libraries.contains { $0.name == "swift-crypto" && $0.scope == "required" })
    #expect(libraries.contains { $0.name == "async-http-client" && $0.scope == "excluded" })
  }

  @Test("the bill of an unknown program is refused")
  func unknownProgram() async throws {
    let program = try await compiledProgram("other", options: ["-static"])
    let result = try await run("sbom", program, to: "out")
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("the components of 'other' are unknown"), "\(result)")
  }

  /// Returns the packages with source files whose objects the linker reads for a program of this
  /// build.
  ///
  /// Two packages can have a module of the same name, so the names of files are compared too.
  private func linkedPackages(_ program: String) throws -> Set<String> {
    let list = try String(
      contentsOfFile: Tool.builtWithTests("\(program).product/Objects.LinkFileList"),
      encoding: .utf8)
    // `MODULE.build/FILE.swift.o` and `MODULE.build/FOLDER/FILE.c.o`
    let objects = list.matches(of: /\/([^\/\n]+)\.build\/(?:[^\n]*\/)?([^\/\n]+)\.o\n/)
    let linked = Dictionary(grouping: objects, by: { $0.1 }).mapValues { Set($0.map(\.2)) }
    let checkouts = Tool.packageRoot.appending(path: ".build/checkouts")
      .path(percentEncoded: false)
    let files = FileManager.default
    return Set(
      try files.contentsOfDirectory(atPath: checkouts).filter { package in
        linked.contains { module, sources in
          let paths = try? files.subpathsOfDirectory(
            atPath: "\(checkouts)/\(package)/Sources/\(module)")
          return (paths ?? []).contains { sources.contains($0.split(separator: "/").last ?? "") }
        }
      })
  }

  // MARK: - Licenses

  @Test("the copyright file of the static programs has the texts of all licenses")
  func licenses() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("the license of zlib\n", to: "libraries/licenses/zlib.txt")
    let script = Tool.packageRoot.appending(path: "scripts/release/copyright")
      .path(percentEncoded: false)
    let result = try await runTool(script, ["--static", folder.path("libraries")])
    try #require(result.status == 0, "\(result)")
    let text = result.standardOutput
    #expect(text.contains("\nC library: zlib\n---------------\n\nthe license of zlib\n"))
    let texts = Tool.packageRoot.appending(path: "packaging/licenses")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: texts.path(percentEncoded: false))
    #expect(names.contains("LGPL-2.1.txt"))
    for name in names {
      #expect(
        text.contains(try String(contentsOf: texts.appending(path: name), encoding: .utf8)),
        "\(name)")
    }
    // The sections that the first part names.
    for section in ["GNU LGPL 2.1", "Apache License 2.0", "llhttp", "eros"] {
      let title = "\n\(section)\n\(String(repeating: "-", count: section.count))\n"
      #expect(text.contains(title), "\(section)")
    }
    let dynamic = try await runTool(script)
    #expect(dynamic.status == 0)
    #expect(text.hasPrefix(dynamic.standardOutput))
    #expect(!dynamic.standardOutput.contains("GNU LESSER GENERAL PUBLIC LICENSE"))
  }

  @Test("a folder without the licenses of libraries is refused")
  func noLicenses() async throws {
    let folder = try TemporaryFolder.ofTest()
    let script = Tool.packageRoot.appending(path: "scripts/release/copyright")
      .path(percentEncoded: false)
    let result = try await runTool(script, ["--static", folder.path("none")])
    #expect(result.status == 1, "\(result)")
    #expect(
      result.standardError.hasPrefix(
        "error: no licenses found in '\(folder.path("none"))/licenses'\n"), "\(result)")
  }

  // MARK: - Libraries and the health check

  @Test("the script of the static libraries does not replace a folder of others")
  func otherFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("mine", to: "out/file")
    let script = Tool.packageRoot.appending(path: "scripts/release/static-libraries")
      .path(percentEncoded: false)
    let result = try await runTool(script, ["--output", folder.path("out")])
    #expect(result.status == 1, "\(result)")
    #expect(
      result.standardError.contains(
        """
        /out' was not made by this script, which would replace it
        hint: remove it if it is not needed, or pass another folder with `--output`
        """), "\(result)")
    #expect(try folder.read("out/file") == Array("mine".utf8))
  }

  @Test("the health check fails if the server does not respond", .needs("python3"))
  func healthCheck() async throws {
    let folder = try TemporaryFolder.ofTest()
    let source = Tool.packageRoot.appending(path: "packaging/eros-server/health.c")
      .path(percentEncoded: false)
    let compiled = try await runTool(
      "cc", ["-Wall", "-Werror", source, "-o", folder.path("health")])
    try #require(compiled.status == 0, "\(compiled)")
    let usage = try await runTool(folder.path("health"))
    #expect(usage.status == 64, "\(usage)")
    // A server that accepts connections and sends nothing.
    let server = """
      import socket, subprocess, sys
      server = socket.create_server(("127.0.0.1", 0))
      sys.exit(subprocess.run([sys.argv[1], str(server.getsockname()[1])]).returncode)
      """
    let result = try await runTool("python3", ["-c", server, folder.path("health")], seconds: 4)
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError == "error: the server does not respond within 3 seconds\n")
  }

  /// Compiles a program that prints a version.
  private func compiledProgram(
    _ name: String = "eros", options: [String]
  ) async throws -> String {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      "#include <stdio.h>\nint main(void) { return puts(\"1.2.3\") < 0; }\n", to: "program.c")
    let compiled = try await runTool(
      "cc", options + [folder.path("program.c"), "-o", folder.path(name)])
    try #require(compiled.status == 0, "\(compiled)")
    return folder.path(name)
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
    let libraries = [("zlib", "Zlib"), ("sqlite3", "blessing")].map { name, license in
      #"{"name": "\#(name)", "version": "1.3", "license": "\#(license)", "package": "z", "dscSHA256": "0"}"#
    }
    try folder.write("[\(libraries.joined(separator: ","))]", to: "libraries.json")
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
