import ErosBundle
import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice

@Suite("The release of a client without a sandbox", .temporaryFolder)
struct AdoptTests {
  private let time = Timestamp(milliseconds: 0)

  private func sandbox(_ world: DeviceWorld) -> Sandbox {
    Sandbox(world.folder.path("releases"), verifier: BundleVerifier(threads: 2))
  }

  private func embedded(_ world: DeviceWorld, _ zip: String) throws -> DeliveredBundle {
    try DeliveredBundle(zip: world.folder.path(zip), config: world.folder.path(zip + ".config"))
  }

  @Test("an old client's release is adopted, runs before an older embedded one, and is only read")
  func adopts() throws {
    let world = try DeviceWorld()
    try world.unpackOld("second.zip", into: "old")
    let before = try world.folder.readTree("old").files
    let sandbox = sandbox(world)
    guard case .adopted(let release) = try sandbox.adopt(world.folder.path("old"), now: time) else {
      Issue.record("nothing was adopted")
      return
    }
    #expect(try world.folder.readTree("old").files == before)
    let launch = try sandbox.launch(embedded: embedded(world, "first.zip"), now: time)
    #expect(launch.release == release && launch.token == nil && launch.notes.isEmpty)
    #expect(try sandbox.status(verifying: true).findings.isEmpty)
    #expect(try sandbox.adopt(world.folder.path("old"), now: time) == .alreadyInstalled)
  }

  @Test("an old client's release is adopted after an interruption before the state was recorded")
  func unrecorded() throws {
    let world = try DeviceWorld()
    try world.unpackOld("second.zip", into: "old")
    let sandbox = sandbox(world)
    let first = try sandbox.adopt(world.folder.path("old"), now: time)
    let root = try Folder(sandbox.path)
    for name in try root.names() where name != "releases" { try root.removeTree(name) }
    #expect(try sandbox.adopt(world.folder.path("old"), now: time) == first)
    #expect(try sandbox.status(verifying: false).state != nil)
    #expect(try sandbox.adopt(world.folder.path("old"), now: time) == .alreadyInstalled)
  }

  @Test("a newer embedded bundle replaces an old client's release, which a rollback restores")
  func newer() throws {
    let world = try DeviceWorld()
    try world.unpackOld("first.zip", into: "old")
    let sandbox = sandbox(world)
    guard case .adopted(let release) = try sandbox.adopt(world.folder.path("old"), now: time) else {
      Issue.record("nothing was adopted")
      return
    }
    let launch = try sandbox.launch(embedded: embedded(world, "second.zip"), now: time)
    #expect(launch.reason == .embeddedNewer && launch.previous == release)
    #expect(try sandbox.rollBack().release == release)
  }

  @Test("an old client's release is not adopted if a page differs from the manifest")
  func damaged() throws {
    let world = try DeviceWorld()
    try world.unpackOld("second.zip", into: "old")
    try world.folder.write("render(0);\n", to: "old/bundle/pages/home/index.js")
    let sandbox = sandbox(world)
    #expect {
      try sandbox.adopt(world.folder.path("old"), now: time)
    } throws: { error in
      let problem = (error as? any ErosError)?.problem ?? ""
      return problem.contains("\(world.folder.path("old"))'") && !problem.contains("staged")
    }
    let launch = try sandbox.launch(embedded: embedded(world, "first.zip"), now: time)
    #expect(launch.reason == .firstRun && launch.notes.isEmpty)
    #expect(try sandbox.status(verifying: true).findings.isEmpty)
  }

  @Test("an old client's release is adopted without the pages of earlier releases beside it")
  func leftovers() throws {
    let world = try DeviceWorld()
    try world.unpackOld("second.zip", into: "old")
    try world.folder.write("render(0);\n", to: "old/bundle/pages/removed/index.js")
    try world.folder.write("", to: "old/bundle/.nomedia")
    try FileManager.default.createSymbolicLink(
      atPath: world.folder.path("old/bundle/link"), withDestinationPath: "pages")
    let sandbox = sandbox(world)
    guard case .adopted(let release) = try sandbox.adopt(world.folder.path("old"), now: time) else {
      Issue.record("nothing was adopted")
      return
    }
    let published = try BundleVerifier(threads: 2).verify(
      ReadableFile(world.folder.path("second.zip")))
    #expect(release == published.treeHash)
  }

  @Test("adopting an old client's release keeps the files that its manifest does not list")
  func unlisted() throws {
    let world = try DeviceWorld()
    try world.unpackOld("second.zip", into: "old")
    let manifest = try world.folder.read("old/bundle.config")
    let text = String(decoding: manifest, as: UTF8.self)
    let hash = try #require(text.firstRange(of: ",\"treeHash\":\""))
    let end = try #require(text[hash.upperBound...].firstIndex(of: "\""))
    try world.folder.write(
      String(text[..<hash.lowerBound] + text[text.index(after: end)...]), to: "old/bundle.config")
    try world.folder.write("font", to: "old/bundle/assets/font.ttf")
    let sandbox = sandbox(world)
    _ = try sandbox.adopt(world.folder.path("old"), now: time)
    let launch = try sandbox.launch(embedded: embedded(world, "first.zip"), now: time)
    let path = launch.path + "/assets/font.ttf"
    #expect(try readWholeFile(path, limit: 10) == Array("font".utf8))
  }

  @Test("an old client's release is not adopted if a listed page is missing")
  func missing() throws {
    let world = try DeviceWorld()
    try world.unpackOld("second.zip", into: "old")
    try Folder(world.folder.path("old/bundle/pages/home")).removeTree("index.js")
    #expect {
      try sandbox(world).adopt(world.folder.path("old"), now: time)
    } throws: { error in (error as? any ErosError)?.exitStatus == .badData }
  }

  @Test("an old client's release needs pages and a manifest, and is not found behind links")
  func nothing() throws {
    let world = try DeviceWorld()
    let sandbox = sandbox(world)
    #expect(try sandbox.adopt(world.folder.path("missing"), now: time) == .nothingToAdopt)
    try world.unpackOld("first.zip", into: "old")
    try world.folder.makeFolder("half")
    try world.folder.write("{}", to: "half/bundle.config")
    #expect(try sandbox.adopt(world.folder.path("half"), now: time) == .nothingToAdopt)
    // The links of a sandbox, for example after the app was downgraded and updated again.
    let other = Sandbox(world.folder.path("other"), verifier: BundleVerifier(threads: 2))
    _ = try other.launch(embedded: embedded(world, "first.zip"), now: time)
    #expect(try sandbox.adopt(world.folder.path("other"), now: time) == .nothingToAdopt)
  }

  @Test("an old client's release is adopted after an interruption left its unfinished files")
  func unfinishedFiles() throws {
    let world = try DeviceWorld()
    try world.unpackOld("second.zip", into: "old")
    try world.folder.makeFolder("releases")
    try world.folder.write("half a zip", to: "releases/.adopted.zip.eros-staged")
    let sandbox = sandbox(world)
    guard case .adopted = try sandbox.adopt(world.folder.path("old"), now: time) else {
      Issue.record("nothing was adopted")
      return
    }
    let names = try world.folder.names(in: "releases")
    #expect(!names.contains { $0.contains("adopted") }, "\(names)")
  }
}
