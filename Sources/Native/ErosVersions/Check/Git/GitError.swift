public import ErosCore

/// A failure to read the base from git.
@nonexhaustive
public enum GitError: ErosError, Equatable {
  /// There is no `git` command.
  case notInstalled
  /// A folder is not in a repository.
  case notARepository(String)
  /// The base does not exist in the repository, or is a branch of `remote` that was not fetched.
  case noSuchCommit(String, remote: String? = nil, isShallow: Bool)
  /// The merge base is missing, because the clone is shallow.
  case noCommonCommit(String)
  /// A submodule lacks the commit that the base uses.
  case noSubmoduleCommit(folder: String, commit: String)
  /// A partial clone lacks an object that `remote` has.
  case partialClone(String, remote: String)
  /// A git command was ended, because it waits for a special file or takes too long.
  case timedOut(command: String, special: String?)
  /// A git command failed.
  case failed(command: String, message: String)

  public var problem: Message {
    switch self {
    case .notInstalled: "`git` not found, which is required to read the base"
    case .notARepository(let folder): "'\(folder.escapedForDisplay)' is not in a git repository"
    case .noSuchCommit(let reference, _, let isShallow):
      isShallow
        ? "commit '\(reference.escapedForDisplay)' not found in this shallow clone"
        : "commit '\(reference.escapedForDisplay)' not found in this repository"
    case .noCommonCommit(let reference):
      "the merge base with '\(reference.escapedForDisplay)' is not in this shallow clone"
    case .noSubmoduleCommit(let folder, let commit):
      "commit \(commit) of the base not found in the submodule '\(folder.escapedForDisplay)'"
    case .partialClone(let folder, _):
      "the partial clone '\(folder.escapedForDisplay)' lacks an object of the base"
    case .timedOut(let command, let special?):
      "`git \(command.escapedForDisplay)` does not end, because '\(special.escapedForDisplay)' is not a regular file"
    case .timedOut(let command, nil):
      "`git \(command.escapedForDisplay)` did not end within \(Int(GitRepository.timeLimit.seconds)) s"
    case .failed(let command, let message):
      "`git \(command.escapedForDisplay)` failed: \(String(message.prefix { $0 != "\n" }).escapedForDisplay)"
    }
  }

  public var remedy: Message? {
    switch self {
    case .notInstalled: "install git, or compare with `--against` instead of `--base`"
    case .notARepository: "run the command inside the repository, or compare with `--against`"
    case .noSuchCommit(let reference, let remote?, let isShallow):
      Self.fetching(String(reference.dropFirst(remote.count + 1)), of: remote, isShallow)
    case .noSuchCommit(_, nil, isShallow: true):
      "check the spelling, or \(Self.fetchingHistory)"
    case .noCommonCommit: Self.fetchingHistory
    case .noSuchCommit("HEAD", nil, isShallow: false):
      "the repository does not have a commit yet; create the first one, with `git commit --no-verify` if a hook runs the check"
    case .noSuchCommit(let reference, nil, isShallow: false):
      "run `git fetch origin`, or check the name with `git rev-parse \(reference.shellQuoted)`"
    case .noSubmoduleCommit(let folder, _): "run `git -C \(folder.shellQuoted) fetch origin`"
    case .partialClone(let folder, let remote):
      "run `git -C \(folder.shellQuoted) fetch --refetch --no-filter \(Self.argument(remote))`, or clone without a filter"
    case .timedOut(_, let special?):
      "restore '\(special.escapedForDisplay)' from a copy of the repository, or clone it again"
    case .timedOut(let command, nil):
      "run `git \(command.shellQuoted)` in the repository to see what it waits for"
    case .failed(_, let message) where message.contains("safe.directory"):
      "run `git config --global --add safe.directory \"$PWD\"` in the repository's top folder"
    case .failed: nil
    }
  }

  /// Returns the remote's name for a command.
  ///
  /// Whoever made the repository chose the name, so it could look like an option.
  private static func argument(_ remote: String) -> String {
    (remote.hasPrefix("-") ? "-- " : "") + remote.shellQuoted
  }

  /// Returns a command that fetches the branch, even if the clone is limited to another one.
  private static func fetching(_ branch: String, of remote: String, _ isShallow: Bool) -> Message {
    let refspec = "\(branch):refs/remotes/\(remote)/\(branch)".shellQuoted
    return isShallow
      ? "run `git fetch --unshallow \(remote.shellQuoted) \(refspec)`, or set `fetch-depth: 0` for actions/checkout"
      : "run `git fetch \(remote.shellQuoted) \(refspec)`"
  }

  private static let fetchingHistory: Message =
    "fetch the history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout, "
    + "or `GIT_DEPTH: 0` for GitLab"

  public var exitStatus: ExitStatus { .inputNotFound }
}
