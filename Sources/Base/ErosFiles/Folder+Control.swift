import SystemPackage

/// The way in which another user controls the items of a folder.
package enum ForeignControl: Hashable, Sendable {
  /// Neither this user nor root owns the folder.
  case owner
  /// Other users can write to the folder.
  case writers(permissions: UInt32)
}

extension Folder {
  /// Returns how a user other than this one and root can replace the folder's items, or `nil` if none
  /// can.
  ///
  /// A group may write if it is root's, or the owner's private group, which has the owner's number.
  /// Root may use another user's folder in a mounted file system whose top folder has the same owner,
  /// as in a container.
  package func foreignControl() throws(FileError) -> ForeignControl? {
    let status = try self.status()
    let user = UInt32(geteuid())
    guard [user, 0].contains(status.owner) || user == 0 && isMounted(by: status.owner) else {
      return .owner
    }
    let groupWrites: UInt32 = 0o020
    let othersWrite: UInt32 = 0o002
    let isPrivate = [status.owner, 0].contains(status.group)
    let forbidden = isPrivate ? othersWrite : othersWrite | groupWrites
    guard status.permissions & forbidden != 0 else { return nil }
    return .writers(permissions: status.permissions & 0o7777)
  }

  /// Returns whether the folder is on a mounted file system whose top folder belongs to a user.
  private func isMounted(by owner: UInt32) -> Bool {
    guard let path = try? resolvedPath(self.path),
      let file = try? ReadableFile("/proc/self/mountinfo")
    else { return false }
    var bytes: [UInt8] = []
    try? file.forEachChunk { bytes += $0 }
    let mount = MountTable.points(in: bytes).map { FilePath($0) }
      .filter { path.starts(with: $0) }.max { $0.components.count < $1.components.count }
    guard let mount, !mount.components.isEmpty else { return false }
    return (try? FileStatus(of: mount.string))?.owner == owner
  }
}

/// The mounted file systems in `/proc/self/mountinfo`.
enum MountTable {
  /// The paths of the mount points.
  static func points(in bytes: [UInt8]) -> [String] {
    let field = 4
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      return fields.count > field ? String(decoding: unescaped(fields[field]), as: UTF8.self) : nil
    }
  }

  /// Returns the bytes with a space for `\040`, and so on.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(3), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), digits.utf8.count == 3, let value = UInt8(digits, radix: 8) {
        result.append(value)
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
