import ErosCore
import ErosCrypto
import ErosFiles
import ErosTestSupport
import Foundation
import Synchronization
import Testing

@testable import ErosBundle
@testable import ErosDevice
@testable import ErosPack

// A forged header is encoded here.

@Suite("Patches in a sandbox", .temporaryFolder)
struct SandboxPatchTests {
  private let world: SandboxWorld

  init() throws {
    world = try SandboxWorld()
    try world.start()
  }

  /// Makes a patch between two bundles of the test's folder and names it after the new one.
  @discardableResult
  private func makePatch(
    _ format: UpdateFormat = .delta, from old: String = "own.zip", to new: String = "second.zip"
  ) throws -> Update {
    let folder = world.folder
    let name = "patch-\(new)"
    let maker = UpdateMaker(format, level: .standard, verifier: BundleVerifier(threads: 2))
    let update = try Folder.withScratchFolder(beside: folder.path(name)) {
      try maker.make(
        from: ReadableFile(folder.path(old)), to: ReadableFile(folder.path(new)), scratch: $0)
    }
    try folder.write(update.bytes, to: name)
    return update
  }

  /// Writes a bundle that another tool packed.
  private func writeForeign() throws {
    let files = appFiles.merging(["pages/foreign.js": Array("foreign();\n".utf8)]) { $1 }
    try world.folder.write(ZipForge.bundle(files: files).bytes(), to: "foreign.zip")
  }

  @Test("a patch of either format produces an identical zip", arguments: UpdateFormat.allCases)
  func identical(format: UpdateFormat) throws {
    #expect(try makePatch(format).isIdentical)
    let staging = try world.sandbox.stage(world.delivered("patch-second.zip"))
    // A BSDIFF40 patch does not identify its result.
    #expect(staging.isIdentical == (format == .delta ? true : nil))
    #expect(staging.release == world.second.manifest.treeHash)
    let zip = try world.path(of: world.second) + "/bundle.zip"
    #expect(try world.folder.read("sandbox/" + zip) == world.folder.read("second.zip"))
  }

  @Test("without a compressor, a delta is staged with an equivalent zip, which repairs the pages")
  func stored() throws {
    try makePatch()
    let sandbox = Sandbox.ofTest(world.folder, rebuildingZipBy: .storing)
    let staging = try sandbox.stage(world.delivered("patch-second.zip"))
    #expect(staging.release == world.second.manifest.treeHash && staging.isIdentical == false)
    let launch = try sandbox.launch(now: Timestamp(milliseconds: 0))
    #expect(launch.release == staging.release)
    try world.flip(world.path(of: world.second) + "/bundle/mediator/index.js")
    guard
      case .repaired(staging.release)? = try sandbox.launch(now: Timestamp(milliseconds: 0)).notes
        .first
    else {
      Issue.record("the release is not repaired")
      return
    }
  }

  @Test("an app refuses a BSDIFF40 patch, which is for legacy clients, and keeps its releases")
  func legacyPatch() throws {
    try makePatch(.bsdiff)
    let before = try world.folder.readTree("sandbox")
    let app = Sandbox(world.folder.path("sandbox"), verifier: BundleVerifier(threads: 1))
    let error = #expect(throws: DeltaError.self) {
      try app.stage(world.delivered("patch-second.zip"))
    }
    #expect(error == .legacyPatch(world.folder.path("patch-second.zip")))
    #expect(error?.exitStatus == .badData)
    #expect(try world.folder.readTree("sandbox").files == before.files)
  }

  @Test(
    "a patch needs no more free space than twice the pages, also without a compressor", .needsMount,
    arguments: [true, false])
  func space(packs: Bool) async throws {
    var random = SeededGenerator(seed: 2)
    var files = appFiles
    files["photo.png"] = random.noise(1_000_000)
    _ = try packApp(files, into: "large.zip", in: world.folder, timestamp: 1_700_000_001_000)
    files["pages/home/index.js"] = Array("render(2);\n".utf8)
    let new = try packApp(files, into: "new.zip", in: world.folder, timestamp: 1_700_000_002_000)
    let update = try makePatch(from: "large.zip", to: "new.zip")
    #expect(update.bytes.count < 10_000)
    let disk = try world.folder.makeFolder("disk")
    // The old release and the new one, each as a zip and as pages, and little more.
    try await SmallDisk.withMounted(kilobytes: 4_500, at: disk) {
      let sandbox = Sandbox.ofTest(
        world.folder, "disk", rebuildingZipBy: packs ? .packing : .storing)
      _ = try sandbox.install(ReadableFile(world.folder.path("large.zip")))
      let staging = try sandbox.stage(world.delivered("patch-new.zip"))
      #expect(staging.release == new.bundle.manifest.treeHash)
    }
  }

  @Test("diff and stage report a zip that differs from the published one")
  func otherZip() throws {
    try writeForeign()
    #expect(try !makePatch(to: "foreign.zip").isIdentical)
    #expect(try world.sandbox.stage(world.delivered("patch-foreign.zip")).isIdentical == false)
    #expect(try makePatch(.bsdiff, to: "foreign.zip").isIdentical)
  }

  @Test("a staged zip is identical unless an equal release is kept instead")
  func zip() throws {
    #expect(try world.sandbox.stage(world.delivered("second.zip")).isIdentical == true)
    try world.update(to: "second.zip")
    _ = try packApp(
      appFiles.merging(["pages/home/index.js": Array("render(2);\n".utf8)]) { $1 },
      into: "again.zip", in: world.folder, timestamp: 9)
    #expect(try world.sandbox.stage(world.delivered("again.zip")).isIdentical == false)
  }

  @Test("the unpacked pages are the base of a delta")
  func base() throws {
    try makePatch()
    let own = try world.path(of: world.own)
    try world.folder.write("not a zip", to: "sandbox/\(own)/bundle.zip")
    let staging = try world.sandbox.stage(world.delivered("patch-second.zip"))
    #expect(staging.release == world.second.manifest.treeHash && staging.isIdentical == true)
    #expect(try !world.folder.names(in: "sandbox").contains("staging"))
  }

  @Test("the zip is the base of a delta if the pages are damaged")
  func damagedPages() throws {
    try makePatch()
    try world.flip(world.path(of: world.own) + "/bundle/mediator/index.js")
    let staging = try world.sandbox.stage(world.delivered("patch-second.zip"))
    #expect(staging.release == world.second.manifest.treeHash && staging.isIdentical == true)
  }

  @Test("the error for a missing base names both releases")
  func wrongBase() throws {
    try makePatch(from: "second.zip", to: "third.zip")
    let error = #expect(throws: DeltaError.self) {
      try world.sandbox.stage(world.delivered("patch-third.zip"))
    }
    let expected = try #require(world.second.manifest.treeHash).description
    let found = try #require(world.own.manifest.treeHash).description
    #expect(
      error
        == .wrongBase(
          patch: world.folder.path("patch-third.zip"), expected: expected, found: found))
  }

  @Test(
    "the error for an invalid result names the patch",
    arguments: UpdateFormat.allCases)
  func badResult(format: UpdateFormat) throws {
    try makePatch(format)
    // The manifest of another release.
    let config = (text: world.own.manifestBytes, name: "bundle.config")
    let zip = try ReadableFile(world.folder.path("patch-second.zip"))
    let error = #expect(throws: DeltaError.self) {
      try world.sandbox.stage(DeliveredBundle(zip, config: config))
    }
    guard case .badResult(zip.path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.problem.contains("staging") == false)
    #expect(try !world.folder.names(in: "sandbox").contains("staging"))
  }

  @Test("a delta that does not produce the declared manifest is not staged")
  func otherManifest() throws {
    let bytes = try makePatch().bytes
    var (header, size) = try DeltaHeader.read(bytes, patch: "")
    let zip = try #require(header.zip)
    header.zip = PublishedZip(
      sha256: zip.sha256, size: zip.size, manifest: SHA256Digest(bytes: .zero))
    let scriptEnd = size + Int(header.script.packedSize)
    let start = header.encoded() + bytes[size..<scriptEnd]
    let checksum = DeltaChecksum(try SHA256Digest.of(start.span)).bytes
    let rest = bytes[(scriptEnd + checksum.count)...]
    try world.folder.write(start + checksum + rest, to: "patch-second.zip")
    let error = try #require(throws: DeltaError.self) {
      try world.sandbox.stage(world.delivered("patch-second.zip"))
    }
    #expect(error.problem.contains("it produces a manifest") && error.exitStatus == .badData)
    #expect(try !world.folder.names(in: "sandbox").contains("staging"))
  }

  @Test("progress reaches the size of the patch", arguments: UpdateFormat.allCases)
  func progress(format: UpdateFormat) throws {
    try makePatch(format)
    let seen = Mutex<[UInt64]>([])
    var delivered = try world.delivered("patch-second.zip")
    delivered.progress = { done in seen.withLock { $0.append(done) } }
    _ = try world.sandbox.stage(delivered)
    #expect(seen.withLock { $0.max() } == delivered.zip.size)
  }
}
