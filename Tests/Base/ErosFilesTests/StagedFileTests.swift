import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import SystemPackage
import Testing

@Suite("Staged files", .temporaryFolder)
struct StagedFileTests {
  @Test("a file is replaced only by the commit")
  func commit() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "a.txt")
    let file = try StagedFile(folder.path("a.txt"))
    try file.write(Array("new text".utf8), at: 0)
    #expect(try folder.read("a.txt") == Array("old".utf8))
    try StagedFile.commit([file])
    #expect(try folder.read("a.txt") == Array("new text".utf8))
    #expect(try folder.names(in: ".") == ["a.txt"])
  }

  @Test("a file that is not committed is removed")
  func abandoned() throws {
    let folder = try TemporaryFolder.ofTest()
    do {
      let file = try StagedFile(folder.path("a.txt"))
      try file.write([1, 2, 3], at: 0)
    }
    #expect(try folder.names(in: ".") == [])
  }

  @Test("an error names a folder at the staged path")
  func obstacle() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: ".a.txt.eros-staged/x")
    #expect(throws: FileError(.create, folder.path(".a.txt.eros-staged"), .isDirectory)) {
      try StagedFile(folder.path("a.txt"))
    }
  }

  @Test("the staged file of a killed process is replaced")
  func leftover() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("much longer than what follows", to: ".a.txt.eros-staged")
    try writeWholeFile(Array("new".utf8), to: folder.path("a.txt"))
    #expect(try folder.read("a.txt") == Array("new".utf8))
    #expect(try folder.names(in: ".") == ["a.txt"])
  }

  /// Items that another user can create under the staged name of `a.txt`.
  enum PlantedItem: CaseIterable {
    case writableFile, foreignFile, hardLink, symlink, pipe, unreadableFile

    func plant(in folder: TemporaryFolder) throws {
      let staged = folder.path(".a.txt.eros-staged")
      let files = FileManager.default
      switch self {
      case .writableFile, .foreignFile, .unreadableFile:
        try folder.write("planted", to: ".a.txt.eros-staged")
        try #require(chmod(staged, self == .unreadableFile ? 0 : 0o666) == 0)
        if self == .foreignFile, geteuid() == 0 { try #require(chown(staged, 1000, 1000) == 0) }
      case .hardLink: try files.linkItem(atPath: folder.path("precious"), toPath: staged)
      case .symlink: try files.createSymbolicLink(atPath: staged, withDestinationPath: "precious")
      case .pipe: try #require(mkfifo(staged, 0o666) == 0)
      }
    }
  }

  @Test(
    "a planted item never becomes the output and is not written to", arguments: PlantedItem.allCases
  )
  func planted(item: PlantedItem) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("precious", to: "precious")
    try folder.write("normal", to: "normal")
    try item.plant(in: folder)
    let kept = open(folder.path(".a.txt.eros-staged"), O_RDWR | O_NONBLOCK)
    defer { close(kept) }
    try writeWholeFile(Array("new".utf8), to: folder.path("a.txt"))
    // Whoever opened the planted item cannot change the output.
    _ = Array("bad".utf8).withUnsafeBytes { pwrite(kept, $0.baseAddress, $0.count, 0) }
    #expect(try folder.read("a.txt") == Array("new".utf8))
    let precious = item == .hardLink || item == .symlink ? "badcious" : "precious"
    #expect(try folder.read("precious") == Array(precious.utf8))
    var status = stat()
    var normal = stat()
    try #require(lstat(folder.path("a.txt"), &status) == 0)
    try #require(lstat(folder.path("normal"), &normal) == 0)
    #expect(status.st_mode == S_IFREG | 0o644)
    #expect(status.st_uid == geteuid())
    #expect(status.st_nlink == 1)
    #expect(try folder.names(in: ".") == ["a.txt", "normal", "precious"])
  }

  @Test("a replaced file of a project keeps its permissions")
  func keptPermissions() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "a.sh")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o750], ofItemAtPath: folder.path("a.sh"))
    let files = try ["a.sh", "b.txt"].map {
      try StagedFile(folder.path($0), contents: Array("new".utf8))
    }
    for file in files { try file.keepPermissions() }
    try StagedFile.commit(files)
    #expect(try folder.mode(of: "a.sh") == 0o750)
    #expect(try folder.mode(of: "b.txt") == 0o644)
  }

  @Test("a staged file is private, and its permissions do not depend on the replaced file")
  func permissions() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "a.txt")
    try #require(chmod(folder.path("a.txt"), 0o666) == 0)
    let file = try StagedFile(folder.path("a.txt"), contents: [1])
    #expect(try folder.mode(of: ".a.txt.eros-staged") == 0o600)
    try StagedFile.commit([file])
    #expect(try folder.mode(of: "a.txt") == 0o644)
  }

  @Test("a staged file that another process replaced is not committed")
  func replaced() throws {
    let folder = try TemporaryFolder.ofTest()
    let file = try StagedFile(folder.path("a.txt"), contents: [1])
    try FileManager.default.removeItem(atPath: folder.path(".a.txt.eros-staged"))
    try folder.write("planted", to: ".a.txt.eros-staged")
    let error = #expect(throws: FileError.self) { try StagedFile.commit([file]) }
    #expect(error?.exitStatus == .busy)
    #expect(try !folder.names(in: ".").contains("a.txt"))
  }

  @Test(
    "of many writers of one file, each commits a complete file or is busy",
    arguments: [true, false])
  func race(hasLeftover: Bool) throws {
    let folder = try TemporaryFolder.ofTest()
    try Parallel.forEach(400, threads: 8, makeState: {}) { index, _ in
      if hasLeftover, index.isMultiple(of: 3) {
        _ = open(folder.path(".a.txt.eros-staged"), O_CREAT | O_EXCL | O_WRONLY, 0o666)
      }
      do {
        let bytes = [UInt8](repeating: UInt8(index % 256), count: 1000)
        try writeWholeFile(bytes, to: folder.path("a.txt"))
      } catch let error as FileError where error.exitStatus == .busy {
      }
      if let bytes = try? folder.read("a.txt") {
        #expect(bytes.count == 1000 && Set(bytes).count == 1)
      }
    }
  }

  @Test("two writers cannot stage the same file")
  func twice() throws {
    let folder = try TemporaryFolder.ofTest()
    let first = try StagedFile(folder.path("a.txt"))
    let error = #expect(throws: FileError.self) { try StagedFile(folder.path("a.txt")) }
    #expect(error?.exitStatus == .busy)
    try first.write([1], at: 0)
    try StagedFile.commit([first])
    #expect(try folder.read("a.txt") == [1])
  }

  @Test("a path that cannot be replaced is an error with a remedy")
  func invalidPaths() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "nowhere")
    for (path, status) in [
      ("a", ExitStatus.cannotCreate), ("none/a.txt", .cannotCreate), ("new/", .cannotCreate),
      ("link", .cannotCreate), (String(repeating: "n", count: 250), .cannotCreate),
    ] {
      let error = #expect(throws: FileError.self) { try StagedFile(folder.path(path)) }
      #expect(error?.exitStatus == status, "\(path)")
      #expect(error?.remedy != nil, "\(path)")
    }
    #expect(try folder.names(in: ".") == ["a", "link"])
  }

  @Test(
    "many files are replaced together with few open files",
    arguments: [0o022, 0o777], [64, 11])
  func manyFiles(mask: mode_t, limit: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("old", to: "0/0.txt")
    await #expect(processExitsWith: .success) {
      [mask = mask as mode_t, limit = limit as Int, path = folder.path as String] in
      try ProcessLimits.dropPrivileges(in: path)
      umask(mask)
      try ProcessLimits.limitOpenFiles(to: limit)
      for index in 0..<200 { try createFolders("\(index % 10)") }
      let staged = try StagedFile.stage(
        (0..<200).map { (path: "\($0 % 10)/\($0).txt", contents: Array("\($0)".utf8)) })
      guard try readWholeFile("0/0.txt") == Array("old".utf8) else { exit(2) }
      try StagedFile.commit(staged)
    }
    for index in 0..<200 {
      let name = "\(index % 10)/\(index).txt"
      #expect(try folder.mode(of: name) == 0o644 & ~UInt16(mask))
      try #require(chmod(folder.path(name), 0o644) == 0)
      #expect(try folder.read(name) == Array("\(index)".utf8))
    }
    #expect(try folder.readTree(".").files.count == 200)
  }

  @Test("of many staged files, one that another process replaced prevents the commit")
  func manyReplaced() async throws {
    let folder = try TemporaryFolder.ofTest()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try ProcessLimits.limitOpenFiles(to: 64)
      do {
        let staged = try StagedFile.stage((0..<200).map { (path: "\(path)/\($0)", contents: [1]) })
        try FileManager.default.removeItem(atPath: path + "/.3.eros-staged")
        try Data("planted".utf8).write(to: URL(filePath: path + "/.3.eros-staged"))
        try StagedFile.commit(staged)
      } catch let error as FileError where error.exitStatus == .busy {
        return
      }
      exit(2)
    }
    // The file of the other process stays.
    #expect(try folder.names(in: ".") == [".3.eros-staged"])
  }

  @Test("a full disk keeps the previous file", .needsMount)
  func fullDisk() async throws {
    let folder = try TemporaryFolder.ofTest()
    let small = try folder.makeFolder("small")
    try await SmallDisk.withMounted(kilobytes: 64, at: small) {
      try folder.write("old", to: "small/a.txt")
      let error = #expect(throws: FileError.self) {
        try writeWholeFile([UInt8](repeating: 1, count: 1 << 20), to: folder.path("small/a.txt"))
      }
      #expect(error?.exitStatus == .ioError)
      #expect(error?.reason == .noSpace)
      #expect(try folder.names(in: "small") == ["a.txt"])
      #expect(try folder.read("small/a.txt") == Array("old".utf8))
    }
  }
}

@Suite("Folders", .temporaryFolder)
struct FolderTests {
  @Test("symlinks are not followed")
  func links() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("keep", to: "outside/keep.txt")
    try folder.makeFolder("inside")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("inside/link"), withDestinationPath: folder.path("outside"))
    let inside = try Folder(folder.path("inside"))
    #expect(throws: FileError.self) { try inside.openFolder("link") }
    #expect(throws: FileError.self) { try inside.folder("link") }
    #expect(throws: FileError.self) { _ = try inside.newFile("link") }
    #expect(throws: FileError.self) { try inside.openFile("link") }
    #expect(throws: FileError.self) {
      _ = try TreeWriter(inside).makeFile(["link", "new.txt"])
    }
    try inside.removeTree("link")
    #expect(try folder.names(in: "outside") == ["keep.txt"])
    #expect(try folder.names(in: "inside") == [])
  }

  @Test("a folder replaced by a symlink does not redirect a tree writer")
  func swapped() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("outside")
    try folder.makeFolder("inside")
    let inside = try Folder(folder.path("inside"))
    var file = try TreeWriter(inside).makeFile(["pages", "a.js"])
    try file.close()
    try FileManager.default.removeItem(atPath: folder.path("inside/pages"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("inside/pages"), withDestinationPath: folder.path("outside"))
    #expect(throws: FileError.self) {
      _ = try TreeWriter(inside).makeFile(["pages", "b.js"])
    }
    #expect(try folder.names(in: "outside") == [])
  }

  @Test("many folders need few open files, and the least recently used is closed first")
  func fewOpenFiles() async throws {
    let folder = try TemporaryFolder.ofTest()
    await #expect(processExitsWith: .success) { [path = folder.path(".") as String] in
      for maximum in [64, 11] {
        try ProcessLimits.limitOpenFiles(to: maximum)
        let writer = TreeWriter(try Folder(path).newFolder(String(maximum)))
        for index in 0..<500 {
          var file = try writer.makeFile(["pages", "\(index % 250)", "deep", "\(index)"])
          try file.write([1])
          try file.close()
        }
      }
    }
    for limit in try folder.names(in: ".") {
      #expect(try folder.readTree(limit).files.count == 500)
    }
    #expect(try folder.names(in: ".").count == 2)
  }

  @Test("a tree is removed without following symlinks")
  func removeTree() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("keep", to: "outside/keep.txt")
    try folder.write("x", to: "inside/a/b/c.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("inside/a/link"), withDestinationPath: folder.path("outside"))
    try Folder(folder.path(".")).removeTree("inside")
    try Folder(folder.path(".")).removeTree("not there")
    #expect(try folder.names(in: ".") == ["outside"])
    #expect(try folder.names(in: "outside") == ["keep.txt"])
  }

  @Test("created folders are returned, and removed only if they are empty")
  func removeEmptyFoldersTest() throws {
    let folder = try TemporaryFolder.ofTest()
    let created = try createFolders(folder.path("a/b/c"))
    #expect(created == ["a", "a/b", "a/b/c"].map(folder.path))
    #expect(try createFolders(folder.path("a/b/c")) == [])
    try folder.write("x", to: "a/file")
    removeEmptyFolders(created)
    #expect(try folder.names(in: "a") == ["file"])
    #expect(throws: FileError.self) { try createFolders(folder.path("d/../a/file/e")) }
    #expect(try folder.names(in: ".") == ["a"])
  }

  @Test("a path with missing folders is resolved")
  func resolvedMissingPath() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("a/b")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a/b")
    let root = try resolvedPath(folder.path("."))
    for (path, expected) in [
      ("a/b", "a/b"), ("link", "a/b"), ("link/../c", "a/c"), ("no/../link/./no", "a/b/no"),
      ("no/no/../../a/no", "a/no"),
    ] {
      #expect(
        try resolvedPath(allowingMissing: folder.path(path)) == root.appending(expected), "\(path)")
    }
  }

  @Test("missing folders are created, and a file in the path is an error")
  func createFoldersTest() throws {
    let folder = try TemporaryFolder.ofTest()
    try createFolders(folder.path("a/b/c"))
    try createFolders(folder.path("a/b/c"))
    try createFolders(folder.path("d/./e/"))
    #expect(throws: FileError.self) { try createFolders("/proc/no/such/folder") }
    #expect(try FileStatus(of: folder.path("a/b/c")).kind == .folder)
    try folder.write("x", to: "file")
    for path in ["file", "file/below"] {
      let error = #expect(throws: FileError.self) { try createFolders(folder.path(path)) }
      #expect(error?.exitStatus == .cannotCreate, "\(path)")
    }
  }
}

@Suite("Readable files", .temporaryFolder)
struct ReadableFileTests {
  @Test("only regular files are opened, without blocking")
  func kinds() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("folder")
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    for name in ["folder", "pipe", "missing"] {
      let error = #expect(throws: FileError.self) { try ReadableFile(folder.path(name)) }
      #expect(error?.exitStatus == .inputNotFound, "\(name)")
    }
  }

  @Test("a change of the same size is detected")
  func change() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("text", to: "a.txt")
    let file = try ReadableFile(folder.path("a.txt"))
    #expect(try file.isUnchanged())
    // The time of a change is that of the last tick of the system's clock.
    usleep(20_000)
    try Data("TEXT".utf8).write(to: URL(filePath: folder.path("a.txt")))
    #expect(try !file.isUnchanged())
  }

  @Test("a read at the end of the file returns fewer bytes")
  func end() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("text", to: "a.txt")
    let file = try ReadableFile(folder.path("a.txt"))
    #expect(try file.read(at: 2, count: 100) == Array("xt".utf8))
    #expect(try file.read(at: 9, count: 100) == [])
  }
}

extension TemporaryFolder {
  /// Returns the permissions of an item.
  func mode(of name: String) throws -> UInt16 {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return try #require(attributes[.posixPermissions] as? NSNumber).uint16Value
  }
}
