import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@Suite("Scratch folders", .temporaryFolder)
struct FolderScratchTests {
  /// Returns the identifier of a process that has ended.
  private func endedProcess() throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Tool.find("true")))
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  @Test("only the scratch folders of ended processes are removed")
  func leftovers() throws {
    let folder = try TemporaryFolder.ofTest()
    let ended = try endedProcess()
    let running = getppid()
    for name in [
      ".new.zip-\(ended).eros-scratch", ".new.zip-\(running).eros-scratch",
      ".other.zip-\(ended).eros-scratch", ".new.zip-x.eros-scratch", ".new.zip--1.eros-scratch",
    ] { try folder.write([1], to: name + "/pages/a.js") }
    let names = try Folder.withScratchFolder(beside: folder.path("new.zip")) { try $0.names() }
    #expect(names == [])
    #expect(
      try folder.names(in: ".")
        == [
          ".new.zip--1.eros-scratch", ".new.zip-\(running).eros-scratch",
          ".new.zip-x.eros-scratch", ".other.zip-\(ended).eros-scratch",
        ].sorted())
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
