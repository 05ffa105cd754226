public import ErosCore
import ErosFiles
import ErosSyntax
import SystemPackage

/// Finds the files below the folder of the native projects, also behind symlinks, each once.
struct NativeWalk {
  private(set) var paths: [String] = []

  private let root: String
  private let skips: @Sendable (_ path: String, _ kind: FileStatus.Kind) -> Bool
  /// The folders that were walked, and the files that were found, without symlinks.
  private var walked: Set<FilePath> = []
  private var found: Set<FilePath> = []

  init(
    _ root: String, skips: @escaping @Sendable (_ path: String, _ kind: FileStatus.Kind) -> Bool
  ) {
    self.root = root
    self.skips = skips
  }

  /// Walks the folder, and what symlinks in it lead to that lies elsewhere.
  ///
  /// - Throws: ``ErosCore/ErosError`` for anything that cannot be looked at.
  mutating func run() throws {
    var folders = [""]
    while let folder = folders.popLast() { folders += try walk(folder) }
  }

  /// Walks one folder, and returns the symlinks to other folders in it.
  private mutating func walk(_ folder: String) throws -> [String] {
    let top = folder.isEmpty ? root : root + "/" + folder
    let real = try resolvedPath(top)
    // What a walk has been through is not gone through again; one around another never ends.
    if walked.contains(where: { real.starts(with: $0) }) { return [] }
    guard !walked.contains(where: { $0.starts(with: real) }) else {
      throw NativeFolderError(path: top, reason: .holdsItself)
    }
    walked.insert(real)
    let walk = try FolderWalk(top, skips: skips)
    for entry in walk.entries where entry.status.kind == .file {
      let place = real.pushing(FilePath(entry.relativePath))
      if found.insert(place).inserted { paths.append(below(folder, entry.relativePath)) }
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

  /// Whether a symlink leads to a folder; a file that it leads to is taken up.
  private mutating func isFolder(_ path: String) throws -> Bool {
    let place = root + "/" + path
    let status = try FileStatus(of: place)
    if status.kind == .file {
      let real = try resolvedPath(place)
      let isSameName = real.lastComponent?.string == path.lastPathComponent
      if !isSameName || found.insert(real).inserted { paths.append(path) }
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

/// Why the folder of the native projects cannot be looked through.
public struct NativeFolderError: ErosError, Equatable {
  /// What stands in the way.
  @nonexhaustive
  public enum Reason: Sendable {
    /// A symlink leads to a folder that the walk is in.
    case holdsItself
    /// Folders are nested too deeply.
    case tooDeep
    /// A name is not well-formed UTF-8.
    case nameNotUTF8
    /// A pipe or a device has the name of a file that may hold a version.
    case special
  }

  /// Where it is, as the project was named.
  public let path: String
  /// What stands in the way there.
  public let reason: Reason

  public var problem: String {
    let what =
      switch reason {
      case .holdsItself: "it leads to a folder that holds it"
      case .tooDeep: "folders are nested too deeply there"
      case .nameNotUTF8: "its name is not well-formed UTF-8"
      case .special: "it is a pipe, a device or a socket"
      }
    return "cannot look for versions in '\(path.escapedForDisplay)': \(what)"
  }

  public var remedy: String? {
    switch reason {
    case .holdsItself: "remove the symlink, or let it lead to the app's own folder"
    case .tooDeep: "move it out of 'platforms', or remove it"
    case .nameNotUTF8: "rename it"
    case .special: "remove it"
    }
  }

  public var exitStatus: ExitStatus { .inputNotFound }
}
