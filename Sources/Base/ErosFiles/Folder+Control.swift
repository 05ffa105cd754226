import ErosCore
import SystemPackage

/// Control that another user has over a folder or an item in it.
package enum ForeignControl: Hashable, Sendable {
  /// Neither this user nor root owns the item.
  case owner(path: String)
  /// Other users can write to the item.
  case writers(path: String, permissions: UInt32)
}

extension Folder {
  /// Returns how another user can replace or change the folder's items, or `nil` if none can.
  ///
  /// Root does not count. Only items directly in the folder are checked, and only if others can
  /// reach them. A group may write if it is root's, or the owner's private group, which has the
  /// owner's number. In a container, root may use another user's folder if the folder's mounted
  /// file system belongs to the same user.
  ///
  /// - Parameter inContainer: `true` if this process runs in a container.
  /// - Returns: Control over the folder, or else over its first item.
  /// - Throws: ``FileError`` if the folder cannot be read.
  package func foreignControl(
    inContainer: @autoclosure () -> Bool = Container.isAround
  ) throws(FileError) -> ForeignControl? {
    let status = try self.status()
    let user = UInt32(geteuid())
    var owners: Set<UInt32> = [user, 0]
    if user == 0, status.owner != 0, isMounted(by: status.owner), inContainer() {
      owners.insert(status.owner)
    }
    if let control = Self.control(of: status, at: path, owners) { return control }
    let othersReach: UInt32 = 0o011
    guard status.permissions & othersReach != 0 else { return nil }
    for name in try names().sorted(by: inByteOrder) {
      guard let item = try self.status(of: name),
        let control = Self.control(of: item, at: path(of: name), owners)
      else { continue }
      return control
    }
    return nil
  }

  private static func control(
    of status: FileStatus, at path: String, _ owners: Set<UInt32>
  ) -> ForeignControl? {
    guard owners.contains(status.owner) else { return .owner(path: path) }
    // A symlink's permissions have no effect.
    guard status.kind != .symlink else { return nil }
    let groupWrites: UInt32 = 0o020
    let othersWrite: UInt32 = 0o002
    let isPrivate = [status.owner, 0].contains(status.group)
    let forbidden = isPrivate ? othersWrite : othersWrite | groupWrites
    guard status.permissions & forbidden != 0 else { return nil }
    return .writers(path: path, permissions: status.permissions & 0o7777)
  }

  /// Returns `true` if the folder is on a mounted file system whose top folder belongs to `owner`.
  private func isMounted(by owner: UInt32) -> Bool {
    guard let path = try? resolvedPath(self.path) else { return false }
    let mount = MountTable.points(in: MountTable.bytes).map { FilePath($0.path) }
      .filter { path.starts(with: $0) }.max { $0.components.count < $1.components.count }
    guard let mount, !mount.components.isEmpty else { return false }
    return (try? FileStatus(of: mount.string))?.owner == owner
  }
}

/// Recognizes a container around this process.
package enum Container {
  /// Docker, Podman, systemd-nspawn and Kubernetes place these files in a container.
  private static let marks = [
    "/.dockerenv", "/run/.containerenv", "/run/systemd/container",
    "/var/run/secrets/kubernetes.io",
  ]
  /// Containers have these file systems on `/`, ordinary systems do not.
  private static let fileSystems: Set<String> = ["overlay", "aufs", "fuse.fuse-overlayfs", "9p"]

  /// `true` if this process's files and file system show a container.
  static var isAround: Bool {
    marks.contains { (try? FileStatus(of: $0)) != nil } || isTopFolder(in: MountTable.bytes)
  }

  /// Returns `true` if `/` has a container's file system.
  static func isTopFolder(in mounts: [UInt8]) -> Bool {
    let top = MountTable.points(in: mounts).last { $0.path == "/" }
    return top.map { fileSystems.contains($0.type) } ?? false
  }
}

/// Reads the mounted file systems from `/proc/self/mountinfo`.
enum MountTable {
  /// Empty if the file cannot be read.
  static var bytes: [UInt8] {
    var bytes: [UInt8] = []
    try? ReadableFile("/proc/self/mountinfo").forEachChunk { bytes += $0 }
    return bytes
  }

  static func points(in bytes: [UInt8]) -> [(path: String, type: String)] {
    let field = 4
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > field else { return nil }
      // The type comes after the optional fields.
      let suffix = fields.drop { !$0.elementsEqual("-".utf8) }.dropFirst()
      let type = String(decoding: suffix.first ?? [], as: UTF8.self)
      return (String(decoding: unescaped(fields[field]), as: UTF8.self), type)
    }
  }

  /// Decodes `\040` to a space, and so on.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var remainder = bytes
    while let byte = remainder.popFirst() {
      let digits = String(decoding: remainder.prefix(3), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), digits.utf8.count == 3, let value = UInt8(digits, radix: 8) {
        result.append(value)
        remainder = remainder.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
