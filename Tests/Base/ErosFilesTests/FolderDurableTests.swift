import ErosTestSupport
import SystemPackage
import Testing

@testable import ErosFiles

@Suite("Durable files in a folder", .temporaryFolder)
struct FolderDurableTests {
  @Test("a file is created once and never replaced")
  func createFile() throws {
    let folder = try TemporaryFolder.ofTest()
    let opened = try Folder(folder.path("."), creating: .ownerOnly)
    try opened.createFile("a", with: [1])
    let error = #expect(throws: FileError.self) { try opened.createFile("a", with: [2]) }
    #expect(error?.reason == .fileExists)
    #expect(try folder.read("a") == [1])
    #expect(try folder.names(in: ".") == ["a"])
    #expect(try FileStatus(of: folder.path("a")).permissions == 0o600)
  }

  @Test(
    "a file is replaced, and so is what a killed process left",
    arguments: [nil, ".a.eros-staged", ".a.eros-staged/x"])
  func replaceFile(leftover: String?) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "a")
    if let leftover { try folder.write("a longer leftover", to: leftover) }
    let opened = try Folder(folder.path("."))
    try opened.replaceFile("a", with: [1]) {
      let (old, staged) = (try folder.read("a"), try folder.read(".a.eros-staged"))
      #expect(old == Array("old".utf8) && staged == [1])
    }
    #expect(try folder.read("a") == [1])
    #expect(try folder.names(in: ".") == ["a"])
  }

  @Test("an error before the replacement keeps the file and removes the staged one")
  func failingPreparation() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "a")
    let opened = try Folder(folder.path("."))
    #expect(throws: Errno.ioError) {
      try opened.replaceFile("a", with: [1]) { throw Errno.ioError }
    }
    #expect(try folder.read("a") == Array("old".utf8))
    #expect(try folder.names(in: ".") == ["a"])
  }

  @Test("a file of another folder is replaced through this one")
  func replaceInFolder() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("b")
    let opened = try Folder(folder.path("."))
    try opened.replaceFile("a", with: [1], in: opened.openFolder("b")) {
      let names = try folder.names(in: ".")
      #expect(names == [".a.eros-staged", "b"])
    }
    #expect(try folder.read("b/a") == [1])
    #expect(try folder.names(in: ".") == ["b"])
  }
}
