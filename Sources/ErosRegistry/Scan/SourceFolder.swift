import ErosCore
import ErosFiles

/// The source files below a folder, found and read.
struct SourceFolder {
  /// The largest file that is read; real sources are far smaller.
  static let largestFile = 4 << 20

  private static let skippedFolders: Set<String> = [
    ".git", "build", "DerivedData", "node_modules", ".gradle", "Pods",
  ]

  /// What a scanner gets to see, and what cannot be shown to it.
  private(set) var files: [SourceFile] = []
  private(set) var findings: [RegistryFinding] = []

  /// Reads the files below `path` whose names `isWanted` accepts, in the order of their paths;
  /// `path` may be a file too.
  ///
  /// A folder that is named is read whatever its name is, so pods are read when asked for. Symlinks
  /// are not followed.
  ///
  /// - Throws: ``FileError`` when `path` itself cannot be read.
  init(_ path: String, isWanted: (_ name: String) -> Bool) throws {
    guard try FileStatus(of: path).kind == .folder else {
      read(path)
      return
    }
    let root = path.utf8.count > 1 && path.ends(with: "/") ? String(path.dropLast()) : path
    let skipped = Self.skippedFolders
    let walk = try FolderWalk(root) { path, kind in
      kind == .folder && path.pathComponents.last.map { skipped.contains(String($0)) } == true
    }
    let paths = walk.entries.filter { $0.status.kind == .file }.map(\.relativePath)
      .filter { isWanted($0.pathComponents.last.map(String.init) ?? "") }
    for below in paths.sorted(by: inByteOrder) { read(root == "." ? below : root + "/" + below) }
    for obstacle in walk.obstacles {
      guard case .unreadable(let error) = obstacle.reason else { continue }
      report(.sourceUnreadable, error.path, error.problem)
    }
  }

  private mutating func read(_ path: String) {
    do {
      let file = try ReadableFile(path, followingSymlinks: false)
      guard file.status.size <= UInt64(Self.largestFile) else {
        return report(.sourceTooLarge, path, "it is larger than 4 MiB, and was not read")
      }
      let bytes = try file.read(at: 0, count: Int(file.status.size))
      if UTF8Text.firstIllFormedByte(in: bytes) != nil {
        return report(
          .sourceUnreadable, path, "it is not UTF-8, and was not read",
          "save it as UTF-8")
      }
      files.append(SourceFile(path: path, bytes: bytes))
    } catch {
      report(.sourceUnreadable, path, error.problem)
    }
  }

  private mutating func report(
    _ rule: RegistryRule, _ path: String, _ message: String, _ remedy: String? = nil
  ) {
    findings.append(
      RegistryFinding(
        rule, at: SourcePlace(file: path, position: .start), message, remedy))
  }
}
