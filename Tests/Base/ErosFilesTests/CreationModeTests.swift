import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import SystemPackage
import Testing

/// These tests run in a process of their own, because the mask is one of the process.
@Suite("Permissions of new items", .temporaryFolder)
struct CreationModeTests {
  @Test("owner-only items stay private, whatever the mask is", arguments: [0, 0o022, 0o777])
  func ownerOnly(mask: mode_t) async throws {
    let folder = try TemporaryFolder.ofTest()
    let path = folder.path("a")
    await #expect(processExitsWith: .success) { [mask = mask as mode_t, path = path as String] in
      umask(mask)
      try createFolders(path + "/b", creating: .ownerOnly)
      let made = try Folder(path + "/b", creating: .ownerOnly)
      var file = try made.folder("c").newFolder("d").newFile("e")
      try file.close()
      _ = try made.lock(timeout: .zero)
      let staged = try StagingArea(in: made).fill { _ in }
      try StagingArea(in: made).commit(staged.name, as: "f", in: made)
    }
    for name in ["a/b", "a/b/c", "a/b/c/d", "a/b/staging", "a/b/f"] {
      #expect(try folder.mode(of: name) == 0o700, "\(name)")
    }
    for name in ["a/b/c/d/e", "a/b/lock"] {
      #expect(try folder.mode(of: name) == 0o600, "\(name)")
    }
  }

  @Test("other items follow the mask, but the owner can always use a folder")
  func masked() async throws {
    let folder = try TemporaryFolder.ofTest()
    for (mask, folderMode, fileMode) in [
      (0, 0o777, 0o644), (0o027, 0o750, 0o640), (0o777, 0o700, 0),
    ] as [(mode_t, UInt16, UInt16)] {
      let path = folder.path(String(mask))
      await #expect(processExitsWith: .success) { [mask = mask as mode_t, path = path as String] in
        umask(mask)
        try createFolders(path + "/a")
        let made = try Folder(path)
        var file = try TreeWriter(made).makeFile(["b", "c"])
        try file.close()
        try Folder.make(path + "/made") { contents in
          var file = try contents.newFile("d")
          try file.close()
        }
        try Folder.withScratchFolder(beside: path + "/x") { _ in
          let names = try made.names().filter { $0.hasSuffix(".eros-scratch") }
          let scratch = try FileManager.default.attributesOfItem(atPath: path + "/" + names[0])
          guard scratch[.posixPermissions] as? NSNumber == 0o700 else { exit(2) }
        }
      }
      for name in ["a", "b", "made"] {
        #expect(try folder.mode(of: "\(mask)/" + name) == folderMode)
      }
      for name in ["b/c", "made/d"] { #expect(try folder.mode(of: "\(mask)/" + name) == fileMode) }
    }
  }

  @Test("a lock file without permissions is opened by its owner", arguments: [0, 0o200, 0o400])
  func inaccessibleLock(mode: mode_t) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "lock")
    try #require(chmod(folder.path("lock"), mode) == 0)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try ProcessLimits.dropPrivileges(in: path)
      let lock = try Folder(".").lock(timeout: .zero)
      guard let lock else { exit(2) }
      withExtendedLifetime(lock) {}
    }
    #expect(try folder.mode(of: "lock") == 0o600)
  }

  @Test("an inaccessible lock with a second name is an error")
  func unknownLock() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "precious")
    try #require(link(folder.path("precious"), folder.path("lock")) == 0)
    try #require(chmod(folder.path("precious"), 0) == 0)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try ProcessLimits.dropPrivileges(in: path)
      let error = #expect(throws: FileError.self) { try Folder(".").lock(timeout: .zero) }
      if error?.reason != .permissionDenied { exit(2) }
    }
    #expect(try folder.mode(of: "precious") == 0)
  }

  @Test("several threads create the same folders under any mask")
  func threads() async throws {
    let folder = try TemporaryFolder.ofTest()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try ProcessLimits.dropPrivileges(in: path)
      umask(0o777)
      let writer = TreeWriter(try Folder(".", creating: .ownerOnly))
      try Parallel.forEach(4000, threads: 8, makeState: {}) { index, _ in
        var file = try writer.makeFile(["\(index / 8)", "\(index)"])
        try file.close()
      }
    }
    #expect(try folder.readTree(".").files.count == 4000)
  }
}
