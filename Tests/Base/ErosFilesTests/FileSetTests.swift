import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import SystemPackage
import Testing

@Suite("File sets", .temporaryFolder)
struct FileSetTests {
  private static let names = ["a/one", "b/two", "b/three"]

  private func set(_ folder: TemporaryFolder) throws -> FileSet {
    var set = FileSet()
    for name in Self.names {
      try folder.write("old \(name)", to: name)
      try set.replace(
        folder.path(name), Array("old \(name)".utf8), with: Array("new and longer \(name)".utf8))
    }
    return set
  }

  private func texts(_ folder: TemporaryFolder) throws -> [String] {
    try Self.names.map { String(decoding: try folder.read($0), as: UTF8.self) }
  }

  @Test("a commit replaces all files and leaves no others")
  func all() throws {
    let folder = try TemporaryFolder.ofTest()
    try set(folder).commit()
    #expect(try texts(folder) == Self.names.map { "new and longer \($0)" })
    #expect(try folder.names(in: "a") == ["one"])
    #expect(try folder.names(in: "b") == ["three", "two"])
  }

  @Test("a failed replacement undoes the previous ones", arguments: 0..<3)
  func undone(failing: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    let set = try set(folder)
    var replaced = 0
    let error = #expect(throws: FileError.self) {
      try set.commit { path throws(FileError) in
        guard replaced < failing else { throw FileError(.rename, path, .ioError) }
        replaced += 1
      }
    }
    #expect(error?.reason == .ioError)
    #expect(try texts(folder) == Self.names.map { "old \($0)" })
    #expect(try folder.names(in: "a") == ["one"])
    #expect(try folder.names(in: "b") == ["three", "two"])
  }

  @Test("a file changed by another process is not replaced")
  func changed() throws {
    let folder = try TemporaryFolder.ofTest()
    let set = try set(folder)
    try folder.write("theirs", to: "b/two")
    let error = #expect(throws: FileError.self) { try set.commit() }
    #expect(error?.exitStatus == .busy)
    #expect(try texts(folder) == ["old a/one", "theirs", "old b/three"])
  }
}
