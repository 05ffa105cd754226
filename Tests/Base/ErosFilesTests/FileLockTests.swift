import ErosFiles
import ErosTestSupport
import SystemPackage
import Testing

@Suite("The lock file", .temporaryFolder)
struct FileLockTests {
  @Test("a second lock is refused until the first one is released, and the file stays")
  func exclusive() throws {
    let folder = try TemporaryFolder.ofTest()
    let path = folder.path("a.lock")
    var first = try FileLock(path)
    #expect(first != nil)
    #expect(try FileLock(path) == nil)
    #expect(try FileLock(folder.path("b.lock")) != nil)
    first = nil
    #expect(try FileLock(path) != nil)
    #expect(try folder.read("a.lock").isEmpty)
  }

  @Test("a missing folder is an error")
  func missingFolder() throws {
    let path = try TemporaryFolder.ofTest().path("missing/a.lock")
    #expect(throws: FileError(.create, path, .noSuchFileOrDirectory)) { try FileLock(path) }
  }
}
