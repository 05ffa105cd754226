import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions
package import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A git repository, which is only read: neither its index nor its working tree is touched.
package struct GitRepository: Sendable {
  /// The folder that holds `.git`, absolute and without symlinks.
  let top: FilePath

  /// The innermost repository that a folder lies in, which may be a submodule.
  static func around(_ folder: String) throws -> GitRepository {
    let place = try resolvedPath(allowingMissing: folder)
    guard let repository = around(place) else { throw GitError.notARepository(folder) }
    return repository
  }

  /// The top folder of the innermost repository around a path.
  package static func top(around path: FilePath) -> FilePath? { around(path)?.top }

  static func around(_ place: FilePath) -> GitRepository? {
    var folder = place
    while true {
      // A folder in most cases; a file in submodules and in working trees beside the first.
      if (try? FileStatus(of: folder.appending(".git").string)) != nil {
        return GitRepository(top: folder)
      }
      guard folder.removeLastComponent() else { return nil }
    }
  }

  // MARK: Commits

  /// The full name of the commit that a reference stands for.
  func commit(_ reference: String) throws -> String {
    let result = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"])
    if result.status == 0 { return result.firstLine }
    // Quiet means no words where it just is not there; words are about something else.
    let words = String(decoding: result.standardError, as: UTF8.self).trimmed
    guard words.isEmpty || result.status == 1 else {
      throw GitError.failed(command: "rev-parse", words: words)
    }
    throw GitError.noSuchCommit(reference, isShallow: try isShallow())
  }

  /// The commit at which the history of what is checked out left `commit`.
  ///
  /// What has gone on in `commit` since then is not what the working tree has to answer for. Where
  /// two histories have nothing in common, it is `commit` itself.
  func leftAt(_ commit: String, reference: String) throws -> String {
    let result = try run(["merge-base", commit, "HEAD"])
    if result.status == 0 { return result.firstLine }
    if try isShallow() { throw GitError.noCommonCommit(reference) }
    return commit
  }

  private func isShallow() throws -> Bool {
    try succeed(["rev-parse", "--is-shallow-repository"]).firstLine == "true"
  }

  func hasCommit(_ commit: String) throws -> Bool {
    try run(["cat-file", "-e", commit + "^{commit}"]).status == 0
  }

  // MARK: Trees

  /// What a commit has at a path below ``top``.
  struct Entry {
    let mode: String
    let object: String

    /// Whether it is another repository at one of its commits.
    var isSubmodule: Bool { mode == "160000" }
    var isFile: Bool { mode.hasPrefix("100") }
  }

  func entry(_ path: String, at commit: String) throws -> Entry? {
    guard !path.isEmpty else { return Entry(mode: "040000", object: commit) }
    let listing = try succeed(["ls-tree", "-z", commit, "--", path]).standardOutput
    // `mode type object<tab>path<NUL>`
    let words = listing.prefix { $0 != UInt8(ascii: "\t") }
      .split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    return words.count == 3 ? Entry(mode: words[0], object: words[2]) : nil
  }

  func contents(of entry: Entry) throws -> [UInt8] {
    try succeed(["cat-file", "blob", entry.object]).standardOutput
  }

  /// Whether something below `path` is not as in `commit`, untracked files that `counts` included.
  func isChanged(
    _ path: String, since commit: String, counts: (String) -> Bool
  ) throws -> Bool {
    let changed = try diff(["--name-only", "-z", commit, "--", path])
    if changed.standardOutput.names.contains(where: counts) { return true }
    let untracked = try succeed(["ls-files", "--others", "-z", "--", path])
    return untracked.standardOutput.names.contains(where: counts)
  }

  /// What the file at `path` was called in `commit`, if git takes it for a renamed one.
  func nameBefore(of path: String, in commit: String) throws -> String? {
    let renames = try diff(
      ["--name-status", "--find-renames", "--diff-filter=R", "-z", commit]
    ).standardOutput.names
    // Status, old name, new name; and so on.
    for index in stride(from: 0, to: renames.count - 2, by: 3) where renames[index + 2] == path {
      return renames[index + 1]
    }
    return nil
  }

  /// Compares with the working tree, on a copy of the index: git writes down in it what it finds out
  /// about the times of files.
  private func diff(_ arguments: [String]) throws -> ChildProcess {
    let index = try succeed(
      ["rev-parse", "--path-format=absolute", "--git-path", "index"]
    ).firstLine
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "eros-index-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "index")
    // A repository in which nothing was ever added has none.
    if (try? FileStatus(of: index)) != nil {
      try FileManager.default.copyItem(at: URL(filePath: index), to: copy)
    }
    return try succeed(
      ["diff", "--no-ext-diff", "--no-textconv"] + arguments,
      environment: ["GIT_INDEX_FILE": copy.path(percentEncoded: false)])
  }

  // MARK: Running

  private func succeed(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ChildProcess {
    let result = try run(arguments, environment: environment)
    guard result.status == 0 else {
      let words = String(decoding: result.standardError, as: UTF8.self).trimmed
      throw GitError.failed(command: arguments[0], words: words)
    }
    return result
  }

  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ChildProcess {
    // A repository's own settings must not start programs of its choice.
    let settings = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"]
    return try Self.git(
      ["-C", top.string] + settings + arguments,
      environment: Self.environment.merging(environment) { $1 })
  }

  /// What `git` calls itself, with its version.
  package static func toolName() throws -> String {
    try git(["--version"], environment: environment).firstLine
  }

  private static func git(
    _ arguments: [String], environment: [String: String]
  ) throws -> ChildProcess {
    do {
      return try ChildProcess.run("git", arguments, environment: environment)
    } catch {
      if error.operation == .run, error.reason == .noSuchFileOrDirectory {
        throw GitError.notInstalled
      }
      throw error
    }
  }

  /// The process's own, less what a hook is started with.
  ///
  /// That is about another repository when this one is a submodule. What configures git, such as folders
  /// to be trusted, stays.
  private static let environment: [String: String] = {
    var variables = ProcessInfo.processInfo.environment
    let kept = ["GIT_CONFIG", "GIT_EXEC_PATH", "GIT_CEILING", "GIT_DISCOVERY"]
    for name in variables.keys where name.hasPrefix("GIT_") {
      if !kept.contains(where: { name.hasPrefix($0) }) { variables[name] = nil }
    }
    variables["GIT_OPTIONAL_LOCKS"] = "0"
    variables["GIT_LITERAL_PATHSPECS"] = "1"
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["LC_ALL"] = "C"
    return variables
  }()
}

extension ChildProcess {
  fileprivate var firstLine: String {
    String(decoding: standardOutput.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The names in a list that NULs end.
  fileprivate var names: [String] {
    split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
