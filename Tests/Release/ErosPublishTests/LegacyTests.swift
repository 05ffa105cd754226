import ErosBundle
import ErosCore
import ErosFiles
import ErosLegacyPatch
import ErosPack
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Synchronization
import Testing

@testable import ErosPublish

@Suite("Files for legacy clients", .phase(.servers), .temporaryFolder)
struct LegacyTests {
  @Test("the zip and the patches have the names that clients request")
  func files() async throws {
    let test = try await TestStore()
    let old = try test.bundle(TestStore.pages(1), second: 1)
    let new = try test.bundle(TestStore.pages(2), second: 2)
    let first = try await test.publish(old) { $0.options.isLegacy = true }
    let second = try await test.publish(new) { $0.options.isLegacy = true }
    let versions = (first.release.jsVersion, second.release.jsVersion)
    let name = try BSDiffPatchName.published(from: versions.0, to: versions.1)
    #expect(
      try test.folder.names(in: "store/legacy/my-app").sorted()
        == ["\(versions.0).zip", "\(versions.1).zip", name, "index.json"].sorted())
    let patch = try test.folder.read("store/legacy/my-app/\(name)")
    var rebuilt: [UInt8] = []
    let base = ZipBytes(try test.folder.read("bundle-1.zip"), path: "old")
    try BSDiffDecoder(sizeLimit: new.status.size).decode(
      patch: ZipBytes(patch, path: "patch"), old: base
    ) { rebuilt += $0 }
    #expect(rebuilt == (try test.folder.read("bundle-2.zip")))
    let index = try LegacyIndex(
      test.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    #expect(index.releases.map(\.jsVersion) == [versions.1, versions.0])
    #expect(index.releases[0].patches.map(\.file) == [name])
    #expect(index.releases[0].native == second.release.native)
  }

  @Test("a channel keeps publishing for legacy clients until a publication leaves them out")
  func remembered() async throws {
    let test = try await TestStore()
    func published() async throws -> [Bool] {
      try await test.contents().releases.reversed().map { $0.legacy != nil }
    }
    try await test.publish(1)
    try await test.publish(2) { $0.options.isLegacy = true }
    try await test.publish(3)
    #expect(try await published() == [false, true, true])
    let rollback = try await test.rollBack(to: 2).release
    #expect(rollback.legacy != nil)
    #expect(try test.folder.names(in: "store/legacy/my-app").contains("\(rollback.jsVersion).zip"))
    // A repeated call neither publishes nor fails because of the files.
    await #expect(throws: PublishError.self) { try await test.rollBack(to: 2) }
    try await test.publish(5) { $0.options.isLegacy = false }
    try await test.publish(6)
    #expect(try await published().suffix(3) == [true, false, false])
  }

  @Test("a promotion keeps the files for legacy clients of the channel, and completes their list")
  func promotion() async throws {
    let test = try await TestStore()
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    let first = try await test.publish(1) { $0.options.isLegacy = true }.release
    try await test.publish(test.bundle(TestStore.pages(2), second: 2), to: beta)
    let release = try await test.promote(1, of: beta, to: test.channel).release
    #expect(release.legacy != nil)
    func index() throws -> LegacyIndex {
      try LegacyIndex(test.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    }
    let listed = try #require(try index().releases.first)
    #expect(listed.jsVersion == release.jsVersion && listed.channel == "\(test.channel)")
    #expect(listed.patches.map(\.from) == [first.jsVersion])
    let names = try test.folder.names(in: "store/legacy/my-app")
    #expect(names.contains("\(release.jsVersion).zip") && names.contains(listed.patches[0].file))

    try await test.store.remove(StoreLayout.legacy("my-app", "index.json"))
    #expect(try await !test.promote(1, of: beta, to: test.channel).isNew)
    #expect(try index().releases.map(\.jsVersion) == [release.jsVersion])
  }

  @Test("a promotion leaves out files for legacy clients if its channel does, or on request")
  func promotionWithout() async throws {
    let test = try await TestStore()
    let beta = try ChannelName("my-app/beta")
    try await test.editor.roles.addChannel(beta, keys: [test.channelKey.publicKey])
    try await test.publish(test.bundle(TestStore.pages(0), second: 0), to: beta)
    try await test.publish(1) { $0.options.isLegacy = true }
    #expect(try await test.promote(1, to: beta).release.legacy == nil)
    try await test.publish(2)
    var options = PublishRequest.Options()
    options.isLegacy = true
    #expect(try await test.promote(2, to: beta, options).release.legacy != nil)
    try await test.publish(3)
    options.isLegacy = false
    #expect(try await test.promote(3, to: beta, options).release.legacy == nil)
  }

  @Test("the channel signs the list of the patches that were made")
  func signedList() async throws {
    let test = try await TestStore()
    let first = try await test.publish(1) { $0.options.isLegacy = true }.release
    let second = try await test.publish(2) { $0.options.isLegacy = true }.release
    try await test.publish(3) { $0.options.isLegacy = false }
    let contents = try await test.contents()
    #expect(contents.releases.map { $0.legacy != nil } == [false, true, true])
    let file = try #require(contents.releases[1].legacy)
    let path = test.channel.path(2, LegacyPatches.fileName)
    let bytes = try #require(
      try await test.store.read(
        StoreLayout.target(path, file), limit: LegacyPatches.maximumLength)?.bytes)
    #expect(try file.digest.matches(bytes.span))
    let list = try LegacyPatches(bytes, of: test.channel).patches
    let index = try LegacyIndex(
      test.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    let patch = try #require(index.releases.first { $0.jsVersion == second.jsVersion }?.patches[0])
    #expect(
      list == [
        .init(
          from: first.jsVersion, built: first.built, file: patch.file, length: Int64(patch.length),
          sha256: patch.sha256)
      ])
    #expect(throws: ChannelError.self) { try LegacyPatches([0x7B], of: test.channel) }
  }

  @Test("a jsVersion that another channel has published with other bytes is refused")
  func sameVersion() async throws {
    let test = try await TestStore()
    try await test.publish(1) { $0.options.isLegacy = true }
    let zip = try #require(
      test.folder.names(in: "store/legacy/my-app").first { $0.hasSuffix(".zip") })
    try test.folder.write([1, 2, 3], to: "store/legacy/my-app/" + zip)
    let again = try test.bundle(TestStore.pages(1), second: 5)
    let error = await #expect(throws: PublishError.self) {
      try await test.publish(again) {
        $0.options.isLegacy = true
        $0.options.allowsIdentical = true
      }
    }
    guard case .sameLegacyVersion = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.exitStatus == .badData)
  }

  @Test("a publication that was interrupted before the list was written is completed")
  func interrupted() async throws {
    let test = try await TestStore()
    try await test.publish(1) { $0.options.isLegacy = true }
    try await test.store.remove(StoreLayout.legacy("my-app", "index.json"))
    let again = try await test.publish(1) { $0.options.isLegacy = true }
    #expect(!again.isNew)
    let index = try LegacyIndex(
      test.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    #expect(index.releases.map(\.number) == [1])
    await #expect(throws: PublishError.nothingNew(number: 1)) {
      try await test.publish(1) { $0.options.isLegacy = true }
    }
  }

  @Test("a list that other publishers change each time is completed by the next call")
  func notListed() async throws {
    let test = try await TestStore()
    let list = StoreLayout.legacy("my-app", "index.json")
    try await test.publish(1) { $0.options.isLegacy = true }
    let bytes = try test.folder.read("store/legacy/my-app/index.json")
    let changes = Atomic(0)
    let watched = WatchedStore(
      base: test.store,
      beforeReplacement: { key in
        guard key == list else { return }
        let count = changes.wrappingAdd(1, ordering: .relaxed).newValue
        try test.folder.write(
          bytes + [UInt8](repeating: 0x0A, count: count), to: "store/legacy/my-app/index.json")
      })
    var busy = test
    busy.editor = try test.editor(store: watched)
    let error = await #expect(throws: PublishError.notListed(number: 2, attempts: 5)) {
      try await busy.publish(2) { $0.options.isLegacy = true }
    }
    #expect(error?.exitStatus == .busy)
    #expect(changes.load(ordering: .relaxed) == 5)
    #expect(try await test.contents().newestNumber == 2)
    // A job that is started again has built another zip of the same files.
    let builtAgain = try test.bundle(TestStore.pages(2), second: 3)
    let again = try await test.publish(builtAgain) { $0.options.isLegacy = true }
    #expect(!again.isNew)
    let release = try LegacyIndex(
      test.folder.read("store/legacy/my-app/index.json"), app: "my-app"
    ).releases[0]
    #expect(release.jsVersion == again.release.jsVersion)
    #expect(release.number == 2)
    #expect(release.patches.count == 1)
  }

  @Test("the list that is completed has the patches of the release")
  func interruptedWithPatches() async throws {
    let test = try await TestStore()
    let shipped = try test.bundle(TestStore.pages(0), second: 0)
    for number in 1...2 {
      try await test.publish(number) {
        $0.options.isLegacy = true
        $0.options.embedded = [.init(shipped, native: "1.0.0")]
      }
    }
    let list = "store/legacy/my-app/index.json"
    let complete = try LegacyIndex(test.folder.read(list), app: "my-app").releases[0]
    #expect(complete.patches.count == 2)
    try await test.store.remove(StoreLayout.legacy("my-app", "index.json"))
    let again = try await test.publish(2) {
      $0.options.isLegacy = true
      $0.options.embedded = [.init(shipped, native: "1.0.0")]
    }
    #expect(!again.isNew)
    #expect(try LegacyIndex(test.folder.read(list), app: "my-app").releases == [complete])
  }

  /// Makes a patch from the first release, as a publication does.
  private func patch(to new: ReadableFile, in test: TestStore) throws -> Update {
    let old = try ReadableFile(test.folder.path("bundle-1.zip"))
    let maker = UpdateMaker(.bsdiff, level: .standard, verifier: BundleVerifier(threads: 1))
    return try Folder.withScratchFolder(beside: test.folder.path("patch")) {
      try maker.make(from: old, to: new, scratch: $0)
    }
  }

  @Test("a patch of another version of eros is listed if it produces the bundle")
  func otherPatch() async throws {
    let test = try await TestStore()
    try await test.publish(1) { $0.options.isLegacy = true }
    let new = try test.bundle(TestStore.pages(2), second: 2)
    let own = try patch(to: new, in: test)
    // A patch that uses only the first half of the old bundle is also a patch of the whole bundle.
    let old = try test.folder.read("bundle-1.zip")
    let other = try BSDiffEncoder(level: .standard, threads: 1)
      .encode(old: Array(old.prefix(old.count / 2)), new: test.folder.read("bundle-2.zip"))
    try #require(other.count != own.bytes.count)
    try test.folder.write(other, to: "store/legacy/my-app/" + own.publishedName())
    try await test.publish(new) { $0.options.isLegacy = true }
    let index = try LegacyIndex(
      test.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    #expect(index.releases[0].patches.map(\.length) == [UInt64(other.count)])
  }

  @Test("a damaged patch of the same name is replaced, because it makes clients hang")
  func damagedPatch() async throws {
    let test = try await TestStore()
    try await test.publish(1) { $0.options.isLegacy = true }
    let new = try test.bundle(TestStore.pages(2), second: 2)
    let update = try patch(to: new, in: test)
    var damaged = update.bytes
    damaged[damaged.count / 2] ^= 0xFF
    try test.folder.write(damaged, to: "store/legacy/my-app/" + update.publishedName())
    try await test.publish(new) { $0.options.isLegacy = true }
    #expect(
      try test.folder.read("store/legacy/my-app/" + update.publishedName()) == update.bytes)
  }

  @Test("a malformed list is reported before a release is published")
  func malformedList() async throws {
    let test = try await TestStore()
    try await test.publish(1) { $0.options.isLegacy = true }
    try test.folder.write(Array("[]".utf8), to: "store/legacy/my-app/index.json")
    let error = await #expect(throws: PublishError.self) {
      try await test.publish(2) { $0.options.isLegacy = true }
    }
    guard case .damagedList("legacy/my-app/index.json", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await test.contents().newestNumber == 1)
  }

  @Test("a malformed list is refused")
  func malformedIndex() throws {
    for text in ["", "{}", #"{"version":2,"releases":[]}"#, #"{"version":1,"releases":[{}]}"#] {
      #expect(throws: PublishError.self, "\(text)") {
        try LegacyIndex(Array(text.utf8), app: "my-app")
      }
    }
  }
}
