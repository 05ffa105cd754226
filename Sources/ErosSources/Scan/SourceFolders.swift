import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax

/// The source files below some folders, found and read.
struct SourceFolders {
  /// The largest file that is read; real sources are far smaller.
  static let largestFile = 4 << 20

  private static let skippedFolders: Set<String> = [
    ".git", "build", "DerivedData", "node_modules", ".gradle", "Pods",
  ]

  /// What a scanner gets to see, and what cannot be shown to it.
  private(set) var files: [SourceFile] = []
  private(set) var findings: [RegistryFinding] = []
  /// The files that were looked at: folders may lie in each other, and a class that is read twice
  /// would be at odds with itself.
  private var known: Set<FileStatus.Identity> = []
  private let isWanted: (_ name: String) -> Bool

  /// Reads the files below `paths` whose names `isWanted` accepts, each once, folder by folder in
  /// the order of their paths; a path may be that of a file too.
  ///
  /// A folder that is named is read whatever its name is, so pods are read when asked for. Symlinks
  /// below it are not followed. Whatever is wanted and not read becomes a finding, and so does a
  /// path below which there is nothing of `what`.
  ///
  /// - Throws: ``FileError`` when one of `paths` itself cannot be read.
  init(_ paths: [String], of what: String, isWanted: @escaping (_ name: String) -> Bool) throws {
    self.isWanted = isWanted
    for path in paths {
      let isFolder = try FileStatus(of: path).kind == .folder
      guard try isFolder ? readFolder(path) : readIfWanted(path) else {
        report(
          .nothingToRead, path, "there is no \(what) here, so nothing was compared",
          "name the folder that holds it")
        continue
      }
    }
  }

  /// Reads what is wanted below `path`, and tells whether there was anything.
  private mutating func readFolder(_ path: String) throws -> Bool {
    let root = path.utf8.count > 1 && path.ends(with: "/") ? String(path.dropLast()) : path
    let skipped = Self.skippedFolders
    let walk = try FolderWalk(root) { path, kind in
      kind == .folder && skipped.contains(path.lastPathComponent)
    }
    let place = { (below: String) in root == "." ? below : root + "/" + below }
    let found = walk.entries.filter {
      $0.status.kind == .file && isWanted($0.relativePath.lastPathComponent)
    }
    for entry in found.sorted(by: { inByteOrder($0.relativePath, $1.relativePath) }) {
      read(place(entry.relativePath))
    }
    let before = findings.count
    for obstacle in walk.obstacles { report(obstacle, at: place(obstacle.relativePath)) }
    return !found.isEmpty || findings.count > before
  }

  private mutating func readIfWanted(_ path: String) -> Bool {
    guard isWanted(path.lastPathComponent) else { return false }
    read(path)
    return true
  }

  private mutating func read(_ path: String) {
    do {
      let file = try ReadableFile(path, followingSymlinks: false)
      guard known.insert(file.status.identity).inserted else { return }
      guard file.status.size <= UInt64(Self.largestFile) else {
        return report(.sourceTooLarge, path, "it is larger than 4 MiB, and was not read")
      }
      let bytes = try file.read(at: 0, count: Int(file.status.size))
      if let byte = UTF8Text.firstIllFormedByte(in: bytes) {
        return report(
          .sourceUnreadable, path, "it is not UTF-8, and was not read", "save it as UTF-8",
          at: TextPosition(ofByte: byte, in: bytes))
      }
      files.append(SourceFile(path: path, bytes: bytes))
    } catch {
      report(.sourceUnreadable, path, error.problem)
    }
  }

  private mutating func report(_ obstacle: FolderWalk.Obstacle, at path: String) {
    switch obstacle.reason {
    case .unreadable(let error): report(.sourceUnreadable, path, error.problem, error.remedy)
    case .tooDeep:
      report(
        .sourceUnreadable, path, "the folders are nested too deeply here, and were not read",
        "name this folder too")
    case .nameNotUTF8:
      report(
        .sourceUnreadable, path, "its name is not UTF-8, and it was not read",
        "give it another name")
    // Links lead to what is read in its own place, and what is special is no source.
    case .symlink, .symlinkOutside, .symlinkBroken, .symlinkLoop, .special: break
    }
  }

  private mutating func report(
    _ rule: RegistryRule, _ path: String, _ message: String, _ remedy: String? = nil,
    at position: TextPosition = .start
  ) {
    findings.append(
      RegistryFinding(
        rule, at: FilePosition(file: path, position: position), message, remedy))
  }
}
