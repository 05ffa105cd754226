import ErosTestSupport
import Foundation
import Testing

/// The signature of a release, verified by the commands of the install pages.
@Suite("scripts/package --sign", .temporaryFolder, .needs("openssl", "sha256sum"))
struct SignedReleaseTests {
  private static let archive = "eros-0.1.0-linux-amd64.tar.gz"
  private static let script = Tool.packageRoot.appending(path: "scripts/release/sign")
    .path(percentEncoded: false)

  /// Returns the commands of a page that verify a download.
  private func commands(_ page: String) throws -> String {
    let text = try String(
      contentsOf: Tool.packageRoot.appending(path: page), encoding: .utf8)
    let lines = text.split(separator: "\n").filter {
      $0.hasPrefix("    openssl pkeyutl -verify") || $0.hasPrefix("    sha256sum -c")
    }
    try #require(lines.count == 2, "\(page): \(lines)")
    return lines.joined(separator: " && ")
  }

  /// Writes stand-ins for packages, and signs them; `keys` has the key of the releases.
  private func sign() async throws -> (folder: TemporaryFolder, result: ToolResult) {
    let folder = try TemporaryFolder.ofTest()
    let made = try await eros("keys", "new", "eros-release", "--output", "keys", in: folder)
    try #require(made.status == 0, "\(made)")
    for name in [
      Self.archive, "eros_0.1.0+deb12u1_amd64.deb", "eros-rehearse_0.1.0+deb12u1_amd64.deb",
    ] {
      try folder.write(name, to: "out/" + name)
    }
    let result = try await runTool(
      Self.script,
      [
        folder.path("keys/eros-release.key"), folder.path("out"), "--public",
        folder.path("keys/eros-release.pub"),
      ])
    try #require(result.status == 0, "\(result)")
    try folder.write(folder.read("keys/eros-release.pub"), to: "got/eros-release.pub")
    for name in [Self.archive, "SHA256SUMS", "SHA256SUMS.sig"] {
      try folder.write(folder.read("out/" + name), to: "got/" + name)
    }
    return (folder, result)
  }

  @Test(
    "the commands of the install pages accept a download, and refuse a changed one",
    arguments: ["docs/install.md", "docs/install.zh-CN.md"])
  func verified(page: String) async throws {
    let (folder, _) = try await sign()
    let commands = try commands(page)
    func verify() async throws -> ToolResult {
      try await runTool("sh", ["-c", commands], in: folder.path("got"))
    }
    let accepted = try await verify()
    #expect(accepted.status == 0, "\(accepted)")
    #expect(accepted.standardOutput.contains("Signature Verified Successfully"), "\(accepted)")
    #expect(accepted.standardOutput.contains("\(Self.archive): OK"), "\(accepted)")

    let files = [Self.archive, "SHA256SUMS", "SHA256SUMS.sig"]
    for name in files {
      let original = try folder.read("got/" + name)
      var changed = original
      changed[0] ^= 1
      try folder.write(changed, to: "got/" + name)
      #expect(try await verify().status != 0, "\(name) was changed")
      try folder.write(original, to: "got/" + name)
    }
    // A list of somebody else, with the right digest of a changed package.
    try folder.write("changed", to: "got/" + Self.archive)
    let list = try await runTool(
      "sh", ["-c", "sha256sum \(Self.archive) >SHA256SUMS"], in: folder.path("got"))
    #expect(list.status == 0)
    #expect(try await verify().status != 0)
  }

  @Test("the notes have the whole step for GitHub Actions, with the SHA-256 of the packages")
  func notes() async throws {
    let (folder, _) = try await sign()
    let notes = String(decoding: try folder.read("out/NOTES.md"), as: UTF8.self)
    func digest(_ name: String) async throws -> String {
      let sum = try await runTool("sha256sum", [name], in: folder.path("out"))
      return String(sum.standardOutput.prefix(64))
    }
    let version = try await eros("--version", in: folder).standardOutput.trimmingCharacters(
      in: .newlines)
    try #require(version == "0.1.0")
    let archive = try await digest(Self.archive)
    #expect(
      notes.contains(
        #/- uses: OWNER\/eros@[0-9a-f]{40} # 0\.1\.0\n  with:\n    version: 0\.1\.0\n/#))
    #expect(notes.contains("    version: 0.1.0\n    sha256: \(archive)\n```"), "\(notes)")
    let (package, rehearse) = (
      try await digest("eros_0.1.0+deb12u1_amd64.deb"),
      try await digest("eros-rehearse_0.1.0+deb12u1_amd64.deb")
    )
    #expect(
      notes.contains(
        "    format: deb\n    sha256: \(package)\n    rehearse: 'true'\n    rehearse-sha256: \(rehearse)\n"
      ),
      "\(notes)")
  }

  @Test("another key than that of the earlier releases is refused, and nothing is written")
  func otherKey() async throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["one", "two"] {
      _ = try await eros("keys", "new", name, "--output", "keys", in: folder)
    }
    try folder.write("package", to: "out/" + Self.archive)
    let result = try await runTool(
      Self.script,
      [folder.path("keys/one.key"), folder.path("out"), "--public", folder.path("keys/two.pub")])
    #expect(result.status == 1, "\(result)")
    #expect(result.standardError.contains("is not the private key of"), "\(result)")
    #expect(try folder.names(in: "out") == [Self.archive])
  }
}
