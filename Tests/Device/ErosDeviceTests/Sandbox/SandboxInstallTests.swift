import ErosBundle
import ErosCore
import ErosCrypto
import ErosDevice
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@Suite("Installing into a sandbox", .temporaryFolder)
struct SandboxInstallTests {
  @Test("the first run creates the layout and records the release")
  func firstRun() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    let launch = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    let hash = try #require(bundle.manifest.treeHash)
    #expect(launch.release == hash)
    #expect(launch.reason == .firstRun)
    #expect(launch.path == folder.path("sandbox/releases/\(hash)/bundle"))
    try expectIntact(holding: bundle, in: folder)
    for (name, bytes) in appFiles where name.hasPrefix("assets/") {
      #expect(try folder.read("sandbox/bundle/" + name) == bytes)
    }
  }

  @Test("the state contains the release and the digest of its other members")
  func state() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    let text = try folder.read("sandbox/state.a.json")
    let root = try #require(try JSONReader.read(text, file: "state").value.object)
    let body = try #require(root["body"])
    let hash = try #require(bundle.manifest.treeHash).description
    #expect(root["sequence"]?.integer == 1)
    #expect(body.object?["active"]?.string == hash)
    let confirmed = body.object?["confirmed"]?.array?.map { $0.value.object?["release"]?.string }
    #expect(confirmed == [hash])
    var rest = root
    rest["sha256"] = nil
    let digest = try SHA256Digest.of(JSONWriter.write(.object(rest)).span)
    #expect(root["sha256"]?.string == digest.description)
  }

  @Test("installing the same bundle again changes nothing")
  func again() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    let launch = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    #expect(launch.reason == .confirmed)
    try expectIntact(holding: bundle, in: folder)
  }

  @Test("a bundle.config beside the zip is compared with the manifest and stored")
  func config() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    let other = bundle.manifestBytes.map { $0 == UInt8(ascii: "7") ? UInt8(ascii: "8") : $0 }
    #expect(throws: SandboxError.self) {
      try Sandbox.ofTest(folder).install(ReadableFile(zip), config: (other, "bundle.config"))
    }
    _ = try Sandbox.ofTest(folder).install(
      ReadableFile(zip), config: (bundle.manifestBytes, "bundle.config"))
    try expectIntact(holding: bundle, in: folder)
  }

  @Test("an invalid bundle leaves no files")
  func unverified() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, _) = try packApp(in: folder)
    var bytes = try folder.read("bundle.zip")
    bytes[bytes.count / 3] ^= 1
    try folder.write(bytes, to: "bundle.zip")
    let error = #expect(throws: SandboxError.self) {
      try Sandbox.ofTest(folder).install(ReadableFile(zip))
    }
    #expect(error?.exitStatus == .badData)
    #expect(try folder.names(in: "sandbox") == ["lock"])
  }

  @Test("a file that is not a zip leaves no files", arguments: ["", "<html>Not found</html>"])
  func notZip(text: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(text, to: "bundle.zip")
    #expect(throws: SandboxError.self) {
      try Sandbox.ofTest(folder).install(ReadableFile(folder.path("bundle.zip")))
    }
    #expect(try folder.names(in: "sandbox") == ["lock"])
  }
}

@Suite("Repairing a sandbox", .temporaryFolder)
struct SandboxRepairTests {
  /// A kind of damage to an installed release.
  enum Damage: String, CaseIterable {
    case flippedByte, missingFile, additionalFile, missingZip, fileBecameLink
  }

  @Test("a damaged release is unpacked again", arguments: Damage.allCases)
  func release(damage: Damage) throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    let path = try Sandbox.ofTest(folder).install(ReadableFile(zip)).path
    let page = path + "/pages/home/index.js"
    switch damage {
    case .flippedByte: try Data("Render();\n".utf8).write(to: URL(filePath: page))
    case .missingFile: try FileManager.default.removeItem(atPath: page)
    case .additionalFile: try Data([1]).write(to: URL(filePath: path + "/extra.js"))
    case .missingZip: try FileManager.default.removeItem(atPath: path + "/../bundle.zip")
    case .fileBecameLink:
      try FileManager.default.removeItem(atPath: page)
      try FileManager.default.createSymbolicLink(atPath: page, withDestinationPath: "/etc/passwd")
    }
    let launch = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    #expect(launch.reason == .recovered)
    try expectIntact(holding: bundle, in: folder)
    #expect(try Sandbox.ofTest(folder).install(ReadableFile(zip)).reason == .confirmed)
  }

  @Test("a state file with a changed byte is ignored")
  func stateBytes() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    let valid = try folder.read("sandbox/state.a.json")
    // Every seventh byte only, because each start verifies the complete release.
    for index in stride(from: 0, to: valid.count - 1, by: 7) {
      var damaged = valid
      damaged[index] ^= 0x11
      try folder.write(damaged, to: "sandbox/state.a.json")
      let launch = try Sandbox.ofTest(folder).install(ReadableFile(zip))
      #expect(launch.reason == .firstRun, "byte \(index)")
      #expect(try folder.read("sandbox/state.a.json") == valid, "byte \(index)")
    }
    for length in [0, 1, valid.count / 2] {
      try folder.write(Array(valid.prefix(length)), to: "sandbox/state.a.json")
      _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
      try expectIntact(holding: bundle, in: folder, "\(length) bytes")
    }
  }

  @Test("the files of a killed install are deleted")
  func debris() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    try folder.write("", to: "sandbox/lock")
    try folder.write("half", to: "sandbox/staging/1/bundle/pages/half.js")
    try folder.write("half", to: "sandbox/.state.a.json.eros-staged")
    _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    try expectIntact(holding: bundle, in: folder)
  }

  @Test("an intact release without a state is adopted")
  func orphan() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    try FileManager.default.removeItem(atPath: folder.path("sandbox/state.a.json"))
    #expect(try Sandbox.ofTest(folder).install(ReadableFile(zip)).reason == .firstRun)
    try expectIntact(holding: bundle, in: folder)
  }
}

@Suite("Unexpected files in a sandbox", .temporaryFolder)
struct SandboxPathTests {
  @Test("links instead of folders are not followed", arguments: ["staging", "releases"])
  func links(name: String) throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    try folder.write("keep", to: "elsewhere/keep.txt")
    try folder.makeFolder("sandbox")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("sandbox/" + name), withDestinationPath: folder.path("elsewhere"))
    #expect(throws: SandboxError.self) { try Sandbox.ofTest(folder).install(ReadableFile(zip)) }
    // The same for a folder that is replaced by a link later.
    try FileManager.default.removeItem(atPath: folder.path("sandbox/" + name))
    _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
    try? FileManager.default.removeItem(atPath: folder.path("sandbox/" + name))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("sandbox/" + name), withDestinationPath: folder.path("elsewhere"))
    if name == "staging" {
      _ = try Sandbox.ofTest(folder).install(ReadableFile(zip))
      try expectIntact(holding: bundle, in: folder)
    } else {
      #expect(throws: SandboxError.self) { try Sandbox.ofTest(folder).install(ReadableFile(zip)) }
    }
    #expect(try folder.names(in: "elsewhere") == ["keep.txt"])
  }

  @Test("a file instead of the sandbox folder is refused")
  func file() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, _) = try packApp(in: folder)
    try folder.write("mine", to: "sandbox")
    let error = #expect(throws: FileError.self) {
      try Sandbox.ofTest(folder).install(ReadableFile(zip))
    }
    #expect(error?.exitStatus == .cannotCreate)
    #expect(try folder.read("sandbox") == Array("mine".utf8))
  }

  @Test("a sandbox that another process has locked is busy after the timeout")
  func busy() throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, _) = try packApp(in: folder)
    try folder.makeFolder("sandbox")
    let other = try #require(
      try Folder(folder.path("sandbox")).lock(timeout: .zero))
    let error = #expect(throws: SandboxError.self) {
      try Sandbox.ofTest(folder, lockTimeout: .milliseconds(50)).install(ReadableFile(zip))
    }
    #expect(error?.exitStatus == .busy)
    withExtendedLifetime(other) {}
  }

  @Test("concurrent installs leave one intact release")
  func concurrent() async throws {
    let folder = try TemporaryFolder.ofTest()
    let (zip, bundle) = try packApp(in: folder)
    let path = folder.path("sandbox")
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await runTool(
            Tool.built("eros"), ["install", "--bundle", zip, "--sandbox", path]
          ).status
        }
      }
      for try await status in group { #expect(status == 0) }
    }
    try expectIntact(holding: bundle, in: folder)
  }
}
