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

  /// What tells a file from all others, whatever happens to it.
  package struct Identity: Hashable, Sendable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  package var identity: Identity { Identity(device: device, inode: inode) }

  /// Whether both are about the same file, whatever has happened to it in between.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  /// The status of `path`, or `nil` when nothing is there.
  ///
  /// - Throws: ``FileError`` when the system does not say, so that what cannot be asked for never
  ///   counts as missing.
  package static func ifExists(
    _ path: String, followingSymlinks: Bool = true
  ) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      return try FileStatus(of: path, followingSymlinks: followingSymlinks)
    } catch {
      guard [.noSuchFileOrDirectory, .notDirectory].contains(error.reason) else { throw error }
      return nil
    }
  }
}
