import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

@Suite("Folder trees", .temporaryFolder)
struct FolderTreeTests {
  @Test("all files except the manifest are read, sorted by path", arguments: [1, 100])
  func files(count: Int) throws {
    let folder = try TemporaryFolder.ofTest()
    var files: Files = ["b/é.js": [1, 2, 3], "a": []]
    for index in 0..<count { files["c/\(index)"] = [UInt8](repeating: 7, count: index * 4000) }
    try folder.write(files.merging(["md5.json": [1]]) { $1 }, below: "release")
    let tree = try FolderTree(folder.path("release"), threads: 2)
    #expect(tree.files == (try MemoryTree(files).files))
    for (index, file) in tree.files.enumerated() {
      #expect(try tree.read(index, at: 0, count: 1 << 20) == files[file.path.string])
    }
  }

  @Test(
    "a name that a release cannot contain is an error with status 65",
    arguments: ["e\u{301}.js", "e\u{301}/a.js", "a\\b", "C:x"])
  func badName(name: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write([1], to: "release/" + name)
    let error = #expect(throws: DeltaError.self) {
      try FolderTree(folder.path("release"), threads: 1)
    }
    #expect(error?.exitStatus == .badData)
    #expect(error == .notARelease(folder: folder.path("release"), name))
  }

  @Test("a symlink is an error")
  func symlink() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write([1], to: "release/a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("release/b"), withDestinationPath: "a")
    #expect(throws: DeltaError.notARelease(folder: folder.path("release"), "b")) {
      try FolderTree(folder.path("release"), threads: 1)
    }
  }
}
