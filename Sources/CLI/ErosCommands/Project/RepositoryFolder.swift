import ErosCore
import ErosRegistry
import ErosVersions
import SystemPackage

/// The folder of a project in its git repository, and the job for GitHub there.
struct RepositoryFolder {
  /// The top folder of the repository, or `nil` outside a repository.
  let top: FilePath?
  /// The folder of the project in the repository, such as `apps/shop`; empty if it is the top folder, and
  /// outside a repository.
  let path: String

  /// - Parameter project: The folder of the project, without symlinks. It may be missing.
  init(_ project: FilePath) {
    top = GitRepository.top(around: project)
    path =
      top.map { project.components.dropFirst($0.components.count) }
      .map { $0.map(\.string).joined(separator: "/") } ?? ""
  }

  /// The path of the job for GitHub in the repository.
  var gitHubJob: String { NewProject.jobPath(inRepositoryFor: path) }

  /// Returns the path relative to the project of a path in the repository.
  func path(inRepository path: String) -> String {
    NewProject.path(path, from: self.path)
  }

  /// The note about a job for GitHub that exists with other contents.
  var noteAboutGitHubJob: Message {
    let job = path(inRepository: gitHubJob)
    // `a-b` and `a/b` have the same file.
    return path.isEmpty
      ? "'\(job)' exists and is not changed; docs/ci.md has the steps of a job"
      : "'\(job)' exists and is not changed, and may belong to another project; docs/ci.md has the steps of a job"
  }
}
