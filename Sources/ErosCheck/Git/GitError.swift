public import ErosCore
import ErosRegistry
import ErosVersions

/// Why a base cannot be read from git.
@nonexhaustive
public enum GitError: ErosError, Equatable {
  /// There is no `git`.
  case notInstalled
  /// A folder is in no repository.
  case notARepository(String)
  /// A repository does not have what is to be the base.
  case noSuchCommit(String, isShallow: Bool)
  /// The history that is there does not reach back to where both began to differ.
  case noCommonCommit(String)
  /// A submodule does not have the commit that the base uses.
  case noSubmoduleCommit(folder: String, commit: String)
  /// The base has no configuration.
  case noConfig(base: String, tried: [String])
  /// Git says no, in its own words.
  case failed(command: String, words: String)

  public var problem: String {
    switch self {
    case .notInstalled: "there is no `git` to read the base with"
    case .notARepository(let folder): "'\(folder.escapedForDisplay)' is in no git repository"
    case .noSuchCommit(let reference, let isShallow):
      "there is no commit '\(reference.escapedForDisplay)' in this "
        + (isShallow ? "clone, which is shallow" : "repository")
    case .noCommonCommit(let reference):
      "this clone is shallow and does not reach back to where it left "
        + "'\(reference.escapedForDisplay)'"
    case .noSubmoduleCommit(let folder, let commit):
      "the submodule '\(folder.escapedForDisplay)' lacks the commit \(commit), which the base uses"
    case .noConfig(let base, let tried):
      "'\(base.escapedForDisplay)' has no configuration: looked for "
        + tried.map { "'\($0.escapedForDisplay)'" }.joined(separator: " and ")
    case .failed(let command, let words):
      "`git \(command.escapedForDisplay)` failed: "
        + String(words.prefix { $0 != "\n" }).escapedForDisplay
    }
  }

  public var remedy: String? {
    switch self {
    case .notInstalled: "install git, or compare with `--against` instead of `--base`"
    case .notARepository: "run it inside the repository, or compare with `--against`"
    case .noSuchCommit(_, isShallow: true):
      "check how it is spelt, or " + Self.fetchingHistory
    case .noCommonCommit: Self.fetchingHistory
    case .noSuchCommit(let reference, isShallow: false):
      "fetch it: `git fetch origin`, or name one that `git rev-parse "
        + "\(reference.shellQuoted)` finds"
    case .noSubmoduleCommit(let folder, _):
      "fetch it: `git -C \(folder.shellQuoted) fetch origin`"
    case .noConfig: "name a base that has the app already"
    case .failed(_, let words) where words.contains("safe.directory"):
      "trust it: `git config --global --add safe.directory \"$PWD\"`, in the repository's own folder"
    case .failed: nil
    }
  }

  private static let fetchingHistory =
    "fetch the history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout, "
    + "or `GIT_DEPTH: 0` for GitLab"

  public var exitStatus: ExitStatus { .inputNotFound }
}
