import SystemPackage

/// Permissions for new folders and files.
package enum CreationMode: Sendable {
  /// 0777 for a folder and 0644 for a file, minus the process's mask.
  ///
  /// The owner can always use a new folder. Otherwise the mask 0777 would make the next step fail.
  case masked
  /// Like ``masked``, but the owner can also read and write a new file.
  case maskedForOthers
  /// 0700 for a folder and 0600 for a file, whatever the process's mask is.
  case ownerOnly

  private static let ownerAll: mode_t = 0o700
  private static let permissionBits: mode_t = 0o7777

  private static let ownerFile: mode_t = 0o600

  var folderMode: mode_t { self == .ownerOnly ? Self.ownerAll : 0o777 }
  var fileMode: mode_t { self == .ownerOnly ? Self.ownerFile : 0o644 }

  /// Creates a folder and sets its permissions.
  ///
  /// `path` is relative to the open folder `folder`.
  func makeFolder(_ path: String, in folder: Int32 = AT_FDCWD) throws(Errno) {
    try system { unsafe mkdirat(folder, path, folderMode) }
    var status = stat()
    guard unsafe fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let present = status.st_mode & Self.permissionBits
    let mode = self == .ownerOnly ? Self.ownerAll : present | Self.ownerAll
    guard mode != present else { return }
    // Some file systems have no permissions. Opening an unusable folder fails later.
    unsafe fchmodat(folder, path, mode, AT_SYMLINK_NOFOLLOW)
  }

  /// Sets the permissions of a file that was just created with ``fileMode``.
  func apply(to file: Int32) {
    switch self {
    case .masked: break
    case .maskedForOthers:
      var status = stat()
      guard unsafe fstat(file, &status) == 0 else { return }
      fchmod(file, status.st_mode & Self.permissionBits | Self.ownerFile)
    case .ownerOnly: fchmod(file, fileMode)
    }
  }
}
