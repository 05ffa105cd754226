import ErosCore
import ErosFiles
import ErosTestSupport
import ErosTrust
import Testing

@Suite("The folder of trusted metadata")
struct TrustFolderTests {
  @Test("changes are stored and read again", .temporaryFolder)
  func changes() throws {
    let path = try TemporaryFolder.ofTest().path
    let folder = try TrustFolder(path)
    var repository = try TestRepository()
    var device = TestDevice(repository)
    for _ in 0..<2 {
      try device.update(from: repository)
      for change in device.changes { try folder.apply(change) }
      #expect(try folder.load().files == device.stored.files)
      try repository.rotate(.timestamp)
      try repository.publish("root", "timestamp")
    }
  }

  @Test("items that are not metadata are ignored and kept", .temporaryFolder)
  func otherItems() throws {
    let temporary = try TemporaryFolder.ofTest()
    try temporary.write(
      [
        "notes.txt": [1], ".root.json.eros-staged": [2], "folder.json/a": [3],
        "large.json": [UInt8](repeating: 0x20, count: 9 << 20), "root.json": [4],
      ], below: "trust")
    let folder = try TrustFolder(temporary.path + "/trust")
    #expect(try folder.load().files == ["root.json": [4]])
    try folder.apply(.store(file: "root.json", [5]))
    #expect(try folder.load().files == ["root.json": [5]])
  }

  @Test("a removed file that is missing is not an error", .temporaryFolder)
  func missingFile() throws {
    let folder = try TrustFolder(try TemporaryFolder.ofTest().path)
    try folder.apply(.remove(file: "timestamp.json"))
    #expect(try folder.load().files.isEmpty)
  }
}
