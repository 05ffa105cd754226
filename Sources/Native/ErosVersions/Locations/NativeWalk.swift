public import ErosCore
import ErosFiles
import ErosSyntax
import SystemPackage

/// Finds the files below the native projects' folder, each once.
///
/// Follows symlinks.
struct NativeWalk {
  private(set) var paths: [String] = []

  private let root: String
  private let skips: @Sendable (_ path: String, _ kind: FileStatus.Kind) -> Bool
  /// The resolved paths of the visited folders and of the files found.
  private var visited: Set<FilePath> = []
  private var files: Set<FilePath> = []

  init(
    _ root: String, skips: @escaping @Sendable (_ path: String, _ kind: FileStatus.Kind) -> Bool
  ) {
    self.root = root
    self.skips = skips
  }

  /// Walks the folder, and external folders that its symlinks refer to.
  ///
  /// - Throws: ``ErosCore/ErosError`` if a file or folder cannot be read.
  mutating func run() throws {
    var folders = [""]
    while let folder = folders.popLast() { folders += try walk(folder) }
  }

  /// Walks one folder, and returns its symlinks to folders.
  private mutating func walk(_ folder: String) throws -> [String] {
    let top = folder.isEmpty ? root : root + "/" + folder
    let real = try resolvedPath(top)
    // Skips visited folders. A folder that contains a visited folder is a cycle.
    if visited.contains(where: { real.starts(with: $0) }) { return [] }
    guard !visited.contains(where: { $0.starts(with: real) }) else {
      throw NativeFolderError(path: top, reason: .cycle)
    }
    visited.insert(real)
    let walk = try FolderWalk(top, skips: skips)
    for entry in walk.entries where entry.status.kind == .file {
      let path = real.pushing(FilePath(entry.relativePath))
      if files.insert(path).inserted { paths.append(below(folder, entry.relativePath)) }
    }
    var links: [String] = []
    for obstacle in walk.obstacles {
      let path = below(folder, obstacle.relativePath)
      guard case .symlink = obstacle.reason else {
        throw Self.error(obstacle, at: root + "/" + path)
      }
      if try isFolder(path) { links.append(path) }
    }
    return links
  }

  /// Returns `true` if a symlink refers to a folder.
  ///
  /// If it refers to a file, adds the file.
  private mutating func isFolder(_ path: String) throws -> Bool {
    let link = root + "/" + path
    let status = try FileStatus(of: link)
    if status.kind == .file {
      let real = try resolvedPath(link)
      let isSameName = real.lastComponent?.string == path.lastPathComponent
      if !isSameName || files.insert(real).inserted { paths.append(path) }
    }
    return status.kind == .folder
  }

  private func below(_ folder: String, _ path: String) -> String {
    folder.isEmpty ? path : folder + "/" + path
  }

  private static func error(_ obstacle: FolderWalk.Obstacle, at path: String) -> any ErosError {
    switch obstacle.reason {
    case .unreadable(let error): error
    case .tooDeep: NativeFolderError(path: path, reason: .tooDeep)
    case .nameNotUTF8: NativeFolderError(path: path, reason: .nameNotUTF8)
    default: NativeFolderError(path: path, reason: .special)
    }
  }
}

/// A failure to search the native projects.
public struct NativeFolderError: ErosError, Equatable {
  /// The cause of the failure.
  @nonexhaustive
  public enum Reason: Sendable {
    /// A symlink refers to a folder around it.
    case cycle
    /// Folders are nested too deeply.
    case tooDeep
    /// A name is not well-formed UTF-8.
    case nameNotUTF8
    /// A pipe or device is named like a file that may contain a version.
    case special
  }

  /// The path, starting with the project path as given.
  public let path: String
  /// The cause of the failure.
  public let reason: Reason

  public var problem: Message {
    let cause: Message =
      switch reason {
      case .cycle: "the symlink refers to a folder that contains it"
      case .tooDeep: "folders are nested too deeply"
      case .nameNotUTF8: "the name is not well-formed UTF-8"
      case .special: "the file is a pipe, a device or a socket"
      }
    return "cannot search '\(path.escapedForDisplay)' for versions: \(cause)"
  }

  public var remedy: Message? {
    switch reason {
    case .cycle: "remove the symlink, or point it to the app's own folder"
    case .tooDeep: "move the folder out of 'platforms', or delete it"
    case .nameNotUTF8: "rename it"
    case .special: "delete it"
    }
  }

  public var exitStatus: ExitStatus { .inputNotFound }
}
