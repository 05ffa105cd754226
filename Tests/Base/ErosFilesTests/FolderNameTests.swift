import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosFiles

@Suite("Names in a folder", .temporaryFolder)
struct FolderNameTests {
  @Test("two items are exchanged without system support")
  func exchange() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "here/a/file")
    try folder.write("new", to: "there/b/file")
    let here = try Folder(folder.path("here"))
    try here.exchangeInSteps("a", with: "b", in: Folder(folder.path("there")))
    #expect(try folder.read("here/a/file") == Array("new".utf8))
    #expect(try folder.read("there/b/file") == Array("old".utf8))
    #expect(try folder.names(in: "there") == ["b"])
  }

  @Test("a failed exchange leaves both items unchanged")
  func failedExchange() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "here/a/file")
    try folder.makeFolder("there")
    let here = try Folder(folder.path("here"))
    let there = try Folder(folder.path("there"))
    #expect(throws: FileError.self) { try here.exchangeInSteps("a", with: "missing", in: there) }
    #expect(try folder.read("here/a/file") == Array("old".utf8))
    #expect(try folder.names(in: "there") == [])
  }

  @Test(
    "names are found by their start, without '.' and '..'",
    arguments: [
      ("", [".a", ".a-1", ".a-2", ".b", "a", "a-3"]), (".", [".a", ".a-1", ".a-2", ".b"]),
      ("..", []), (".a", [".a", ".a-1", ".a-2"]), (".a-", [".a-1", ".a-2"]), (".a-1", [".a-1"]),
      (".a-1-", []),
    ] as [(String, [String])])
  func start(prefix: String, expected: [String]) throws {
    let folder = try TemporaryFolder.ofTest()
    for name in [".a", ".a-1", ".a-2", ".b", "a", "a-3"] { try folder.write("", to: name) }
    let opened = try Folder(folder.path("."))
    #expect(try opened.names(startingWith: prefix).sorted() == expected)
  }

  @Test("a name that cannot be checked does not count as missing")
  func has() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "file")
    let opened = try Folder(folder.path("."))
    #expect(try opened.has("file"))
    #expect(try !opened.has("other"))
    let error = #expect(throws: FileError.self) {
      try opened.has(String(repeating: "n", count: 300))
    }
    #expect(error?.exitStatus == .inputNotFound)
  }
}
