import ErosBundle
import ErosCore
import ErosDelta
import ErosDiff
import ErosFiles
import ErosPublish
import ErosStore
import ErosTestSupport
import ErosTrust
import Testing

@Suite("Files for clients in the field", .temporaryFolder)
struct LegacyTests {
  @Test("the zip and the patches have the names that clients request")
  func files() async throws {
    let test = try await TestStore(in: TemporaryFolder.ofTest())
    let old = try test.bundle(TestStore.pages(1), hour: 1)
    let new = try test.bundle(TestStore.pages(2), hour: 2)
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

  @Test("a jsVersion that another channel has published with other bytes is refused")
  func sameVersion() async throws {
    let test = try await TestStore(in: TemporaryFolder.ofTest())
    try await test.publish(1) { $0.options.isLegacy = true }
    let zip = try #require(
      test.folder.names(in: "store/legacy/my-app").first { $0.hasSuffix(".zip") })
    try test.folder.write([1, 2, 3], to: "store/legacy/my-app/" + zip)
    let again = try test.bundle(TestStore.pages(1), hour: 5)
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
    let test = try await TestStore(in: TemporaryFolder.ofTest())
    try await test.publish(1) { $0.options.isLegacy = true }
    try await test.store.remove(StoreLayout.legacy("my-app", "index.json"))
    await #expect(throws: PublishError.nothingNew(number: 1)) {
      try await test.publish(1) { $0.options.isLegacy = true }
    }
    let index = try LegacyIndex(
      test.folder.read("store/legacy/my-app/index.json"), app: "my-app")
    #expect(index.releases.map(\.number) == [1])
  }

  @Test("a malformed list is refused")
  func malformedIndex() throws {
    for text in ["", "{}", #"{"version":2,"releases":[]}"#, #"{"version":1,"releases":[{}]}"#] {
      #expect(throws: (any Error).self, "\(text)") {
        try LegacyIndex(Array(text.utf8), app: "my-app")
      }
    }
  }
}
