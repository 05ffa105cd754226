import SystemPackage

/// What the system says of a file: enough to see that it is another one, or has changed.
package struct FileStatus: Hashable, Sendable {
  /// What kind of thing stands at a path.
  package enum Kind: Sendable {
    case file
    case folder
    case symlink
    /// A device, a pipe or a socket.
    case special
  }

  package let kind: Kind
  /// How many bytes the file has.
  package let size: UInt64
  private let device: UInt64
  private let inode: UInt64
  private let modified: [Int]
  private let changed: [Int]

  init(_ status: Stat) {
    kind =
      switch status.type {
      case .regular: .file
      case .directory: .folder
      case .symbolicLink: .symlink
      default: .special
      }
    size = UInt64(max(0, status.size))
    device = UInt64(truncatingIfNeeded: status.deviceID.rawValue)
    inode = UInt64(truncatingIfNeeded: status.inode.rawValue)
    modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
  }

  /// Asks for the status of `path`; of a symlink itself unless `followingSymlinks`.
  package init(of path: String, followingSymlinks: Bool = true) throws(FileError) {
    self.init(
      try attempt(.read, path) { () throws(Errno) in
        try Stat(FilePath(path), followTargetSymlink: followingSymlinks)
      })
  }

  /// The status of what is at `path`, or `nil` when nothing is there.
  ///
  /// - Throws: ``FileError`` when it cannot be told, such as in a folder that may not be searched.
  package static func ifThere(_ path: String) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      return try FileStatus(of: path)
    } catch {
      guard error.reason == .noSuchFileOrDirectory || error.reason == .notDirectory else {
        throw error
      }
      return nil
    }
  }

  /// Whether both are about the same file, whatever has happened to it in between.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
