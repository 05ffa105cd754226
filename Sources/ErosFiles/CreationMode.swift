import SystemPackage

/// The permissions of new folders and files.
package enum CreationMode: Sendable {
  /// 0777 for a folder and 0644 for a file, minus the process's mask.
  ///
  /// The owner can always use a new folder, because the mask 0777 would make the next step fail.
  case masked
  /// 0700 for a folder and 0600 for a file, whatever the process's mask is.
  case ownerOnly

  private static let ownerAll: mode_t = 0o700
  private static let permissionBits: mode_t = 0o7777

  var folderMode: mode_t { self == .masked ? 0o777 : Self.ownerAll }
  var fileMode: mode_t { self == .masked ? 0o644 : 0o600 }

  /// Creates a folder and sets its permissions; `path` is relative to the open folder `folder`.
  func makeFolder(_ path: String, in folder: Int32 = AT_FDCWD) throws(Errno) {
    try system { unsafe mkdirat(folder, path, folderMode) }
    var status = stat()
    guard unsafe fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let present = status.st_mode & Self.permissionBits
    let mode = self == .masked ? present | Self.ownerAll : Self.ownerAll
    guard mode != present else { return }
    // Some file systems have no permissions. A folder that cannot be used fails when it is opened.
    unsafe fchmodat(folder, path, mode, AT_SYMLINK_NOFOLLOW)
  }

  /// Sets the permissions of a file that was just created with ``fileMode``.
  func apply(to file: Int32) {
    if self == .ownerOnly { fchmod(file, fileMode) }
  }
}
