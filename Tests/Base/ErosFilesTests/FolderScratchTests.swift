import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@Suite("Scratch folders", .temporaryFolder)
struct FolderScratchTests {
  @Test("only the scratch folders that no process uses are removed")
  func leftovers() throws {
    let folder = try TemporaryFolder.ofTest()
    let kept = [
      ".other.zip-1.eros-scratch", ".new.zip-ä.eros-scratch", ".new.zip--1.eros-scratch",
      ".new.zip-b.zip-1.eros-scratch",
    ]
    for name in kept + [".new.zip-1.eros-scratch", ".new.zip-x9.eros-scratch"] {
      try folder.write([1], to: name + "/pages/a.js")
    }
    let path = folder.path("new.zip")
    let names = try Folder.withScratchFolder(beside: path) { try $0.names() }
    #expect(names == [])
    #expect(try folder.names(in: ".") == kept.sorted())
  }

  @Test("a scratch folder in use is kept, also by the same process identifier")
  func inUse() throws {
    let folder = try TemporaryFolder.ofTest()
    let path = folder.path("new.zip")
    try Folder.withScratchFolder(beside: path) { outer in
      var file = try outer.newFile("a")
      try file.close()
      try Folder.withScratchFolder(beside: path) { inner in
        let (inside, all) = (try inner.names(), try folder.names(in: "."))
        #expect(inside == [])
        #expect(all.count == 2)
      }
      let (inside, all) = (try outer.names(), try folder.names(in: "."))
      #expect(inside == ["a"])
      #expect(all.count == 1)
    }
    #expect(try folder.names(in: ".") == [])
  }

  @Test("the folder of another user is kept", .enabled(if: geteuid() == 0))
  func otherUser() throws {
    let folder = try TemporaryFolder.ofTest()
    let name = ".new.zip-1.eros-scratch"
    try folder.makeFolder(name)
    try #require(chown(folder.path(name), 1000, 1000) == 0)
    try Folder.withScratchFolder(beside: folder.path("new.zip")) { _ in }
    #expect(try folder.names(in: ".") == [name])
  }

  @Test("a name of maximum length can have a scratch folder")
  func longNames() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in [String(repeating: "n", count: 255), String(repeating: "\u{10348}", count: 63)] {
      let names = try Folder.withScratchFolder(beside: folder.path(name)) { _ in
        try folder.names(in: ".")
      }
      #expect(names.count == 1)
      #expect(try folder.names(in: ".") == [])
    }
  }

  @Test("a new folder replaces only an empty one, which is checked before it is filled")
  func make() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("empty")
    try Folder.make(folder.path("empty")) { contents in
      var file = try contents.newFile("a")
      try file.close()
    }
    #expect(try folder.names(in: "empty") == ["a"])
    try folder.write([1], to: "file")
    for (name, reason) in [
      ("empty", "Directory not empty"), ("file", "Not a directory"),
      ("missing/new", "No such file or directory"),
    ] {
      let error = #expect(throws: FileError.self) {
        try Folder.make(folder.path(name)) { _ in Issue.record("\(name) was filled") }
      }
      #expect(error?.problem == "cannot create '\(folder.path(name))': \(reason)")
      #expect(error?.exitStatus == .cannotCreate)
      #expect(error?.remedy != nil)
    }
    #expect(try folder.names(in: ".") == ["empty", "file"])
  }

  @Test("an error of the scratch folder names the path that the caller gave")
  func scratchError() throws {
    let path = "/proc/new"
    let error = #expect(throws: FileError.self) {
      try Folder.withScratchFolder(beside: path) { _ in }
    }
    #expect(error?.problem.hasPrefix("cannot create '\(path)':") == true)
  }
}
