import ErosCore
import ErosCrypto
import ErosFiles
import ErosTestSupport
import ErosTrust
import Foundation
import Synchronization
import Testing

@testable import ErosStore

@Suite("folder store", .phase(.servers), .temporaryFolder)
struct FolderStoreTests {
  private func store(usesLinks: Bool = true) throws -> FolderStore {
    try FolderStore(
      TemporaryFolder.ofTest().path("store"), creating: true, usesLinks: usesLinks)
  }

  private func contents(_ text: String) throws -> ObjectContents {
    try ObjectContents(Array(text.utf8))
  }

  private func key(_ text: String) throws -> ObjectKey { try #require(ObjectKey(text)) }

  private func text(_ store: FolderStore, _ key: ObjectKey) async throws -> String? {
    try await store.read(key, limit: 1 << 24).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func keys(_ store: FolderStore, _ prefix: String = "") async throws -> [String] {
    var keys: [String] = []
    var cursor: String?
    repeat {
      let page = try await store.list(prefix, after: cursor)
      keys += page.items.map(\.key.text)
      cursor = page.next
    } while cursor != nil
    return keys
  }

  // MARK: Creating

  @Test("creates an object once", arguments: [true, false])
  func create(usesLinks: Bool) async throws {
    let store = try store(usesLinks: usesLinks)
    let key = try key("metadata/1.root.json")
    let outcome = try await store.create(key, contents("one"), cache: .immutable)
    let status = try #require(try await store.status(of: key))
    #expect(outcome == .created(try #require(status.version)))
    #expect(status.length == 3)
    #expect(try await store.create(key, contents("two"), cache: .immutable) == .exists)
    #expect(try await text(store, key) == "one")
    let names = try TemporaryFolder.ofTest().names(in: "store/metadata")
    #expect(names == ["1.root.json"])
  }

  @Test("gives an object the permissions of other output files")
  func permissions() async throws {
    let store = try store()
    _ = try await store.create(key("a/b"), contents("x"), cache: .immutable)
    try TemporaryFolder.ofTest().write("x", to: "plain")
    let mode = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: TemporaryFolder.ofTest().path(path))[
        .posixPermissions] as? Int
    }
    #expect(try mode("store/a/b") == mode("plain"))
  }

  @Test("streams an object of several parts, and reads it from an offset")
  func largeObject() async throws {
    let folder = try TemporaryFolder.ofTest()
    let bytes = (0..<(5 << 19)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try folder.write(bytes, to: "input")
    let contents = try ObjectContents(ReadableFile(folder.path("input")))
    let store = try store()
    let key = try key("bundle.zip")
    _ = try await store.create(key, contents, cache: .immutable)
    #expect(try folder.read("store/bundle.zip") == bytes)
    var rest: [UInt8] = []
    let status = try await store.read(key, from: 1_500_000, limit: 2_000_000) { part in
      for index in part.indices { rest.append(part[index]) }
    }
    #expect(rest == Array(bytes[1_500_000...]))
    #expect(status == ObjectStatus(length: UInt64(bytes.count), version: nil))
    #expect(try await store.contains(key, ObjectDigest(contents.digest)))
    // The version of a large object is known to its creator, who can replace it.
    let version = ObjectVersion(contents.digest.sha256.description)
    #expect(
      try await store.replace(
        key, self.contents("x"), expecting: version, cache: .seconds(30))
        == .replaced(ObjectVersion(self.contents("x").digest.sha256.description)))
  }

  @Test(
    "refuses a file that changed since its digest was determined",
    arguments: ["", "ab", "abd", "abcd"])
  func changedFile(text: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("abc", to: "input")
    let contents = try ObjectContents(ReadableFile(folder.path("input")))
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path("input")))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Array(text.utf8))
    try handle.close()
    let store = try store()
    let error = await #expect(throws: ObjectError.self) {
      try await store.create(key("bundle.zip"), contents, cache: .immutable)
    }
    #expect(error?.exitStatus == .busy)
    #expect(try await keys(store).isEmpty)
    #expect(try folder.names(in: "store").isEmpty)
  }

  @Test("one of many concurrent publishers creates an object", arguments: [true, false])
  func concurrentCreates(usesLinks: Bool) async throws {
    let store = try store(usesLinks: usesLinks)
    for round in 0..<20 {
      let key = try key("a/b/\(round)")
      let winners = Mutex<[String]>([])
      try await concurrently(8) { index in
        let outcome = try await store.create(key, contents("\(index)"), cache: .immutable)
        if outcome != .exists { winners.withLock { $0.append("\(index)") } }
      }
      #expect(winners.withLock { $0 } == [try await text(store, key)])
    }
    let names = try TemporaryFolder.ofTest().names(in: "store/a/b")
    #expect(names.count == 20)
  }

  // MARK: Replacing

  @Test("replaces only the expected version")
  func replace() async throws {
    let store = try store()
    let key = try key("metadata/timestamp.json")
    let versions = try ["one", "two", "three"].map {
      ObjectVersion(try contents($0).digest.sha256.description)
    }
    #expect(
      try await store.replace(key, contents("one"), expecting: versions[0], cache: .seconds(30))
        == .conflict)
    #expect(try await store.status(of: key) == nil)
    _ = try await store.create(key, contents("one"), cache: .seconds(30))
    #expect(
      try await store.replace(key, contents("two"), expecting: versions[0], cache: .seconds(30))
        == .replaced(versions[1]))
    #expect(
      try await store.replace(key, contents("three"), expecting: versions[0], cache: .seconds(30))
        == .conflict)
    #expect(try await text(store, key) == "two")
    #expect(try await keys(store) == [key.text])
  }

  @Test("concurrent increments lose no update")
  func increments() async throws {
    let path = try TemporaryFolder.ofTest().path("store")
    let key = try key("counter")
    _ = try await store().create(key, contents("0"), cache: .seconds(1))
    try await concurrently(8) { _ in
      let store = try FolderStore(path, lockTime: .seconds(120))
      for _ in 0..<15 { try await increment(key, in: store) }
    }
    #expect(try await text(store(), key) == "120")
  }

  private func increment(_ key: ObjectKey, in store: FolderStore) async throws {
    while true {
      let current = try #require(try await store.read(key, limit: 100))
      let number = try #require(Int(String(decoding: current.bytes, as: UTF8.self)))
      let outcome = try await store.replace(
        key, contents("\(number + 1)"), expecting: #require(current.status.version),
        cache: .seconds(1))
      if outcome != .conflict { return }
    }
  }

  @Test("waits for the lock of another publisher, then reports it")
  func busy() async throws {
    let path = try TemporaryFolder.ofTest().path("store")
    let store = try FolderStore(path, creating: true, lockTime: .milliseconds(50))
    let key = try key("a")
    guard case .created(let version) = try await store.create(key, contents("1"), cache: .immutable)
    else { return #expect(Bool(false)) }
    let lock = try Folder(path).lock(timeout: .zero)
    let error = await #expect(throws: FileError.self) {
      try await store.replace(key, contents("2"), expecting: version, cache: .immutable)
    }
    #expect(error?.exitStatus == .busy)
    withExtendedLifetime(lock) {}
    #expect(try await text(store, key) == "1")
    #expect(try TemporaryFolder.ofTest().names(in: "store") == ["a", "lock"])
  }

  // MARK: Copying and removing

  @Test("an object is copied", arguments: [true, false])
  func copy(usesLinks: Bool) async throws {
    let store = try store(usesLinks: usesLinks)
    let (source, target) = (try key("targets/a/1.zip"), try key("targets/b/2.zip"))
    let contents = try contents("zip")
    func copy() async throws -> CopyOutcome {
      try await store.copy(
        source, to: target, digest: ObjectDigest(contents.digest), cache: .immutable)
    }
    #expect(try await copy() == .sourceMissing)
    _ = try await store.create(source, contents, cache: .immutable)
    #expect(try await copy() == .copied)
    #expect(try await copy() == .exists)
    #expect(try await text(store, target) == "zip")
    #expect(try TemporaryFolder.ofTest().names(in: "store/targets/b") == ["2.zip"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: TemporaryFolder.ofTest().path("store/targets/b/2.zip"))
    #expect(attributes[.referenceCount] as? Int == (usesLinks ? 2 : 1))
    try await store.remove(source)
    #expect(try await text(store, target) == "zip")
  }

  @Test("refuses to copy an object of another length")
  func copyOfAnotherLength() async throws {
    let store = try store()
    _ = try await store.create(key("a"), contents("abc"), cache: .immutable)
    await #expect(throws: ObjectError.self) {
      try await store.copy(
        key("a"), to: key("b"), digest: ObjectDigest(contents("abcd").digest), cache: .immutable)
    }
    #expect(try await keys(store) == ["a"])
  }

  @Test("removes an object and the folders that are empty then")
  func remove() async throws {
    let store = try store()
    for name in ["a/b/c", "a/d"] {
      _ = try await store.create(key(name), contents("x"), cache: .immutable)
    }
    try await store.remove(key("a/b/c"))
    try await store.remove(key("a/b/c"))
    try await store.remove(key("x/y"))
    #expect(try TemporaryFolder.ofTest().names(in: "store/a") == ["d"])
    try await store.remove(key("a/d"))
    #expect(try TemporaryFolder.ofTest().names(in: "store") == ["lock"])
  }

  @Test("creates objects while others remove the empty folders")
  func createsBesideRemovals() async throws {
    let store = try store()
    try await concurrently(4) { index in
      for round in 0..<50 {
        let key = try key("a/b/\(index)-\(round)")
        #expect(try await store.create(key, contents("x"), cache: .immutable) != .exists)
        try await store.remove(key)
      }
    }
    #expect(try await keys(store).isEmpty)
  }

  // MARK: Reading

  @Test("reads exactly the requested range")
  func ranges() async throws {
    let store = try store()
    let key = try key("a")
    _ = try await store.create(key, contents("abcdef"), cache: .immutable)
    var bytes: [UInt8] = []
    func read(from offset: UInt64, limit: UInt64) async throws {
      bytes = []
      _ = try await store.read(key, from: offset, limit: limit) { part in
        for index in part.indices { bytes.append(part[index]) }
      }
    }
    try await read(from: 4, limit: 2)
    #expect(bytes == Array("ef".utf8))
    try await read(from: 6, limit: 0)
    #expect(bytes.isEmpty)
    await #expect(throws: ObjectError.tooLong(store.location + "/a", limit: 5)) {
      try await read(from: 0, limit: 5)
    }
    await #expect(throws: ObjectError.tooShort(store.location + "/a", offset: 7)) {
      try await read(from: 7, limit: 5)
    }
    #expect(bytes.isEmpty)
    #expect(try await store.read(ObjectKey("b") ?? key, limit: 5) == nil)
  }

  @Test("an object is compared by its contents")
  func contains() async throws {
    let store = try store()
    _ = try await store.create(key("a"), contents("abc"), cache: .immutable)
    #expect(try await store.contains(key("a"), ObjectDigest(contents("abc").digest)))
    #expect(try await !store.contains(key("a"), ObjectDigest(contents("abd").digest)))
    #expect(try await !store.contains(key("a"), ObjectDigest(contents("ab").digest)))
    #expect(try await !store.contains(key("b"), ObjectDigest(contents("abc").digest)))
  }

  // MARK: Listing

  @Test("lists keys in byte order, also if a folder's name starts another name")
  func list() async throws {
    let store = try store()
    let names = ["a-b", "a.b", "a/b", "a/c/d", "a0", "ä/x", "z", "a/lock"]
    for name in names {
      _ = try await store.create(key(name), contents("x"), cache: .immutable)
    }
    let sorted = try names.map { try key($0) }.sorted().map(\.text)
    #expect(try await keys(store) == sorted)
    #expect(try await keys(store, "a/") == ["a/b", "a/c/d", "a/lock"])
    #expect(try await keys(store, "a") == ["a-b", "a.b", "a/b", "a/c/d", "a/lock", "a0"])
    #expect(try await keys(store, "a/c/d") == ["a/c/d"])
    #expect(try await keys(store, "b/").isEmpty)
    for (index, name) in sorted.enumerated() {
      let page = try await store.list("", after: name)
      #expect(page.items.map(\.key.text) == Array(sorted[(index + 1)...]))
    }
  }

  @Test("lists all objects on one page, because each page would read the folder again")
  func onePage() async throws {
    let folder = try TemporaryFolder.ofTest()
    let store = try store()
    let names = try (0..<2000).map { try key("m/\($0 % 7)/\($0)") }.sorted().map(\.text)
    for name in names { try folder.write([1], to: "store/" + name) }
    let page = try await store.list("m/", after: nil)
    #expect(page.items.map(\.key.text) == names)
    #expect(page.next == nil)
  }

  @Test("finds and removes temporary files that no process uses, and lists none of them")
  func temporaryFiles() async throws {
    let folder = try TemporaryFolder.ofTest()
    let store = try store()
    for name in ["a/b/.1.eros-staged", "a/.2.eros-staged", ".3.eros-staged"] {
      try folder.write("x", to: "store/" + name)
    }
    let used = try TemporaryFile(in: Folder(folder.path("store/a")))
    #expect(try await keys(store).isEmpty)
    let found = try await store.leftovers()
    #expect(
      found.map(\.key.text) == [".3.eros-staged", "a/.2.eros-staged", "a/b/.1.eros-staged"])
    #expect(found.map(\.length) == [1, 1, 1])
    for item in found { try await store.removeLeftover(item.key) }
    #expect(try folder.names(in: "store/a").count == 1)
    try used.create("object")
    // The lock protects a file that was created since.
    let name = try #require(folder.names(in: "store/a").first { $0 != "object" })
    try await store.removeLeftover(key("a/" + name))
    #expect(try folder.names(in: "store/a").count == 2)
    withExtendedLifetime(used) {}
  }

  @Test(
    "does not use the names of its own files for objects",
    arguments: ["lock", "lock/x", "a/.x.eros-staged"])
  func reservedKeys(name: String) async throws {
    let store = try store()
    let key = try key(name)
    await #expect(throws: StoreError.reservedKey(key)) {
      try await store.create(key, contents("x"), cache: .immutable)
    }
    await #expect(throws: StoreError.reservedKey(key)) { try await store.status(of: key) }
  }

  // MARK: Other items

  @Test("reports items that are not regular files", arguments: ["symlink", "folder", "pipe"])
  func otherItems(kind: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let store = try store()
    try folder.write("outside", to: "outside")
    let path = folder.path("store/a")
    switch kind {
    case "symlink": #expect(symlink("../outside", path) == 0)
    case "folder": try folder.makeFolder("store/a")
    default: #expect(mkfifo(path, 0o644) == 0)
    }
    let key = try key("a")
    let (x, version) = (try contents("x"), ObjectVersion("0"))
    let operations: [() async throws -> Void] = [
      { _ = try await store.status(of: key) },
      { _ = try await store.read(key, limit: 100) },
      { _ = try await store.contains(key, ObjectDigest(x.digest)) },
      { _ = try await store.create(key, x, cache: .immutable) },
      { _ = try await store.replace(key, x, expecting: version, cache: .immutable) },
      {
        _ = try await store.copy(
          key, to: ObjectKey("b") ?? key, digest: ObjectDigest(x.digest), cache: .immutable)
      },
      { try await store.remove(key) },
    ]
    for operation in operations {
      let error = await #expect(throws: StoreError.self) { try await operation() }
      #expect(error?.problem.contains("/store/a' is a ") == true)
    }
    #expect(try await keys(store).isEmpty)
    #expect(try folder.read("outside") == Array("outside".utf8))
  }

  @Test("does not follow a symlink to a folder")
  func symlinkToFolder() async throws {
    let folder = try TemporaryFolder.ofTest()
    let store = try store()
    try folder.write("outside", to: "outside/b")
    #expect(symlink("../outside", folder.path("store/a")) == 0)
    await #expect(throws: StoreError.notAFolder(store.location + "/a", .symlink)) {
      try await store.read(key("a/b"), limit: 100)
    }
    await #expect(throws: StoreError.notAFolder(store.location + "/a", .symlink)) {
      try await store.create(key("a/c"), contents("x"), cache: .immutable)
    }
    #expect(try await keys(store).isEmpty)
    #expect(try folder.names(in: "outside") == ["b"])
  }

  @Test("reports a missing folder")
  func missingFolder() throws {
    let path = try TemporaryFolder.ofTest().path("missing")
    let error = #expect(throws: FileError.self) { try FolderStore(path) }
    #expect(error?.exitStatus == .inputNotFound)
  }
}
