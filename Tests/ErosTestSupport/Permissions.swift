import Foundation
import Testing

/// The permissions of the process that runs the tests.
public enum Permissions {
  /// `false` for root, whom file permissions do not restrict.
  public static let areEnforced: Bool = {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "eros-unreadable-" + UUID().uuidString).path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0])
    else { return true }
    return !FileManager.default.isReadableFile(atPath: path)
  }()

  /// `true` if ``runToolWithPermissions(_:_:in:)`` works on this machine.
  public static let canBeEnforced = areEnforced || Tool.find("setpriv") != nil
}

/// Runs a program with file permissions enforced, even if the tests run as root.
///
/// Root stays root but loses its capabilities, so the program needs no files of its own.
public func runToolWithPermissions(
  _ executable: String, _ arguments: [String] = [], in folder: String? = nil
) async throws -> ToolResult {
  if Permissions.areEnforced { return try await runTool(executable, arguments, in: folder) }
  return try await runTool(
    "setpriv", ["--bounding-set=-all", "--inh-caps=-all", executable] + arguments, in: folder)
}

/// A file system of a few kilobytes, for tests that fill a disk.
public enum SmallDisk {
  /// Mounts an empty file system of `kilobytes` at the existing folder `path` while `body` runs.
  public static func withMounted(
    kilobytes: Int, at path: String, _ body: () async throws -> Void
  ) async throws {
    let mounted = try await runTool(
      "mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=0700", "tmpfs", path])
    try #require(mounted.status == 0, "\(mounted)")
    do {
      try await body()
    } catch {
      _ = try await runTool("umount", ["--lazy", path])
      throw error
    }
    let unmounted = try await runTool("umount", [path])
    #expect(unmounted.status == 0, "\(unmounted)")
  }

  /// `true` if this process may mount a file system.
  static func isAvailable() async throws -> Bool {
    guard Tool.find("mount") != nil else { return false }
    let path = FileManager.default.temporaryDirectory
      .appending(path: "eros-mount-" + UUID().uuidString).path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let mounted = try await runTool("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", path])
    guard mounted.status == 0 else { return false }
    return try await runTool("umount", [path]).status == 0
  }
}
