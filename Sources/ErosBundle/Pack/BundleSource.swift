public import ErosCore
package import ErosFiles

/// The files and folders of a source folder that go into a bundle, in the order of their names.
public struct BundleSource: Sendable {
  /// A file of the source folder.
  public struct File: Sendable {
    /// Its name in the bundle.
    public let path: BundlePath
    /// Where it is read from.
    public let sourcePath: String
    /// What the system said of it when the folder was walked.
    package let status: FileStatus
  }

  /// The folder, as the caller named it.
  public let root: String
  /// The files, in the order of the bytes of their names.
  public let files: [File]
  /// The folders, empty ones too, in the order of the bytes of their names.
  public let folders: [BundlePath]
  /// What was left out on purpose: names below ``root``.
  public let skipped: [String]

  /// Walks `root` and checks every name.
  ///
  /// - Throws: ``BundleSourceError`` with everything that stands in the way, or `FileError` when the
  ///   folder itself cannot be listed.
  public init(_ root: String, followsSymlinks: Bool = false) throws {
    let walk = try FolderWalk(
      root, followsSymlinks: followsSymlinks, depthLimit: BundlePath.maximumDepth + 1,
      skips: Self.isSkipped)
    var problems = walk.obstacles.map { BundleSourceError.Problem($0) }
    var names = NameTable()
    var files: [File] = []
    var folders: [BundlePath] = []
    var clashingFolders: Set<BundlePath> = []
    for entry in walk.entries {
      do throws(BundlePathProblem) {
        let path = try BundlePath(entry.relativePath)
        // What lies in a folder that clashes would only repeat that.
        if let parent = path.parent, clashingFolders.contains(parent) {
          if entry.status.kind == .folder { clashingFolders.insert(path) }
          continue
        }
        if let clash = names.add(path, isFolder: entry.status.kind == .folder) {
          problems.append(.init(entry.relativePath, .clash(with: clash.other ?? path.string)))
          if entry.status.kind == .folder { clashingFolders.insert(path) }
        } else if path.clashKey == BundleManifest.entryName {
          problems.append(.init(entry.relativePath, .reserved))
        } else if entry.status.kind == .folder {
          folders.append(path)
        } else {
          let sourcePath = root + "/" + entry.relativePath
          files.append(File(path: path, sourcePath: sourcePath, status: entry.status))
        }
      } catch {
        problems.append(.init(entry.relativePath, .name(error)))
      }
    }
    if files.isEmpty, problems.isEmpty { problems.append(.init("", .empty)) }
    guard problems.isEmpty else { throw BundleSourceError(root: root, problems: problems) }
    self.root = root
    self.files = files.sorted { $0.path < $1.path }
    self.folders = folders.sorted()
    skipped = walk.skipped.sorted()
  }

  /// Takes files and folders of a bundle that lie unpacked below `root`, whatever they are called.
  package init(_ root: String, files: [BundlePath], folders: [BundlePath]) throws(FileError) {
    var sources: [File] = []
    for path in files.sorted() {
      let place = root + "/" + path.string
      let status = try FileStatus(of: place, followingSymlinks: false)
      sources.append(File(path: path, sourcePath: place, status: status))
    }
    self.root = root
    self.files = sources
    self.folders = folders.sorted()
    skipped = []
  }

  /// What editors and systems leave behind, source maps, and what the old tool put into its source
  /// folder after packing it.
  @Sendable
  private static func isSkipped(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    switch path.pathComponents.last {
    case ".DS_Store", "__MACOSX", "Thumbs.db", ".git": return true
    default:
      guard kind != .folder else { return false }
      return path.ends(with: ".map") || path == BundleOutputs.versionFile || isOldZip(path)
    }
  }

  /// Whether packing leaves out the file at `path`, below the source folder.
  package static func isLeftOut(_ path: String) -> Bool {
    let folders = path.pathComponents.dropLast()
    return isSkipped(path, .file) || folders.contains { isSkipped(String($0), .folder) }
  }

  /// The old tool left each packed zip as `js/<jsVersion>.zip`.
  private static func isOldZip(_ path: String) -> Bool {
    guard path.begins(with: "js/"), path.ends(with: ".zip") else { return false }
    return BundleVersion(String(path.unicodeScalars.dropFirst(3).dropLast(4))) != nil
  }
}

/// Why a source folder cannot be packed: everything that was found, not only the first.
public struct BundleSourceError: ErosError {
  /// One thing that stands in the way.
  public struct Problem: Sendable {
    package enum Reason: Sendable {
      case empty
      case name(BundlePathProblem)
      case clash(with: String)
      case reserved
      case obstacle(FolderWalk.Obstacle.Reason)
    }

    /// The name below the source folder.
    public let path: String
    package let reason: Reason

    init(_ path: String, _ reason: Reason) {
      self.path = path
      self.reason = reason
    }

    init(_ obstacle: FolderWalk.Obstacle) {
      self.init(obstacle.relativePath, .obstacle(obstacle.reason))
    }
  }

  /// How many problems are shown; the rest is counted.
  private static let shownProblems = 20

  /// The source folder, as the caller named it.
  public let root: String
  /// All that stands in the way; never empty.
  public let problems: [Problem]

  public var problem: String {
    let shown = problems.prefix(Self.shownProblems).map(\.text)
    let rest = problems.count - shown.count
    let lines = rest > 0 ? shown + ["… and \(rest) more"] : shown
    guard lines.count > 1 else { return "cannot pack '\(root.escapedForDisplay)': \(lines[0])" }
    return (["cannot pack '\(root.escapedForDisplay)':"] + lines.map { "  " + $0 })
      .joined(separator: "\n")
  }

  public var remedy: String? { problems.first?.remedy }

  /// Whether nothing is wrong but that there is no file.
  package var isEmptyFolder: Bool {
    guard problems.count == 1, case .empty = problems[0].reason else { return false }
    return true
  }

  public var exitStatus: ExitStatus {
    for case .obstacle(.unreadable(let error)) in problems.map(\.reason) { return error.exitStatus }
    return .badData
  }
}

extension BundleSourceError.Problem {
  fileprivate var text: String {
    let shown = path.escapedForDisplay
    return switch reason {
    case .empty: "there is no file in it"
    case .name(let problem): "'\(shown)': \(problem)"
    case .clash(let other):
      "'\(shown)' and '\(other.escapedForDisplay)' are one name on systems that ignore case or Unicode form"
    case .reserved: "'\(shown)' is the name of the manifest, which packing makes itself"
    case .obstacle(.nameNotUTF8): "'\(shown)': the name is not well-formed UTF-8"
    case .obstacle(.symlink): "'\(shown)' is a symlink"
    case .obstacle(.symlinkOutside): "'\(shown)' is a symlink that leads out of the folder"
    case .obstacle(.symlinkBroken): "'\(shown)' is a symlink that leads to nothing"
    case .obstacle(.symlinkLoop): "'\(shown)' is a symlink to a folder that holds it"
    case .obstacle(.special): "'\(shown)' is a device, a pipe or a socket"
    case .obstacle(.tooDeep): "'\(shown)' is nested too deeply"
    case .obstacle(.unreadable(let error)): error.problem
    }
  }

  fileprivate var remedy: String? {
    switch reason {
    case .empty: "build the pages first, or name the folder that holds them"
    case .name, .clash, .obstacle(.nameNotUTF8): "rename it"
    case .reserved: "remove it from the source folder"
    case .obstacle(.symlink): "replace it by the file, or pass `--follow-symlinks`"
    case .obstacle(.symlinkOutside): "copy what it leads to into the folder"
    case .obstacle(.symlinkBroken), .obstacle(.symlinkLoop), .obstacle(.special): "remove it"
    case .obstacle(.tooDeep): "use at most \(BundlePath.maximumDepth) folders inside each other"
    case .obstacle(.unreadable(let error)): error.remedy
    }
  }
}
