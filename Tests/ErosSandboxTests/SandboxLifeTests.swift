import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosSandbox
import ErosTestSupport
import Foundation
import Testing

/// An app with its own bundle and two updates of it, and a sandbox.
struct SandboxWorld {
  static let app = NativeVersion("1.0.0").map { NativeApp(version: $0, platform: .android) }

  let folder: TemporaryFolder
  let sandbox: Sandbox
  let own: PackedBundle
  let second: PackedBundle
  let third: PackedBundle

  /// Packs the bundles; nothing is installed yet.
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

  /// A start of the app, with its own bundle or without.
  @discardableResult
  func start(_ own: String? = "own.zip", _ kind: LaunchKind = .foreground) throws -> Sandbox.Launch
  {
    try sandbox.launch(
      embedded: own.map { try delivered($0) }, kind: kind, app: Self.app, now: 1)
  }

  /// Stages a bundle, starts it and confirms it.
  func update(to name: String) throws {
    _ = try sandbox.stage(delivered(name))
    _ = try sandbox.confirm(token: start().token)
  }

  /// Checks that what is to run is exactly the files of `bundle`, by the path and by the old one.
  func expect(
    _ launch: Sandbox.Launch, runs bundle: PackedBundle, _ comment: Comment? = nil
  ) throws {
    #expect(launch.release == bundle.manifest.treeHash, comment)
    let oldPath = URL(filePath: folder.path("sandbox/bundle")).resolvingSymlinksInPath()
    for place in [launch.path, oldPath.path(percentEncoded: false)] {
      let found = try FileManager.default.subpathsOfDirectory(atPath: place)
        .filter { !isFolder(place + "/" + $0) }
      #expect(Set(found) == Set(bundle.files.map(\.path.string) + ["md5.json"]), comment)
      for file in bundle.files {
        let bytes = try Data(contentsOf: URL(filePath: "\(place)/\(file.path)"))
        #expect(try SHA256Digest.of(Array(bytes).span) == file.digest.sha256, comment)
      }
    }
  }

  private func isFolder(_ path: String) -> Bool {
    (try? FileStatus(of: path).kind) == .folder
  }

  /// Changes one byte of a file below the sandbox.
  func flip(_ name: String, at index: Int = 0) throws {
    var bytes = try folder.read("sandbox/" + name)
    bytes[index] ^= 0x20
    try Data(bytes).write(to: URL(filePath: folder.path("sandbox/" + name)))
  }

  /// Where a bundle's release lies, below the sandbox.
  func place(of bundle: PackedBundle) throws -> String {
    "releases/\(try #require(bundle.manifest.treeHash))"
  }
}

@Suite("The life of a sandbox", .temporaryFolder)
struct SandboxLifeTests {
  @Test("an update is tried, confirmed, and runs from then on")
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

  @Test("a trial without confirmation ends with what ran before, and is not taken again")
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
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
    #expect(try !world.folder.names(in: "sandbox").contains("staging"))
  }

  @Test("a new version of the app brings its newer bundle along")
  func newerApp() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let launch = try world.start("third.zip")
    #expect(launch.reason == .embeddedNewer)
    #expect(launch.previous == world.second.manifest.treeHash)
    try world.expect(launch, runs: world.third)
  }

  @Test("two generations are kept, and one can go back")
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

  @Test("a release that asks for a newer app waits, and the status says so")
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

  @Test("what is no bundle is not staged, and leaves nothing", arguments: ["", "no zip"])
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

  @Test("nothing but a first start can begin with an empty folder")
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
    "a folder of somebody else's is left alone",
    arguments: [
      "releases/v1.0/app.apk", "releases/notes.txt", "staging/site/index.html",
      "staging/2024/report.txt", "releases/\(String(repeating: "ab", count: 32))/object",
    ])
  func foreignFolder(name: String) throws {
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

  @Test("what nobody refers to is collected")
  func collect() throws {
    let world = try SandboxWorld()
    try world.start()
    let stray = String(repeating: "ab", count: 32)
    try world.folder.write("stray", to: "sandbox/releases/\(stray)/bundle/a.js")
    try world.folder.write("mine", to: "sandbox/releases/notes.txt")
    #expect(try world.sandbox.collect().map(\.description) == [stray])
    #expect(try world.folder.read("sandbox/releases/notes.txt") == Array("mine".utf8))
    try world.expect(world.start(), runs: world.own)
    #expect(try world.sandbox.collect().isEmpty)
  }

  @Test("a status waits for nobody")
  func statusDuringWork() throws {
    let world = try SandboxWorld()
    try world.start()
    let lock = try Folder(world.folder.path("sandbox")).lock(timeout: .zero)
    #expect(lock != nil)
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    withExtendedLifetime(lock) {}
  }

  @Test("something that is in the way of the links stops the first start, and only that")
  func inTheWay() throws {
    let world = try SandboxWorld()
    try world.folder.write("mine", to: "sandbox/bundle/page.js")
    let error = #expect(throws: SandboxError.self) { try world.start() }
    #expect(error?.exitStatus == .cannotCreate)
    #expect(try world.folder.names(in: "sandbox") == ["bundle"])
    try FileManager.default.removeItem(atPath: world.folder.path("sandbox/bundle"))
    try world.start()
    try FileManager.default.removeItem(atPath: world.folder.path("sandbox/bundle.zip"))
    try world.folder.write("mine", to: "sandbox/bundle.zip/keep")
    guard case .linksNotSet? = try world.start().notes.first else {
      Issue.record("nothing is said of the links")
      return
    }
    #expect(try world.folder.read("sandbox/bundle.zip/keep") == Array("mine".utf8))
  }
}

@Suite("A sandbox that loses files", .temporaryFolder)
struct SandboxDamageTests {
  @Test("a damaged release is repaired from its own zip, without the app's help")
  func ownZip() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let place = try world.place(of: world.second)
    for name in ["bundle/pages/home/index.js", "bundle/md5.json", "bundle.config"] {
      try world.flip("\(place)/\(name)", at: 5)
      let findings = try world.sandbox.status(verifying: true).findings
      #expect(findings.map(\.path) == ["\(place)/\(name)"])
      let launch = try world.start(nil)
      #expect(launch.reason == .recovered)
      try world.expect(launch, runs: world.second)
      #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
    }
  }

  @Test("a release beyond repair is given up for the one before it")
  func beyondRepair() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let place = try world.place(of: world.second)
    try world.flip(place + "/bundle.zip", at: 60)
    try world.flip(place + "/bundle/config/index.js")
    let error = #expect(throws: SandboxError.self) {
      try world.sandbox.rollBack(to: .release(#require(world.second.manifest.treeHash)))
    }
    #expect(error?.exitStatus == .badData)
    let launch = try world.start(nil)
    #expect(launch.reason == .recovered)
    guard case .gaveUp(world.second.manifest.treeHash)? = launch.notes.first else {
      Issue.record("nothing is said of what was given up")
      return
    }
    try world.expect(launch, runs: world.own)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
  }

  @Test("the only release there is stays, however damaged it is")
  func onlyRelease() throws {
    let world = try SandboxWorld()
    try world.start()
    let place = try world.place(of: world.own)
    try world.flip(place + "/bundle.zip", at: 60)
    try world.flip(place + "/bundle/config/index.js")
    let before = try world.sandbox.status().state
    let error = #expect(throws: SandboxError.self) { try world.start(nil) }
    #expect(error?.exitStatus == .badData)
    #expect(try world.sandbox.status().state == before)
    #expect(try world.folder.names(in: "sandbox/releases").count == 1)
    #expect(try world.start().reason == .recovered)
  }

  @Test("a release whose folder has become a link is not that release")
  func linkedRelease() throws {
    let world = try SandboxWorld()
    try world.start()
    let place = world.folder.path("sandbox/" + (try world.place(of: world.own)))
    try FileManager.default.moveItem(atPath: place, toPath: world.folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: place, withDestinationPath: world.folder.path("elsewhere"))
    #expect(try !world.sandbox.status(verifying: true).findings.isEmpty)
    #expect(try world.start().reason == .recovered)
    try world.expect(world.start(), runs: world.own)
  }

  @Test("a release of which only the zip is damaged runs, and the status names the zip")
  func zipOnly() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let zip = try world.place(of: world.second) + "/bundle.zip"
    try world.flip(zip, at: 60)
    #expect(try world.sandbox.status(verifying: true).findings.map(\.path) == [zip])
    try world.expect(world.start(nil), runs: world.second)
    // The app's own one can be had from the app.
    let ownZip = try world.place(of: world.own) + "/bundle.zip"
    _ = try world.sandbox.rollBack(to: .embedded)
    try world.flip(ownZip, at: 60)
    #expect(try world.start().reason == .recovered)
    #expect(try world.sandbox.status(verifying: true).findings.map(\.path) == [zip])
  }

  @Test("a damaged release on trial is never started")
  func damagedTrial() throws {
    let world = try SandboxWorld()
    try world.start()
    _ = try world.sandbox.stage(world.delivered("second.zip"))
    let place = try world.place(of: world.second)
    try world.flip(place + "/bundle.zip", at: 60)
    try world.flip(place + "/bundle/config/index.js")
    try world.expect(world.start(), runs: world.own)
    #expect(try world.sandbox.status().state?.pending == nil)
  }

  @Test("a flipped byte anywhere in a release is named, and something verified runs")
  func everyFile() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let release = try world.place(of: world.second)
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: world.folder.path("sandbox/" + release))
    var flipped = 0
    for name in names.sorted() {
      let path = release + "/" + name
      guard let bytes = try? world.folder.read("sandbox/" + path) else { continue }
      for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 12)) {
        try world.flip(path, at: index)
        #expect(
          try world.sandbox.status(verifying: true).findings.map(\.path) == [path],
          "byte \(index) of \(path)")
        try world.expect(world.start(nil), runs: world.second, "byte \(index) of \(path)")
        if name == "bundle.zip" { try world.flip(path, at: index) }
        flipped += 1
      }
    }
    #expect(flipped > 50)
  }

  @Test("any byte of a state file may be flipped")
  func stateBytes() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let names = ["state.a.json", "state.b.json"]
    let whole = try names.map { try world.folder.read("sandbox/" + $0) }
    let good = try Set([world.own, world.second].map { try #require($0.manifest.treeHash) })
    let sandbox = Sandbox(world.folder.path("sandbox"), verifier: BundleVerifier(threads: 1))
    for (slot, name) in names.enumerated() {
      // The newline at the end says nothing.
      for index in 0..<(whole[slot].count - 1) {
        try world.flip(name, at: index)
        let status = try sandbox.status()
        #expect(status.state != nil, "byte \(index) of \(name)")
        #expect(status.state?.active.map(good.contains) ?? true)
        if index % 16 == 0 {
          #expect(try sandbox.status(verifying: true).findings.map(\.path).contains(name))
          let launch = try sandbox.launch(now: 1)
          #expect(good.contains(launch.release))
        }
        for (name, bytes) in zip(names, whole) {
          try world.folder.write(bytes, to: "sandbox/" + name)
        }
      }
    }
  }

  @Test("when both state files are lost, the releases are taken over", arguments: [true, false])
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
    // Nobody knows any more whether the newest one worked: it has to show it again.
    try world.expect(world.start(nil, .background), runs: world.own)
    let launch = try world.start()
    #expect(launch.reason == .trial)
    try world.expect(launch, runs: world.second)
    _ = try world.sandbox.confirm(token: launch.token)
    try world.expect(world.start(), runs: world.second)
  }

  @Test("when the state is lost, no release is, whatever it was")
  func everyReleaseIsKept() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    _ = try world.sandbox.stage(world.delivered("third.zip"))
    for name in ["state.a.json", "state.b.json"] {
      try FileManager.default.removeItem(atPath: world.folder.path("sandbox/" + name))
    }
    #expect(try world.sandbox.collect().isEmpty)
    #expect(try world.sandbox.status().state != nil)
    #expect(try world.folder.names(in: "sandbox/releases").count == 3)
    for _ in 1...2 { try world.expect(world.start(nil), runs: world.third) }
    try world.expect(world.start(nil), runs: world.second)
  }

  @Test("equal files with another manifest take the place of a damaged release, and are known")
  func repacked() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    var files = appFiles
    files["pages/home/index.js"] = Array("render(2);\n".utf8)
    _ = try packApp(files, into: "again.zip", in: world.folder, timestamp: 9, level: .store)
    try world.flip(world.place(of: world.second) + "/bundle/config/index.js")
    #expect(try world.sandbox.stage(world.delivered("again.zip")).outcome == .runsAlready)
    let launch = try world.start(nil)
    #expect(launch.reason == .confirmed)
    try world.expect(launch, runs: world.second)
    #expect(try world.sandbox.status(verifying: true).findings.isEmpty)
  }

  @Test("a release with whole pages runs, whatever became of the files beside them")
  func wholePages() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.update(to: "second.zip")
    let place = try world.place(of: world.second)
    try world.flip(place + "/bundle.zip", at: 60)
    try world.flip(place + "/bundle.config", at: 60)
    try world.expect(world.start(nil), runs: world.second)
  }

  @Test("a folder in the place of a state file does no harm")
  func folderAsState() throws {
    let world = try SandboxWorld()
    try world.start()
    try world.folder.makeFolder("sandbox/state.b.json/inner")
    try world.update(to: "second.zip")
    try world.expect(world.start(), runs: world.second)
  }

  @Test("a state that a later version wrote is neither ignored nor overwritten")
  func laterVersion() throws {
    let world = try SandboxWorld()
    try world.start()
    let name = "sandbox/state.b.json"
    let text = Array(#"{"sequence":9,"body":{"confirmed":[],"blocked":[],"news":1}"#.utf8)
    let digest = try SHA256Digest.of((text + [UInt8(ascii: "}")]).span)
    let whole = text + Array(#","sha256":"\#(digest)"}"#.utf8)
    try world.folder.write(whole, to: name)
    for call: () throws -> Void in [
      { _ = try world.start() }, { _ = try world.sandbox.status() },
      { _ = try world.sandbox.rollBack() },
    ] {
      let error = #expect(throws: SandboxError.self) { try call() }
      #expect(error?.exitStatus == .badData)
    }
    #expect(try world.folder.read(name) == whole)
  }

  @Test("a whole release stays although another zip of the same files is given")
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
