import ErosCore
import ErosFiles
import ErosRegistry
import ErosSyntax

/// Reads all source files below a list of folders.
struct SourceFolders {
  static let maximumFileSize = 4 << 20

  private static let skippedFolders: Set<String> = [
    "build", "DerivedData", "node_modules", ".gradle", "Pods", "__tests__", "__mocks__",
    "fixtures", "Fixtures", "__fixtures__", "unpackage",
  ]

  /// Recognizes folders with tests: `src/test`, `src/androidTest` or `AcmeTests`.
  private static func holdsTests(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    guard let name = names.last else { return false }
    let isGradle =
      names.dropLast().last == "src"
      && (name.hasPrefix("test") || name.hasPrefix("androidTest") || name == "sharedTest")
    return isGradle || name.hasSuffix("Tests")
  }

  private(set) var files: [SourceFile] = []
  private(set) var findings: [Finding] = []
  private(set) var skipped: [SkippedFolder] = []
  /// Sources that were not scanned.
  private(set) var unread: [UnreadSource] = []
  /// Files that were read.
  ///
  /// Folders may overlap, and a class read twice would conflict with itself.
  private var identities: Set<FileStatus.Identity> = []
  private let isWanted: (_ name: String) -> Bool
  private let skipsOtherProjects: Bool

  /// Reads the files at or below `paths` whose names `isWanted` accepts.
  ///
  /// Each file is read once. Within a folder, files are sorted by path. Folders such as `Pods` are
  /// skipped unless you list them, and so are ``OtherProjects`` if `skipsOtherProjects` is set.
  /// Symlinks are not followed. Unreadable files and paths without `what` become findings.
  ///
  /// - Throws: ``FileError`` if one of `paths` cannot be read.
  init(
    _ paths: [String], of what: Message, skipsOtherProjects: Bool = false,
    isWanted: @escaping (_ name: String) -> Bool
  ) throws {
    self.isWanted = isWanted
    self.skipsOtherProjects = skipsOtherProjects
    for path in paths {
      let isFolder = try FileStatus(of: path).kind == .folder
      guard try isFolder ? readFolder(path) : readIfWanted(path) else {
        report(
          .nothingToRead, path, "no \(what) found, so nothing in it was compared",
          "pass the folder that contains it")
        continue
      }
    }
  }

  /// Reads the files below `path`.
  ///
  /// Returns `false` if there were neither files nor findings.
  private mutating func readFolder(_ path: String) throws -> Bool {
    let root = path.utf8.count > 1 && path.ends(with: "/") ? String(path.dropLast()) : path
    let names = Self.skippedFolders
    let others = skipsOtherProjects ? try OtherProjects(in: root) : nil
    let walk = try FolderWalk(root) { path, kind in
      if JunkFile(path) != nil { return true }
      return kind == .folder
        && (names.contains(path.lastPathComponent)
          || Self.holdsTests(root.lastPathComponent + "/" + path) || others?.contains(path) == true)
    }
    skipped += walk.skipped.filter { JunkFile($0) == nil }.map {
      SkippedFolder(
        path: root == "." ? $0 : root + "/" + $0, isOtherProject: others?.contains($0) == true)
    }
    let fullPath = { (below: String) in root == "." ? below : root + "/" + below }
    let entries = walk.entries.filter {
      $0.status.kind == .file && isWanted($0.relativePath.lastPathComponent)
    }
    let before = (findings.count, files.count)
    for entry in entries.sorted(by: { inByteOrder($0.relativePath, $1.relativePath) }) {
      read(fullPath(entry.relativePath))
    }
    for obstacle in walk.obstacles { report(obstacle, at: fullPath(obstacle.relativePath)) }
    for folder in walk.skipped where others?.contains(folder) == true {
      try leaveOut(fullPath(folder))
    }
    // Most property lists and scripts are not sources.
    return entries.contains { entry in
      !entry.relativePath.ends(with: ".plist")
        && Dependency.platform(of: entry.relativePath.lastPathComponent) == nil
        && !NativeSources.isArkTS(entry.relativePath)
    }
      || (findings.count, files.count) > before
  }

  /// Reports another project's folder, and keeps its sources to search them for missing names.
  private mutating func leaveOut(_ folder: String) throws {
    let names = Self.skippedFolders
    let walk = try FolderWalk(folder) { path, kind in
      JunkFile(path) != nil || kind == .folder && names.contains(path.lastPathComponent)
    }
    let entries = walk.entries.filter {
      $0.status.kind == .file && isWanted($0.relativePath.lastPathComponent)
        && $0.status.size <= UInt64(Self.maximumFileSize)
    }
    var first: String?
    for entry in entries {
      let path = joinedPath(folder, entry.relativePath)
      guard let bytes = try? readWholeFile(path, limit: Self.maximumFileSize) else {
        unread.append(UnreadSource(path: path))
        continue
      }
      let source = SourceFile(path: path, bytes: bytes)
      guard NativeSources.isSource(source) else { continue }
      unread.append(UnreadSource(source))
      if NativeSources.scanner(for: path.lastPathComponent) != nil { first = first ?? path }
    }
    guard let first else { return }
    report(
      .hostCopy, first,
      "the code of another project in '\(folder.escapedForDisplay)' is left out",
      "pass the folder as well to describe what it registers")
  }

  private mutating func readIfWanted(_ path: String) -> Bool {
    guard isWanted(path.lastPathComponent) else { return false }
    read(path)
    return true
  }

  private mutating func read(_ path: String) {
    do {
      let file = try ReadableFile(path, followingSymlinks: false)
      guard identities.insert(file.status.identity).inserted else { return }
      guard file.status.size <= UInt64(Self.maximumFileSize) else {
        unread.append(UnreadSource(path: path))
        return report(.sourceTooLarge, path, "skipped a file larger than 4 MiB")
      }
      let bytes = try file.read(at: 0, count: Int(file.status.size))
      let source = SourceFile(path: path, bytes: bytes)
      guard NativeSources.isSource(source) else { return }
      if PropertyList.isBinary(bytes) {
        return report(
          .sourceUnreadable, path, "skipped a binary property list",
          "convert it with `plutil -convert xml1`")
      }
      if UTF8Text.isWide(bytes) {
        unread.append(UnreadSource(source))
        return report(
          .sourceUnreadable, path, "skipped a file encoded as UTF-16 or UTF-32",
          "save it as UTF-8")
      }
      if let byte = UTF8Text.firstIllFormedByte(in: bytes) {
        unread.append(UnreadSource(source))
        return report(
          .sourceUnreadable, path, "skipped a file that is not UTF-8", "save it as UTF-8",
          at: TextPosition(ofByte: byte, in: bytes))
      }
      files.append(source)
    } catch {
      unread.append(UnreadSource(path: path))
      report(.sourceUnreadable, path, error.problem)
    }
  }

  private mutating func report(_ obstacle: FolderWalk.Obstacle, at path: String) {
    switch obstacle.reason {
    case .unreadable(let error): report(.sourceUnreadable, path, error.problem, error.remedy)
    case .tooDeep:
      report(
        .sourceUnreadable, path, "skipped a folder that is nested too deeply",
        "pass this folder as well")
    case .nameNotUTF8:
      report(
        .sourceUnreadable, path, "skipped a file whose name is not UTF-8",
        "rename it")
    // Link targets are read at their own path, and special files are not sources.
    case .symlink, .symlinkOutside, .symlinkBroken, .symlinkLoop, .special: break
    }
  }

  private mutating func report(
    _ rule: RegistryRule, _ path: String, _ message: Message, _ remedy: Message? = nil,
    at position: TextPosition = .start
  ) {
    findings.append(
      Finding(
        rule, at: FilePosition(file: path, position: position), message, remedy))
  }
}
