import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice

/// An empty sandbox, an embedded bundle, and two updates of it.
struct SandboxWorld {
  static let app = NativeVersion("1.0.0").map { NativeApp(version: $0, platform: .android) }

  let folder: TemporaryFolder
  let sandbox: Sandbox
  let own: PackedBundle
  let second: PackedBundle
  let third: PackedBundle

  /// Packs the bundles without installing them.
  init() throws {
    folder = try TemporaryFolder.ofTest()
    sandbox = Sandbox.ofTest(folder)
    var files = appFiles
    own = try packApp(files, into: "own.zip", in: folder, timestamp: 1).bundle
    files["pages/home/index.js"] = Array("render(2);\n".utf8)
    second = try packApp(files, into: "second.zip", in: folder, timestamp: 2).bundle
    files["assets/empty"] = nil
    files["pages/new.js"] = Array("new();\n".utf8)
    third = try packApp(files, into: "third.zip", in: folder, timestamp: 3).bundle
  }

  func delivered(_ name: String) throws -> DeliveredBundle {
    try DeliveredBundle(zip: folder.path(name))
  }

  /// Starts the app, with or without an embedded bundle.
  @discardableResult
  func start(_ own: String? = "own.zip", _ kind: LaunchKind = .foreground) throws -> Device.Launch {
    try sandbox.launch(
      embedded: own.map { try delivered($0) }, kind: kind, app: Self.app,
      now: Timestamp(milliseconds: 1))
  }

  /// Stages, starts and confirms a bundle.
  func update(to name: String) throws {
    _ = try sandbox.stage(delivered(name))
    _ = try sandbox.confirm(token: start().token)
  }

  /// Checks that a launch runs exactly the files of `bundle`, at its path and at the linked path.
  func expect(
    _ launch: Device.Launch, runs bundle: PackedBundle, _ comment: Comment? = nil
  ) throws {
    #expect(launch.release == bundle.manifest.treeHash, comment)
    let linkedPath = URL(filePath: folder.path("sandbox/bundle")).resolvingSymlinksInPath()
    for path in [launch.path, linkedPath.path(percentEncoded: false)] {
      let found = try FileManager.default.subpathsOfDirectory(atPath: path)
        .filter { !isFolder(path + "/" + $0) }
      #expect(Set(found) == Set(bundle.files.map(\.path.string) + ["md5.json"]), comment)
      for file in bundle.files {
        let bytes = try Data(contentsOf: URL(filePath: "\(path)/\(file.path)"))
        #expect(try SHA256Digest.of(Array(bytes).span) == file.digest.sha256, comment)
      }
    }
  }

  private func isFolder(_ path: String) -> Bool {
    (try? FileStatus(of: path).kind) == .folder
  }

  /// Changes one byte of a file in the sandbox.
  func flip(_ name: String, at index: Int = 0) throws {
    var bytes = try folder.read("sandbox/" + name)
    bytes[index] ^= 0x20
    try Data(bytes).write(to: URL(filePath: folder.path("sandbox/" + name)))
  }

  /// Returns the path of a bundle's release in the sandbox.
  func path(of bundle: PackedBundle) throws -> String {
    "releases/\(try #require(bundle.manifest.treeHash))"
  }
}

@Suite("Sandbox commands", .temporaryFolder)
struct SandboxLifeTests {
  @Test("an update is tried, confirmed, and then runs")
  func update() throws {
    let world = try SandboxWorld()
    try world.expect(world.start(), runs: world.own)
    let staging = try world.sandbox.stage(world.delivered("second.zip"))
    #expect(staging.outcome == .pending)
    #expect(staging.waitsFor == nil)
    try world.expect(world.start(nil, .background), runs: world.own)
    let trial = try world.start()
    #expect(trial.reason == .trial)
    try world.expect(trial, runs: world.second)
    #expect(try world.sandbox.confirm(token: "0123") == .staleToken)
    #expect(try world.sandbox.confirm(token: trial.token) == .confirmed(trial.release))
    let after = try world.start()
    #expect(after.reason == .confirmed)
    #expect(after.token == nil && after.previous == nil)
    #expect(try world.sandbox.confirm(token: trial.token) == .confirmed(trial.release))
    try world.expect(after, runs: world.second)
  }

  @Test(
    "after a trial without a confirmation the previous release runs, and staging again is refused")
  func failedTrial() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    try world.start()
    try world.start()
    let fallback = try world.start()
    #expect(fallback.reason == .recovered)
    try world.expect(fallback, runs: world.own)
    let error = #expect(throws: SandboxError.self) {
      try world.sandbox.stage(world.delivered("second.zip"))
    }
    #expect(error?.exitStatus == .checkFailed)
    // The failed release is kept as a base of deltas.
    #expect(try world.folder.names(in: "sandbox/releases").count == 2)
    #expect(try !world.folder.names(in: "sandbox").contains("staging"))
  }

  @Test("a new app version runs its newer embedded bundle")
  func newerApp() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let launch = try world.start("third.zip")
    #expect(launch.reason == .embeddedNewer)
    #expect(launch.previous == world.second.manifest.treeHash)
    try world.expect(launch, runs: world.third)
  }

  @Test("two confirmed releases are kept, and a rollback selects the previous one")
  func rollback() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    try world.update(to: "third.zip")
    let back = try world.sandbox.rollBack()
    #expect(back.release == world.second.manifest.treeHash)
    #expect(back.previous == world.third.manifest.treeHash)
    try world.expect(world.start(), runs: world.second)
    _ = try world.sandbox.rollBack(to: .embedded)
    try world.expect(world.start(), runs: world.own)
    let unknown = TreeHash(bytes: SIMD32(repeating: 7))
    #expect(throws: SandboxError.self) { try world.sandbox.rollBack(to: .release(unknown)) }
  }

  @Test("a release that requires a newer app waits, and the status shows the version")
  func waits() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try packApp(
      ["a.js": [1]], into: "demanding.zip", in: world.folder, timestamp: 9, android: "2.0.0")
    let staging = try world.sandbox.stage(world.delivered("demanding.zip"))
    #expect(staging.waitsFor == NativeVersion("2.0.0"))
    try world.expect(world.start(), runs: world.own)
    #expect(try world.sandbox.status().state?.pendingWaitsFor == NativeVersion("2.0.0"))
  }

  @Test("an invalid bundle is not staged and leaves no files", arguments: ["", "no zip"])
  func unverified(text: String) throws {
    let world = try SandboxWorld()
    try world.start()
    let before = try world.sandbox.status().state
    try world.folder.write(text, to: "bad.zip")
    let error = #expect(throws: SandboxError.self) {
      try world.sandbox.stage(world.delivered("bad.zip"))
    }
    #expect(error?.exitStatus == .badData)
    #expect(try world.sandbox.status().state == before)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
    #expect(try !world.folder.names(in: "sandbox").contains("staging"))
  }

  @Test("in an empty folder only a first start succeeds")
  func empty() throws {
    let world = try SandboxWorld()
    try world.folder.makeFolder("sandbox")
    for call: () throws -> Void in [
      { _ = try world.sandbox.stage(world.delivered("own.zip")) },
      { _ = try world.sandbox.confirm(token: nil) }, { _ = try world.sandbox.rollBack() },
      { _ = try world.sandbox.collect() }, { _ = try world.sandbox.status() },
      { _ = try world.start(nil) },
    ] {
      let error = #expect(throws: SandboxError.self) { try call() }
      #expect(error?.exitStatus == .inputNotFound)
    }
    #expect(try world.folder.names(in: "sandbox") == [])
  }

  @Test(
    "a folder with unknown files is not changed",
    arguments: [
      "releases/v1.0/app.apk", "releases/notes.txt", "staging/site/index.html",
      "staging/2024/report.txt", "releases/\(String(repeating: "ab", count: 32))/object",
    ])
  func unknownFolder(name: String) throws {
    let world = try SandboxWorld()
    try world.folder.write("precious", to: "sandbox/" + name)
    for call: () throws -> Void in [
      { try world.start() }, { try world.start(nil) }, { _ = try world.sandbox.collect() },
      { _ = try world.sandbox.status() }, { _ = try world.sandbox.rollBack() },
    ] {
      #expect(throws: SandboxError.self) { try call() }
      #expect(try world.folder.read("sandbox/" + name) == Array("precious".utf8))
      #expect(try world.folder.names(in: "sandbox").count == 1)
    }
  }

  @Test("unreferenced releases are collected")
  func collect() throws {
    let world = try SandboxWorld()
    try world.start()
    let stray = String(repeating: "ab", count: 32)
    try world.folder.write("stray", to: "sandbox/releases/\(stray)/bundle/a.js")
    try world.folder.write("mine", to: "sandbox/releases/notes.txt")
    #expect(try world.sandbox.collect().deleted.map(\.description) == [stray])
    #expect(try world.folder.read("sandbox/releases/notes.txt") == Array("mine".utf8))
    try world.expect(world.start(), runs: world.own)
    #expect(try world.sandbox.collect().deleted.isEmpty)
  }

  @Test("reading the status does not wait for the lock")
  func statusDuringWork() throws {
    let world = try SandboxWorld()
    try world.start()
    let lock = try Folder(world.folder.path("sandbox")).lock(timeout: .zero)
    #expect(lock != nil)
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    withExtendedLifetime(lock) {}
  }

  @Test("a folder at the path of a link is an error at the first start and a note later")
  func pathOccupied() throws {
    let world = try SandboxWorld()
    try world.folder.write("mine", to: "sandbox/bundle/page.js")
    let error = #expect(throws: SandboxError.self) { try world.start() }
    #expect(error?.exitStatus == .cannotCreate)
    #expect(try world.folder.names(in: "sandbox") == ["bundle"])
    try FileManager.default.removeItem(atPath: world.folder.path("sandbox/bundle"))
    try world.start()
    try FileManager.default.removeItem(atPath: world.folder.path("sandbox/bundle.zip"))
    try world.folder.write("mine", to: "sandbox/bundle.zip/keep")
    guard case .linksNotUpdated? = try world.start().notes.first else {
      Issue.record("no note about the links")
      return
    }
    #expect(try world.folder.read("sandbox/bundle.zip/keep") == Array("mine".utf8))
  }
}

@Suite("Sandbox damage", .temporaryFolder)
struct SandboxDamageTests {
  @Test("a damaged release is repaired from its own zip without the embedded bundle")
  func ownZip() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let path = try world.path(of: world.second)
    for name in ["bundle/pages/home/index.js", "bundle/md5.json", "bundle.config"] {
      try world.flip("\(path)/\(name)", at: 5)
      #expect(try world.sandbox.damagedFiles() == ["\(path)/\(name)"])
      let launch = try world.start(nil)
      #expect(launch.reason == .recovered)
      try world.expect(launch, runs: world.second)
      #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    }
  }

  @Test("a release beyond repair is removed and the previous one runs")
  func beyondRepair() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let path = try world.path(of: world.second)
    try world.flip(path + "/bundle.zip", at: 60)
    try world.flip(path + "/bundle/config/index.js")
    let error = #expect(throws: SandboxError.self) {
      try world.sandbox.rollBack(to: .release(#require(world.second.manifest.treeHash)))
    }
    #expect(error?.exitStatus == .badData)
    let launch = try world.start(nil)
    #expect(launch.reason == .recovered)
    guard case .removed(world.second.manifest.treeHash)? = launch.notes.first else {
      Issue.record("no note about the removed release")
      return
    }
    try world.expect(launch, runs: world.own)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
  }

  @Test("the only release is kept even if it is damaged")
  func onlyRelease() throws {
    let world = try SandboxWorld()
    try world.start()
    let path = try world.path(of: world.own)
    try world.flip(path + "/bundle.zip", at: 60)
    try world.flip(path + "/bundle/config/index.js")
    let before = try world.sandbox.status().state
    let error = #expect(throws: SandboxError.self) { try world.start(nil) }
    #expect(error?.exitStatus == .badData)
    #expect(try world.sandbox.status().state == before)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
    #expect(try world.start().reason == .recovered)
  }

  @Test("a link in place of a release folder counts as damage")
  func linkedRelease() throws {
    let world = try SandboxWorld()
    try world.start()
    let path = world.folder.path("sandbox/" + (try world.path(of: world.own)))
    try FileManager.default.moveItem(atPath: path, toPath: world.folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: world.folder.path("elsewhere"))
    #expect(try !world.sandbox.status(verifying: true).findings.isEmpty)
    #expect(try world.start().reason == .recovered)
    try world.expect(world.start(), runs: world.own)
  }

  @Test("a release with a damaged zip runs, and the status reports the zip")
  func zipOnly() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let zip = try world.path(of: world.second) + "/bundle.zip"
    try world.flip(zip, at: 60)
    #expect(try world.sandbox.damagedFiles() == [zip])
    try world.expect(world.start(nil), runs: world.second)
    // The zip of the embedded release is repaired from the embedded bundle.
    let ownZip = try world.path(of: world.own) + "/bundle.zip"
    _ = try world.sandbox.rollBack(to: .embedded)
    try world.flip(ownZip, at: 60)
    #expect(try world.start().reason == .recovered)
    #expect(try world.sandbox.damagedFiles() == [zip])
  }

  @Test("a damaged release on trial is never started")
  func damagedTrial() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let path = try world.path(of: world.second)
    try world.flip(path + "/bundle.zip", at: 60)
    try world.flip(path + "/bundle/config/index.js")
    try world.expect(world.start(), runs: world.own)
    #expect(try world.sandbox.status().state?.pending == nil)
  }

  @Test("a flipped byte in any file of a release is reported, and an intact release runs")
  func everyFile() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let release = try world.path(of: world.second)
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: world.folder.path("sandbox/" + release))
    var flipped = 0
    for name in names.sorted() {
      let path = release + "/" + name
      guard let bytes = try? world.folder.read("sandbox/" + path) else { continue }
      for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 12)) {
        try world.flip(path, at: index)
        #expect(
          try world.sandbox.damagedFiles() == [path],
          "byte \(index) of \(path)")
        try world.expect(world.start(nil), runs: world.second, "byte \(index) of \(path)")
        if name == "bundle.zip" { try world.flip(path, at: index) }
        flipped += 1
      }
    }
    #expect(flipped > 50)
  }

  @Test("a flipped byte in a state file is tolerated")
  func stateBytes() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let names = ["state.a.json", "state.b.json"]
    let valid = try names.map { try world.folder.read("sandbox/" + $0) }
    let good = try Set([world.own, world.second].map { try #require($0.manifest.treeHash) })
    let sandbox = Sandbox(world.folder.path("sandbox"), verifier: BundleVerifier(threads: 1))
    for (slot, name) in names.enumerated() {
      // The trailing newline is not part of the digest.
      for index in 0..<(valid[slot].count - 1) {
        try world.flip(name, at: index)
        let status = try sandbox.status()
        #expect(status.state != nil, "byte \(index) of \(name)")
        #expect(status.state?.active.map(good.contains) ?? true)
        if index % 16 == 0 {
          #expect(try sandbox.damagedFiles().contains(name))
          let launch = try sandbox.launch(now: Timestamp(milliseconds: 1))
          #expect(good.contains(launch.release))
        }
        for (name, bytes) in zip(names, valid) {
          try world.folder.write(bytes, to: "sandbox/" + name)
        }
      }
    }
  }

  @Test(
    "the state is rebuilt from the releases if both state files are lost", arguments: [true, false])
  func bothStates(areDeleted: Bool) throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    for name in ["state.a.json", "state.b.json"] {
      if areDeleted {
        try FileManager.default.removeItem(atPath: world.folder.path("sandbox/" + name))
      } else {
        try world.folder.write("{}", to: "sandbox/" + name)
      }
    }
    #expect(try world.sandbox.status().state == nil)
    #expect(try !world.sandbox.status(verifying: true).findings.isEmpty)
    // A release without a mark was confirmed.
    for kind in [LaunchKind.background, .foreground, .foreground] {
      let launch = try world.start(nil, kind)
      #expect(launch.token == nil)
      try world.expect(launch, runs: world.second)
    }
    #expect(try world.sandbox.rollBack().release == world.own.manifest.treeHash)
  }

  @Test("all releases are kept if the state is lost")
  func everyReleaseIsKept() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    _ = try world.sandbox.stage(world.delivered("third.zip"))
    for name in ["state.a.json", "state.b.json"] {
      try FileManager.default.removeItem(atPath: world.folder.path("sandbox/" + name))
    }
    #expect(try world.sandbox.collect().deleted.isEmpty)
    #expect(try world.sandbox.status().state != nil)
    #expect(try world.folder.names(in: "sandbox/releases").count == 3)
    for _ in 1...2 { try world.expect(world.start(nil), runs: world.third) }
    try world.expect(world.start(nil), runs: world.second)
  }

  @Test("staging equal pages with another manifest replaces a damaged release")
  func repacked() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    var files = appFiles
    files["pages/home/index.js"] = Array("render(2);\n".utf8)
    _ = try packApp(files, into: "again.zip", in: world.folder, timestamp: 9, level: .store)
    try world.flip(world.path(of: world.second) + "/bundle/config/index.js")
    #expect(try world.sandbox.stage(world.delivered("again.zip")).outcome == .alreadyActive)
    let launch = try world.start(nil)
    #expect(launch.reason == .confirmed)
    try world.expect(launch, runs: world.second)
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
  }

  @Test("a release with intact pages runs even if its other files are damaged")
  func intactPages() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let path = try world.path(of: world.second)
    try world.flip(path + "/bundle.zip", at: 60)
    try world.flip(path + "/bundle.config", at: 60)
    try world.expect(world.start(nil), runs: world.second)
  }

  @Test("a folder at the path of a state file is replaced")
  func folderAsState() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.folder.makeFolder("sandbox/state.b.json/inner")
    try world.update(to: "second.zip")
    try world.expect(world.start(), runs: world.second)
  }

  @Test("a state of a later version is neither ignored nor overwritten")
  func laterVersion() throws {
    let world = try SandboxWorld()
    try world.start()
    let name = "sandbox/state.b.json"
    let text = Array(#"{"sequence":9,"body":{"confirmed":[],"blocked":[],"news":1}"#.utf8)
    let digest = try SHA256Digest.of((text + [UInt8(ascii: "}")]).span)
    let file = text + Array(#","sha256":"\#(digest)"}"#.utf8)
    try world.folder.write(file, to: name)
    for call: () throws -> Void in [
      { _ = try world.start() }, { _ = try world.sandbox.status() },
      { _ = try world.sandbox.rollBack() },
    ] {
      let error = #expect(throws: SandboxError.self) { try call() }
      #expect(error?.exitStatus == .badData)
    }
    #expect(try world.folder.read(name) == file)
  }

  @Test("an intact release is not replaced by another zip with the same files")
  func sameFilesOtherZip() throws {
    let world = try SandboxWorld()
    try world.start()
    let kept = try world.folder.read("sandbox/bundle.zip")
    _ = try packApp(into: "stored.zip", in: world.folder, timestamp: 1, level: .store)
    #expect(try world.start("stored.zip").reason == .confirmed)
    #expect(try world.folder.read("sandbox/bundle.zip") == kept)
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
  }
}
