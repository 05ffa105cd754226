import ErosCore
import ErosFiles
import ErosProcess
package import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A git repository, opened for reading.
///
/// Its index and its working tree stay unchanged.
package struct GitRepository: Sendable {
  /// The absolute path of the folder that contains `.git`, without symlinks.
  let top: FilePath

  /// Returns the innermost repository that contains `folder`.
  ///
  /// It may be a submodule.
  static func around(_ folder: String) throws -> GitRepository {
    guard let repository = around(try resolvedPath(allowingMissing: folder)) else {
      throw GitError.notARepository(folder)
    }
    return repository
  }

  /// The top folder of the innermost repository around a path.
  package static func top(around path: FilePath) -> FilePath? { around(path)?.top }

  static func around(_ path: FilePath) -> GitRepository? {
    var folder = path
    while true {
      // `.git` is usually a folder, but a file in submodules and linked working trees.
      if (try? FileStatus(of: folder.appending(".git").string)) != nil {
        return GitRepository(top: folder)
      }
      guard folder.removeLastComponent() else { return nil }
    }
  }

  // MARK: Commits

  /// Returns the hash of the commit that `reference` resolves to.
  func commit(_ reference: String) throws -> String {
    let result = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"])
    if result.status == 0 { return result.firstLine }
    // With `--quiet`, a missing commit has no message. A message thus means another error.
    let message = String(decoding: result.standardError, as: UTF8.self).trimmed
    guard message.isEmpty || result.status == 1 else {
      throw GitError.failed(command: "rev-parse", message: message)
    }
    throw GitError.noSuchCommit(
      reference, remote: try remote(of: reference), isShallow: try isShallow())
  }

  /// Returns the remote that a name such as `origin/main` starts with.
  private func remote(of reference: String) throws -> String? {
    try succeed(["remote"]).standardOutput.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
      .first { reference.hasPrefix($0 + "/") && reference != $0 + "/" }
  }

  /// Returns the merge base of `commit` and `HEAD`, or `commit` without a common history.
  ///
  /// A comparison with the merge base ignores later changes in `commit`.
  func mergeBase(with commit: String, reference: String) throws -> String {
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

  /// An entry of a commit at a path relative to ``top``.
  struct Entry {
    let mode: String
    let object: String

    /// Whether the entry is a submodule.
    ///
    /// The property ``object`` is then its commit.
    var isSubmodule: Bool { mode == "160000" }
    var isFile: Bool { mode.hasPrefix("100") }
  }

  func entry(_ path: String, at commit: String) throws -> Entry? {
    guard !path.isEmpty else { return Entry(mode: "040000", object: commit) }
    let listing = try succeed(["ls-tree", "-z", commit, "--", path]).standardOutput
    // The format is `mode type object<tab>path<NUL>`.
    let fields = listing.prefix { $0 != UInt8(ascii: "\t") }
      .split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    return fields.count == 3 ? Entry(mode: fields[0], object: fields[2]) : nil
  }

  func contents(of entry: Entry) throws -> [UInt8] {
    try succeed(["cat-file", "blob", entry.object]).standardOutput
  }

  /// Returns whether a file below `path` differs from `commit` or is untracked.
  ///
  /// Only files that satisfy `counts` are considered.
  func isChanged(
    _ path: String, since commit: String, counts: (String) -> Bool
  ) throws -> Bool {
    let changed = try diff(["--name-only", "-z", commit, "--", path])
    if changed.standardOutput.names.contains(where: counts) { return true }
    let untracked = try succeed(["ls-files", "--others", "-z", "--", path])
    return untracked.standardOutput.names.contains(where: counts)
  }

  /// Returns the old path in `commit` of the file at `path` if git detects a rename.
  func nameBefore(of path: String, in commit: String) throws -> String? {
    let renames = try diff(
      ["--name-status", "--find-renames", "--diff-filter=R", "-z", commit]
    ).standardOutput.names
    // Triples of status, old name and new name.
    for index in stride(from: 0, to: renames.count - 2, by: 3) where renames[index + 2] == path {
      return renames[index + 1]
    }
    return nil
  }

  /// Compares with the working tree, using a copy of the index because git updates file times in it.
  private func diff(_ arguments: [String]) throws -> ChildProcessResult {
    let index = try succeed(
      ["rev-parse", "--path-format=absolute", "--git-path", "index"]
    ).firstLine
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "eros-index-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "index")
    // A new repository has no index.
    if (try? FileStatus(of: index)) != nil {
      try FileManager.default.copyItem(at: URL(filePath: index), to: copy)
    }
    return try succeed(
      ["diff", "--no-ext-diff", "--no-textconv"] + arguments,
      environment: ["GIT_INDEX_FILE": copy.path(percentEncoded: false)])
  }

  // MARK: Ignored files

  /// A rule that makes git ignore a path.
  package struct IgnoreRule: Sendable {
    /// The file with the rule: absolute, or relative to the top folder of the repository.
    package let file: String
    /// The line of the rule in ``file``, starting at 1.
    package let line: Int
    /// The rule as written.
    package let pattern: String
    /// The ignored path, as given to ``ignored(_:in:)``.
    package let path: String
  }

  /// Returns the rule for each of `paths` below `folder` that git ignores.
  ///
  /// Outside a repository, the result is empty.
  package static func ignored(_ paths: [String], in folder: String) throws -> [IgnoreRule] {
    let folder = try resolvedPath(allowingMissing: folder)
    guard !paths.isEmpty, let repository = around(folder) else { return [] }
    let given = Dictionary(paths.map { (joinedPath(folder.string, $0), $0) }) { first, _ in first }
    // `check-ignore` rejects GIT_LITERAL_PATHSPECS=1.
    let result = try repository.run(
      ["check-ignore", "--stdin", "-z", "--verbose"],
      environment: ["GIT_LITERAL_PATHSPECS": "0"],
      input: paths.flatMap { Array(joinedPath(folder.string, $0).utf8) + [0] })
    // For each path: file, line, pattern and path, each with a NUL at its end.
    let fields = result.standardOutput.names
    return stride(from: 0, to: fields.count - 3, by: 4).compactMap { index in
      let pattern = fields[index + 2]
      guard !pattern.hasPrefix("!"), let line = Int(fields[index + 1]),
        let path = given[fields[index + 3]]
      else { return nil }
      return IgnoreRule(file: fields[index], line: line, pattern: pattern, path: path)
    }
  }

  // MARK: Tracked files

  /// Returns the files in the index at or below `paths`; all paths are relative to `folder`.
  package static func tracked(below paths: [String], in folder: String) throws -> [String] {
    let repository = try around(folder)
    let folder = try resolvedPath(allowingMissing: folder)
    let prefix = folder.components.dropFirst(repository.top.components.count)
      .map { $0.string + "/" }.joined()
    return try repository.succeed(["ls-files", "-z", "--"] + paths.map { prefix + $0 })
      .standardOutput.names.map { String($0.dropFirst(prefix.count)) }
  }

  // MARK: Branches

  /// Returns the default branch of `origin`, or else `main`, `master` or the current branch,
  /// whichever exists first.
  ///
  /// The result is `nil` if no branch is checked out.
  package static func mainBranch(around folder: String) throws -> String? {
    let repository = try around(folder)
    let remote = "refs/remotes/origin/"
    if let name = try repository.branch(of: remote + "HEAD", below: remote) { return name }
    for name in ["main", "master"]
    where try repository.run(["rev-parse", "--verify", "--quiet", "refs/heads/" + name]).status == 0
    {
      return name
    }
    return try repository.branch(of: "HEAD", below: "refs/heads/")
  }

  private func branch(of reference: String, below prefix: String) throws -> String? {
    let result = try run(["symbolic-ref", "--quiet", reference])
    guard result.status == 0, result.firstLine.hasPrefix(prefix) else { return nil }
    return String(result.firstLine.dropFirst(prefix.count))
  }

  // MARK: Running

  private func succeed(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ChildProcessResult {
    let result = try run(arguments, environment: environment)
    guard result.status == 0 else {
      let message = String(decoding: result.standardError, as: UTF8.self).trimmed
      throw GitError.failed(command: arguments[0], message: message)
    }
    return result
  }

  private func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil
  ) throws -> ChildProcessResult {
    // Settings of the repository must not start programs.
    let settings = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"]
    return try Self.git(
      ["-C", top.string] + settings + arguments,
      environment: Self.environment.merging(environment) { $1 }, input: input)
  }

  /// Returns the name and version that `git` reports.
  package static func toolName() throws -> String {
    try git(["--version"], environment: environment).firstLine
  }

  private static func git(
    _ arguments: [String], environment: [String: String], input: [UInt8]? = nil
  ) throws -> ChildProcessResult {
    do {
      return try ChildProcess.run("git", arguments, environment: environment, input: input)
    } catch {
      if error.operation == .run, error.reason == .noSuchFileOrDirectory {
        throw GitError.notInstalled
      }
      throw error
    }
  }

  /// The process environment without the variables that git sets for hooks.
  ///
  /// In a submodule, these variables refer to another repository. Variables that configure git
  /// remain, for example for trusted folders.
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

extension ChildProcessResult {
  fileprivate var firstLine: String {
    String(decoding: standardOutput.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The names in a NUL-terminated list.
  fileprivate var names: [String] {
    split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
