import ErosCore
import ErosRegistry
import ErosVersions
import SystemPackage

/// A project's folder in its git repository, and the job for GitHub there.
struct RepositoryFolder {
  /// The repository's top folder, or `nil` outside a repository.
  let top: FilePath?
  /// The project's folder in the repository, such as `apps/shop`.
  ///
  /// It is empty for the top folder, and outside a repository.
  let path: String

  /// - Parameter project: The project's folder, without symlinks. It may be missing.
  init(_ project: FilePath) {
    top = GitRepository.top(around: project)
    path =
      top.map { project.components.dropFirst($0.components.count) }
      .map { $0.map(\.string).joined(separator: "/") } ?? ""
  }

  var gitHubJob: String { NewProject.jobPath(inRepositoryFor: path) }

  /// Converts a path in the repository to one relative to the project.
  func path(inRepository path: String) -> String {
    NewProject.path(path, from: self.path)
  }

  /// Notes that a job for GitHub already exists and has different contents.
  var noteAboutGitHubJob: Message {
    let job = path(inRepository: gitHubJob)
    // `a-b` and `a/b` have the same file.
    return path.isEmpty
      ? "'\(job)' exists and is not changed; docs/ci.md has the steps of a job"
      : "'\(job)' exists and is not changed, and may belong to another project; docs/ci.md has the steps of a job"
  }
}
