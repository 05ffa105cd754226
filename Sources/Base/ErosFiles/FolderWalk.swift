import ErosCore
import SystemPackage

/// Lists a folder recursively.
///
/// Never follows symlinks out of it.
package struct FolderWalk: Sendable {
  package struct Entry: Sendable {
    /// Relative to the walked folder, as the file system stores it.
    package let relativePath: String
    /// If a symlink was followed, describes its target.
    package let status: FileStatus
  }

  /// An item that is not among the entries, and why.
  package struct Obstacle: Sendable {
    package enum Reason: Sendable {
      /// The name is not well-formed UTF-8.
      ///
      /// `relativePath` contains U+FFFD for the invalid bytes.
      case nameNotUTF8
      /// A symlink, and symlinks are not followed.
      case symlink
      /// A symlink to an item outside the walked folder.
      case symlinkOutside
      /// A symlink whose target does not exist.
      case symlinkBroken
      /// A symlink to a folder that contains it.
      case symlinkLoop
      /// A device, a pipe or a socket.
      case special
      /// Folders are nested deeper than the limit.
      case tooDeep
      /// The system reported an error.
      case unreadable(FileError)
    }

    package let relativePath: String
    package let reason: Reason
  }

  package private(set) var entries: [Entry] = []
  package private(set) var obstacles: [Obstacle] = []
  /// Paths that `skips` has excluded.
  package private(set) var skipped: [String] = []

  private let root: String
  private let realRoot: FilePath
  private let followsSymlinks: Bool
  private let depthLimit: Int
  private let skips: @Sendable (_ relativePath: String, _ kind: FileStatus.Kind) -> Bool

  /// Lists everything below `root`, in no particular order.
  ///
  /// If `skips` returns `true`, an item is excluded with its contents. `skips` receives the path
  /// relative to `root` and the kind. For a symlink that is not broken, it is the target's kind.
  ///
  /// - Throws: ``FileError`` if `root` itself cannot be listed. All other errors are collected in
  ///   ``obstacles``.
  package init(
    _ root: String, followsSymlinks: Bool = false, depthLimit: Int = 64,
    skips: @escaping @Sendable (_ relativePath: String, _ kind: FileStatus.Kind) -> Bool = {
      _, _ in false
    }
  ) throws(FileError) {
    self.root = root
    self.followsSymlinks = followsSymlinks
    self.depthLimit = depthLimit
    self.skips = skips
    realRoot = try resolvedPath(root)
    let status = try FileStatus(of: root)
    try walk("", depth: 0, ancestors: [status])
  }

  private mutating func walk(
    _ folder: String, depth: Int, ancestors: [FileStatus]
  ) throws(FileError) {
    for name in try listFolder(folder.isEmpty ? root : root + "/" + folder) {
      guard let name = String(wellFormed: name) else {
        let escapedName = String(escapingInvalid: name)
        obstacles.append(Obstacle(relativePath: join(folder, escapedName), reason: .nameNotUTF8))
        continue
      }
      visit(join(folder, name), depth: depth, ancestors: ancestors)
    }
  }

  private mutating func visit(_ path: String, depth: Int, ancestors: [FileStatus]) {
    do throws(FileError) {
      let status = try FileStatus(of: root + "/" + path, followingSymlinks: false)
      let target = status.kind == .symlink ? try? FileStatus(of: root + "/" + path) : status
      guard !skips(path, target?.kind ?? .symlink) else { return skipped.append(path) }
      if status.kind == .symlink, let reason = reasonNotToFollow(path) {
        return obstacles.append(Obstacle(relativePath: path, reason: reason))
      }
      guard let target else { throw FileError(.read, root + "/" + path, .noSuchFileOrDirectory) }
      try add(Entry(relativePath: path, status: target), depth: depth, ancestors: ancestors)
    } catch {
      obstacles.append(Obstacle(relativePath: path, reason: .unreadable(error)))
    }
  }

  private mutating func add(
    _ entry: Entry, depth: Int, ancestors: [FileStatus]
  ) throws(FileError) {
    let path = entry.relativePath
    switch entry.status.kind {
    case .file: entries.append(entry)
    case .special, .symlink: obstacles.append(Obstacle(relativePath: path, reason: .special))
    case .folder where depth + 1 >= depthLimit:
      obstacles.append(Obstacle(relativePath: path, reason: .tooDeep))
    case .folder where ancestors.contains(where: { $0.isSameFile(as: entry.status) }):
      obstacles.append(Obstacle(relativePath: path, reason: .symlinkLoop))
    case .folder:
      entries.append(entry)
      try walk(path, depth: depth + 1, ancestors: ancestors + [entry.status])
    }
  }

  private func reasonNotToFollow(_ path: String) -> Obstacle.Reason? {
    guard followsSymlinks else { return .symlink }
    guard let target = try? resolvedPath(root + "/" + path) else { return .symlinkBroken }
    return target.starts(with: realRoot) ? nil : .symlinkOutside
  }

  private func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }
}

/// Returns names as the file system stores them, except `.` and `..`.
func listFolder(_ path: String) throws(FileError) -> [[UInt8]] {
  let descriptor = try attempt(.list, path) { () throws(Errno) in
    try FileDescriptor.opening(path, [.closeOnExec, .directory])
  }
  return try listFolder(descriptor.rawValue, path)
}

/// Returns the names that start with `prefix`, and closes `descriptor`.
func listFolder(
  _ descriptor: Int32, _ path: String, startingWith prefix: [UInt8] = []
) throws(FileError) -> [[UInt8]] {
  guard let stream = unsafe fdopendir(descriptor) else {
    let reason = Errno(rawValue: errno)
    try? FileDescriptor(rawValue: descriptor).close()
    throw FileError(.list, path, reason)
  }
  defer { unsafe closedir(stream) }
  var names: [[UInt8]] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(stream) else {
      guard errno == 0 else { throw FileError(.list, path, Errno(rawValue: errno)) }
      return names
    }
    // Names that do not match are not copied.
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes -> [UInt8]? in
      let name = unsafe bytes.prefix { $0 != 0 }
      let isSelfOrParent = unsafe name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
      return unsafe !isSelfOrParent && name.starts(with: prefix) ? Array(name) : nil
    }
    if let name { names.append(name) }
  }
}
