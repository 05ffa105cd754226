import ErosCore
import ErosFiles
import ErosProcess
package import SystemPackage

/// A git repository that is only read: its index and working tree stay unchanged.
package struct GitRepository: Sendable {
  /// The folder that contains `.git`, as an absolute path without symlinks.
  let top: FilePath
  /// The time limit for a git command, far more than a large repository needs.
  static let timeLimit = TimeLength.seconds(60)
  var timeLimit = Self.timeLimit

  /// Returns the innermost repository around `folder`, possibly a submodule.
  static func around(_ folder: String) throws -> GitRepository {
    guard let repository = around(try resolvedPath(allowingMissing: folder)) else {
      throw GitError.notARepository(folder)
    }
    return repository
  }

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

  /// Resolves `reference` to a commit's hash.
  func commit(_ reference: String) throws -> String {
    let result = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"])
    if result.status == 0 { return result.firstLine }
    // With `--quiet`, a missing commit has no message. So a message means a different error.
    let message = String(decoding: result.standardError, as: UTF8.self).trimmed
    guard message.isEmpty || result.status == 1 else {
      throw GitError.failed(command: "rev-parse", message: message)
    }
    throw GitError.noSuchCommit(
      reference, remote: try remote(of: reference), isShallow: try isShallow())
  }

  /// Returns the remote in a name such as `origin/main`.
  private func remote(of reference: String) throws -> String? {
    try succeed(["remote"]).standardOutput.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
      .first { reference.hasPrefix($0 + "/") && reference != $0 + "/" }
  }

  /// Returns the merge base of `commit` and `HEAD`, or `commit` if they share no history.
  ///
  /// Comparing with the merge base ignores what happened in `commit` later.
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

  struct Entry {
    let mode: String
    let object: String

    init(mode: String, object: String) {
      self.mode = mode
      self.object = object
    }

    /// Parses a line of `git ls-tree`: `mode type object<tab>path`.
    init?(_ line: ArraySlice<UInt8>) {
      let fields = line.prefix { $0 != UInt8(ascii: "\t") }
        .split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 3 else { return nil }
      self.init(mode: fields[0], object: fields[2])
    }

    /// `true` for a submodule, whose ``object`` is a commit.
    var isSubmodule: Bool { mode == "160000" }
    var isFile: Bool { mode.hasPrefix("100") }
  }

  func entry(_ path: String, at commit: String) throws -> Entry? {
    guard !path.isEmpty else { return Entry(mode: "040000", object: commit) }
    return Entry(try succeed(["ls-tree", "-z", commit, "--", path]).standardOutput[...])
  }

  func contents(of entry: Entry) throws -> [UInt8] {
    try succeed(["cat-file", "blob", entry.object]).standardOutput
  }

  /// Returns the files and submodules below a folder, by their paths relative to it.
  func entries(below folder: String, at commit: String) throws -> [String: Entry] {
    let paths = folder.isEmpty ? [] : ["--", folder]
    let prefix = folder.isEmpty ? 0 : folder.utf8.count + 1
    let listing = try succeed(["ls-tree", "-r", "-z", commit] + paths).standardOutput
    var entries: [String: Entry] = [:]
    for line in listing.split(separator: 0) {
      guard let entry = Entry(line), let tab = line.firstIndex(of: UInt8(ascii: "\t")) else {
        continue
      }
      let name = line[(tab + 1)...].dropFirst(prefix)
      if !name.isEmpty { entries[String(decoding: name, as: UTF8.self)] = entry }
    }
    return entries
  }

  /// Returns the path of the tracked file at `path` before git detected a rename.
  ///
  /// Compares the index, because comparing the working tree would run the repository's filters.
  func nameBefore(of path: String, in commit: String) throws -> String? {
    let renames = try succeed([
      "diff-index", "--cached", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all",
      "--name-status", "--find-renames", "--diff-filter=R", "-z", commit,
    ]).standardOutput.names
    // Triples of status, old name and new name.
    for index in stride(from: 0, to: renames.count - 2, by: 3) where renames[index + 2] == path {
      return renames[index + 1]
    }
    return nil
  }

  // MARK: Conversions

  /// Returns the attributes of each path, by name.
  ///
  /// An attribute without a value is `set`, `unset` or `unspecified`.
  func attributes(_ names: [String], of paths: [String]) throws -> [String: [String: String]] {
    let result = try succeed(
      ["check-attr", "--stdin", "-z"] + names, input: paths.flatMap { Array($0.utf8) + [0] })
    // Triples of path, attribute and value.
    let fields = result.standardOutput.names
    var attributes: [String: [String: String]] = [:]
    for index in stride(from: 0, to: fields.count - 2, by: 3) {
      attributes[fields[index], default: [:]][fields[index + 1]] = fields[index + 2]
    }
    return attributes
  }

  /// Returns a setting, or `nil` if it is not set.
  func setting(_ name: String) throws -> String? {
    let result = try run(["config", "--get", name])
    return result.status == 0 ? result.firstLine : nil
  }

  /// Returns the names of settings that match a regular expression.
  func settings(like pattern: String) throws -> [String] {
    try run(["config", "--null", "--name-only", "--get-regexp", pattern]).standardOutput.names
  }

  // MARK: Ignored files

  package struct IgnoreRule: Sendable {
    /// The file with the rule: absolute, or relative to the repository's top folder.
    package let file: String
    /// The rule's line in ``file``, starting at 1.
    package let line: Int
    package let pattern: String
    /// The ignored path, as given to ``ignored(_:in:)``.
    package let path: String
  }

  /// Returns a rule for each of `paths` that git ignores.
  ///
  /// The paths are relative to `folder`. Outside a repository, nothing is ignored.
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

  /// Returns the files in the index at or below `paths`.
  ///
  /// All paths are relative to `folder`.
  package static func tracked(below paths: [String], in folder: String) throws -> [String] {
    let repository = try around(folder)
    let folder = try resolvedPath(allowingMissing: folder)
    let prefix = folder.components.dropFirst(repository.top.components.count)
      .map { $0.string + "/" }.joined()
    return try repository.succeed(["ls-files", "-z", "--"] + paths.map { prefix + $0 })
      .standardOutput.names.map { String($0.dropFirst(prefix.count)) }
  }

  // MARK: Branches

  /// Returns the default branch of `origin`, or else the first of `main`, `master` and the current
  /// branch that exists.
  ///
  /// Returns `nil` if no branch is checked out.
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
    _ arguments: [String], input: [UInt8]? = nil
  ) throws -> ChildProcessResult {
    let result = try run(arguments, input: input)
    guard result.status == 0 else {
      let message = String(decoding: result.standardError, as: UTF8.self).trimmed
      if Self.lacksObject(message), let remote = try promisor() {
        throw GitError.partialClone(top.string, remote: remote)
      }
      throw GitError.failed(command: arguments[0], message: message)
    }
    return result
  }

  private func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil
  ) throws -> ChildProcessResult {
    let result = try Self.git(
      ["-C", top.string] + Self.settings + arguments,
      environment: Self.environment.setting(environment), input: input, timeout: timeLimit)
    guard !result.hasTimedOut else {
      throw GitError.timedOut(command: arguments[0], special: specialFile())
    }
    return result
  }

  /// Returns the first pipe or device inside `.git`, because git may be waiting for it.
  private func specialFile() -> String? {
    guard let walk = try? FolderWalk(top.appending(".git").string) else { return nil }
    let match = walk.obstacles.first { obstacle in
      switch obstacle.reason {
      case .special: true
      default: false
      }
    }
    return match.map { ".git/" + $0.relativePath }
  }

  /// Recognizes the messages of a git that could not fetch an object.
  private static func lacksObject(_ message: String) -> Bool {
    let marks = ["lazy fetching disabled", "promisor remote", "could not fetch", "not allowed"]
    return marks.contains { message.contains($0) }
  }

  /// Returns the remote that has a partial clone's missing objects, or `nil` for a complete clone.
  private func promisor() throws -> String? {
    let prefix = "remote."
    let suffix = ".promisor"
    return try settings(like: #"^remote\..*\.promisor$"#).first
      .map { String($0.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)) ?? "" }
  }

  /// Keeps git from running a program or opening a connection because a repository says so.
  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=false", "core.pager=cat",
    "protocol.allow=never", "credential.helper=",
  ].flatMap { ["-c", $0] }

  /// Asks `git` for its name and version.
  package static func toolName() throws -> String {
    try git(["--version"], environment: environment).firstLine
  }

  private static func git(
    _ arguments: [String], environment: ChildEnvironment, input: [UInt8]? = nil,
    timeout: TimeLength = timeLimit
  ) throws -> ChildProcessResult {
    do {
      return try ChildProcess.run(
        "git", arguments, environment: environment, input: input, timeout: timeout)
    } catch {
      if error.operation == .run, error.reason == .noSuchFileOrDirectory {
        throw GitError.notInstalled
      }
      throw error
    }
  }

  /// Removes the variables that git sets for hooks.
  ///
  /// In a submodule, these variables refer to another repository. Variables that configure git
  /// remain, for example for trusted folders.
  private static let environment = ChildEnvironment(
    EnvironmentVariable.all,
    keeping: ["GIT_CONFIG", "GIT_EXEC_PATH", "GIT_CEILING", "GIT_DISCOVERY", "DEVELOPER_DIR"]
  ).setting([
    "GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1", "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    // A partial clone must not fetch. A list of protocols precedes the settings of each protocol,
    // and older versions know only the list. The list is empty, because a transport can have any
    // name.
    "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "",
  ])
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
