package import ErosCore
import SystemPackage

/// Attributes that identify a file and reveal changes.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable {
    case file
    case folder
    case symlink
    /// A device, a pipe or a socket.
    case special
  }

  package let kind: Kind
  /// In bytes.
  package let size: UInt64
  /// For example 0644, including the bits above such as set-user-ID.
  let permissions: UInt32
  /// A user ID.
  let owner: UInt32
  /// A group ID.
  let group: UInt32
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
    permissions = UInt32(status.permissions.rawValue)
    owner = UInt32(status.userID.rawValue)
    group = UInt32(status.groupID.rawValue)
    device = UInt64(truncatingIfNeeded: status.deviceID.rawValue)
    inode = UInt64(truncatingIfNeeded: status.inode.rawValue)
    modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
  }

  /// If `followingSymlinks` is `false`, describes a symlink itself.
  package init(of path: String, followingSymlinks: Bool = true) throws(FileError) {
    self.init(
      try attempt(.read, path) { () throws(Errno) in
        try Stat(FilePath(path), followTargetSymlink: followingSymlinks)
      })
  }

  /// The last change to contents, names or attributes, since 1970.
  package var lastChange: TimeLength {
    let latest = [modified, changed].map { TimeLength.seconds($0[0]) + .nanoseconds($0[1]) }.max()
    return latest ?? .zero
  }

  /// Device and inode number, which survive renaming and modification.
  package struct Identity: Hashable, Sendable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  package var identity: Identity { Identity(device: device, inode: inode) }

  /// Returns `true` for the same file, even if it was renamed or modified in between.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  /// Returns `nil` if `path` does not exist.
  ///
  /// - Throws: ``FileError`` for any other error, so an unreadable path never counts as missing.
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
