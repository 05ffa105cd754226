import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

/// The path and digest of each file in a site.
struct SiteTree: Equatable {
  /// The keys are bytes, because Swift treats canonically equivalent strings as equal.
  private let digests: [[UInt8]: MD5Digest]

  /// Reads all files below `path`.
  ///
  /// A symlink is an error.
  init(_ path: String) throws {
    var digests: [[UInt8]: MD5Digest] = [:]
    for file in try Self.files(path) {
      digests[Array(file.utf8)] = try ReadableFile(path + "/" + file).md5()
    }
    self.digests = digests
  }

  /// Copies every file below `path` into an empty folder.
  static func copy(_ path: String, into folder: Folder) throws {
    let writer = TreeWriter(folder)
    for file in try files(path) {
      let source = try ReadableFile(path + "/" + file, followingSymlinks: false)
      var copy = try writer.makeFile(file.pathComponents)
      try source.forEachChunk { try copy.write($0) }
      try copy.close()
    }
  }

  private static func files(_ path: String) throws -> [String] {
    // An interrupted build may have left temporary files.
    let walk = try FolderWalk(path) { name, kind in
      kind == .file && Folder.isStaged(name.pathComponents.last ?? "")
    }
    if let obstacle = walk.obstacles.first {
      if case .unreadable(let error) = obstacle.reason { throw error }
      throw FileError(.read, path + "/" + obstacle.relativePath, .notSupported)
    }
    return walk.entries.filter { $0.status.kind == .file }.map(\.relativePath)
  }
}
