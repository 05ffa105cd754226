import ErosCore
import ErosFiles
import ErosTestSupport
import SystemPackage
import Testing

@testable import ErosTrust

@Suite("The folder of trusted metadata", .temporaryFolder)
struct TrustFolderTests {
  @Test("changes are stored and read again")
  func changes() throws {
    let path = try TemporaryFolder.ofTest().path
    let folder = try TrustFolder(path)
    var repository = try TestRepository()
    var device = TestDevice(repository)
    for _ in 0..<2 {
      try device.update(from: repository)
      for change in device.changes { try folder.apply(change) }
      let stored = try folder.load()
      #expect(stored.names == device.stored.names && !stored.names.isEmpty)
      for name in stored.names {
        #expect(try stored.contents(of: name) == device.stored.files[name])
      }
      try repository.rotate(.timestamp)
      try repository.publish("root", "timestamp")
    }
  }

  @Test("items that are not metadata are ignored and kept")
  func otherItems() throws {
    let temporary = try TemporaryFolder.ofTest()
    try temporary.write(
      [
        "notes.txt": [1], ".root.json.eros-staged": [2], "folder.json/a": [3],
        "large.json": [UInt8](repeating: 0x20, count: 9 << 20), "root.json": [4],
      ], below: "trust")
    let folder = try TrustFolder(temporary.path + "/trust")
    #expect(try folder.load().files == ["root.json": [4]])
    #expect(try folder.load().names == ["large.json", "root.json"])
    #expect(try folder.load().contents(of: "large.json") == nil)
    try folder.apply(.store(file: "root.json", [5]))
    #expect(try folder.load().files == ["root.json": [5]])
  }

  @Test("a removed file that is missing is not an error")
  func missingFile() throws {
    let folder = try TrustFolder(try TemporaryFolder.ofTest().path)
    try folder.apply(.remove(file: "timestamp.json"))
    #expect(try folder.load().files.isEmpty)
  }

  @Test("files of delegated roles are read only when a search needs them")
  func delegatedRoles() throws {
    let path = try TemporaryFolder.ofTest().path
    let folder = try TrustFolder(path)
    var repository = try TestRepository()
    for role in ["a", "b"] as [RoleName] {
      try repository.delegate(role, paths: .patterns([PathPattern("\(role)/*")]))
      try repository.addTarget("\(role)/file", to: role)
    }
    try repository.publish("a", "b", "targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    for target in ["a/file", "b/file"] {
      try device.update(from: repository, find: target)
      for change in device.changes { try folder.apply(change) }
    }
    let stored = try folder.load()
    #expect(stored.names.contains("a.json"))
    let files = TopLevelRole.allCases.map(\.file) + [StoredMetadata.rootCopy]
    #expect(stored.files.keys.sorted() == files.sorted())
    device.stored = stored
    let update = try device.update(from: repository, find: "a/file")
    #expect(update.target?.role == "a")
    #expect(device.requests == ["2.root.json", "timestamp.json"])
  }

  @Test("a system error while files are read is thrown, and no file counts as missing")
  func systemError() async throws {
    let temporary = try TemporaryFolder.ofTest()
    try temporary.write([1], to: "root.json")
    try temporary.write([1], to: "a.json")
    let path = temporary.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let folder = try TrustFolder(path)
      let stored = try folder.load()
      var files: [ReadableFile] = []
      try ProcessLimits.limitOpenFiles(to: 64)
      while let file = try? ReadableFile(path + "/root.json") { files.append(file) }
      let loading = #expect(throws: FileError.self) { try folder.load() }
      #expect(loading?.reason == .tooManyOpenFiles)
      let reading = #expect(throws: FileError.self) { try stored.contents(of: "a.json") }
      #expect(reading?.reason == .tooManyOpenFiles)
      #expect(files.count > 10)
    }
  }

  @Test("an update does not start a download for a stored file that cannot be read")
  func unreadableRole() throws {
    struct ReadError: Error {}
    var repository = try TestRepository()
    try repository.delegate("a", paths: .patterns([PathPattern("*")]))
    try repository.publish("a", "targets", "snapshot", "timestamp")
    var device = TestDevice(repository)
    try device.update(from: repository)
    device.stored = StoredMetadata(device.stored.files, unreadFiles: ["a.json"]) { _ in
      throw ReadError()
    }
    #expect(throws: ReadError.self) { try device.update(from: repository, find: "file") }
    #expect(device.requests == ["2.root.json", "timestamp.json"])
  }

  @Test("a second process waits for the lock and then gets an error")
  func lock() throws {
    let path = try TemporaryFolder.ofTest().path
    var first: TrustFolder? = try TrustFolder(path)
    let error = #expect(throws: FileError.self) { try TrustFolder(path, timeout: .zero) }
    #expect(error?.reason == .wouldBlock)
    #expect(first != nil)
    first = nil
    _ = try TrustFolder(path, timeout: .zero)
  }

  @Test("processes that replace and create the same file do not disturb each other")
  func sharedFiles() async throws {
    let path = try TemporaryFolder.ofTest().path
    let folder = try Folder(path)
    let created = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 0..<8 {
        group.addTask {
          var created = 0
          for round in 0..<20 {
            let bytes = [UInt8](repeating: UInt8(writer), count: 1000)
            try folder.replaceSharedFile("shared", with: bytes)
            do {
              try folder.createFile("new\(round)", with: bytes)
              created += 1
            } catch let error as FileError where error.reason == .fileExists {}
          }
          return created
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(created == 20)
    for name in try folder.names() {
      let bytes = try readWholeFile(path + "/" + name)
      #expect(bytes.count == 1000 && Set(bytes).count == 1, "\(name)")
    }
    #expect(try folder.names().count == 21)
  }
}
