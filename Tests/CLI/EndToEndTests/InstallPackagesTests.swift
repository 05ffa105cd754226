import ErosTestSupport
import Foundation
import Testing

/// `scripts/install-packages` with programs that replace apt and record its arguments.
@Suite("scripts/install-packages", .temporaryFolder, .needs("dpkg-query"))
struct InstallPackagesTests {
  private func run(
    _ groups: [String] = [], apt: String, in folder: TemporaryFolder
  ) async throws -> ToolResult {
    let calls = folder.path("calls")
    let programs = [
      "dpkg-query": "exit 0", "sudo": "exec \"$@\"", "sleep": "echo sleep \"$@\" >>'\(calls)'",
      "apt-get": "echo apt-get \"$@\" >>'\(calls)'; \(apt)",
    ]
    for (name, script) in programs {
      try folder.write("#!/bin/sh\n\(script)\n", to: "stubs/" + name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path("stubs/" + name))
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try await runTool(
      Tool.packageRoot.appending(path: "scripts/install-packages").path(percentEncoded: false),
      groups, in: folder.path("."), environment: ["PATH": folder.path("stubs") + ":" + path])
  }

  @Test("waits for the locks of another apt")
  func waits() async throws {
    let folder = try TemporaryFolder.ofTest()
    let busy = """
      case "$*" in *update) [ -e once ] || { touch once; echo 'E: Could not get lock /var/lib' >&2; exit 100; } ;; esac
      """
    let result = try await run(apt: busy, in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(result.standardError.hasSuffix("Waiting for another apt\n"), "\(result)")
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self).split(separator: "\n")
    #expect(calls.count == 4, "\(calls)")
    #expect(calls.first == "apt-get -q -o DPkg::Lock::Timeout=600 update")
    #expect(calls.last?.hasPrefix("apt-get -q -o DPkg::Lock::Timeout=600 install -y ") == true)
  }

  @Test(
    "installs the library of the server, except for the demo",
    arguments: [([], true), (["demo"], false), (["demo", "mobile"], true)])
  func libraries(groups: [String], hasSQLite: Bool) async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await run(groups, apt: "exit 0", in: folder)
    #expect(result.status == 0, "\(result)")
    let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
    #expect(calls.contains(" libzip-dev "))
    #expect(calls.contains(" libsqlite3-dev") == hasSQLite, "\(calls)")
  }

  @Test("shows another error of apt, and does not repeat it")
  func failure() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await run(apt: "echo 'E: no network' >&2; exit 100", in: folder)
    #expect(result.status == 1)
    #expect(result.standardError.contains("E: no network\nerror: 'apt-get update' failed\n"))
    #expect(try folder.read("calls").split(separator: UInt8(ascii: "\n")).count == 1)
  }
}
