import ErosFiles
import ErosTestSupport
import SystemPackage
import Testing

@Suite("Durable files in a folder")
struct FolderDurableTests {
  @Test("a file is created once and never replaced", .temporaryFolder)
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
}
