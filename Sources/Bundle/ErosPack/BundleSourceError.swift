public import ErosCore
import ErosFiles

/// Everything that keeps a source folder from being packed.
///
/// The message lists up to 20 problems, so users can fix them in one go.
///
/// ```swift
/// do {
///   source = try BundleSource("dist")
/// } catch let error as BundleSourceError {
///   for problem in error.problems { print(problem.path) }
/// }
/// ```
public struct BundleSourceError: ErosError {
  /// A file or folder that cannot be packed.
  public struct Problem: Sendable {
    enum Reason: Sendable {
      case empty
      case name(BundlePathProblem)
      case notPortable(BundlePath.PortabilityProblem)
      case clash(with: String)
      case reserved
      case obstacle(FolderWalk.Obstacle.Reason)
    }

    /// Path below the source folder.
    public let path: String
    let reason: Reason

    init(_ path: String, _ reason: Reason) {
      self.path = path
      self.reason = reason
    }

    init(_ obstacle: FolderWalk.Obstacle) {
      self.init(obstacle.relativePath, .obstacle(obstacle.reason))
    }
  }

  /// Number of problems shown in a message.
  ///
  /// Any more are only counted.
  private static let maximumShown = 20

  /// Source folder as you named it.
  public let root: String
  /// Problems, at least one.
  public let problems: [Problem]

  public var problem: Message {
    let messages = problems.prefix(Self.maximumShown).map(\.message)
    let omittedCount = problems.count - messages.count
    let lines = omittedCount > 0 ? messages + ["… and \(omittedCount) more"] : messages
    guard lines.count > 1 else { return "cannot pack '\(root.escapedForDisplay)': \(lines[0])" }
    return
      "cannot pack '\(root.escapedForDisplay)':\n\(lines.map { "  \($0)" as Message }.joined(separator: "\n"))"
  }

  public var remedy: Message? { problems.first?.remedy }

  /// `true` if nothing is wrong except that the folder has no files.
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
  fileprivate var message: Message {
    let escapedPath = path.escapedForDisplay
    return switch reason {
    case .empty: "the folder contains no files"
    case .name(let problem): "'\(escapedPath)': \(problem)"
    case .notPortable(let problem):
      // Some texts already start with the path.
      problem.description.hasPrefix("'\(escapedPath)' ")
        ? problem.clause : "'\(escapedPath)': \(problem.clause)"
    case .clash(let other):
      "'\(escapedPath)' and '\(other.escapedForDisplay)' are the same name on systems that ignore case or Unicode form"
    case .reserved: "'\(escapedPath)' is the name of the manifest, which packing creates"
    case .obstacle(.nameNotUTF8): "'\(escapedPath)': the name is not well-formed UTF-8"
    case .obstacle(.symlink): "'\(escapedPath)' is a symlink"
    case .obstacle(.symlinkOutside): "'\(escapedPath)' is a symlink to a file outside the folder"
    case .obstacle(.symlinkBroken): "'\(escapedPath)' is a broken symlink"
    case .obstacle(.symlinkLoop): "'\(escapedPath)' is a symlink to a folder that contains it"
    case .obstacle(.special): "'\(escapedPath)' is a device, a pipe or a socket"
    case .obstacle(.tooDeep): "'\(escapedPath)' is nested too deeply"
    case .obstacle(.unreadable(let error)): error.problem
    }
  }

  fileprivate var remedy: Message? {
    switch reason {
    case .empty: "build the pages first, or name the folder that contains them"
    case .name, .notPortable, .clash, .obstacle(.nameNotUTF8): "rename it"
    case .reserved: "remove it from the source folder"
    case .obstacle(.symlink): "replace it with the file, or pass `--follow-symlinks`"
    case .obstacle(.symlinkOutside): "copy the file into the folder"
    case .obstacle(.symlinkBroken), .obstacle(.symlinkLoop), .obstacle(.special): "remove it"
    case .obstacle(.tooDeep): "nest at most \(BundlePath.maximumDepth) folders"
    case .obstacle(.unreadable(let error)): error.remedy
    }
  }
}
