public import ErosCore

/// A reason why pages cannot be run, or must not be published.
@nonexhaustive
public enum RehearsalError: ErosError, Equatable {
  case programMissing(String)
  case engineMissing(library: String)
  /// The program ended before it ran a page, or has a different version.
  case programFailed(String, status: Int32)
  /// The program did not print its version in time.
  case programTimedOut(String, seconds: Int)
  /// The system cannot keep a page away from files and the network.
  case notConfined
  case noPages(String)
  /// Some of a bundle's pages do not start, so it is not published.
  case pagesFail(bundle: String, findings: [Finding])
  case versionNotRecorded(String, platform: Platform)
  /// The input is a page, not the folder that contains it.
  case isPage(String, folder: String, page: String)
  case noSuchPage(String, in: String, nearest: String? = nil)

  public var problem: Message {
    switch self {
    case .programMissing(let name): "the program '\(name)', which runs pages, is not installed"
    case .engineMissing(let library):
      "'\(library.escapedForDisplay)' cannot be loaded: pages run in JavaScriptCore"
    case .programFailed(let program, let status):
      "'\(program.escapedForDisplay)' exited with \(status) before it ran a page"
    case .programTimedOut(let program, let seconds):
      "'\(program.escapedForDisplay)' did not respond within \(seconds) s"
    case .notConfined:
      "pages do not run, because this system cannot take away their files and network"
    case .noPages(let source): "'\(source.escapedForDisplay)' does not contain a page"
    case .pagesFail(let bundle, let findings): Self.problem(of: findings.errors, in: bundle)
    case .versionNotRecorded(let version, let platform):
      "no release '\(version.escapedForDisplay)' of the \(platform.displayName) app is recorded"
    case .isPage(let path, _, _):
      "'\(path.escapedForDisplay)' is a page, and neither a bundle nor a folder of pages"
    case .noSuchPage(let page, let source, _):
      "the page '\(page.escapedForDisplay)' is not in '\(source.escapedForDisplay)'"
    }
  }

  private static func problem(of errors: [Finding], in bundle: String) -> Message {
    let first = errors.first.map { error -> Message in
      error.location.map { "\($0): \(error.line)" } ?? error.line
    }
    return errors.count == 1
      ? "'\(bundle.escapedForDisplay)' was not published: its rehearsal has an error: \(first ?? "")"
      : "'\(bundle.escapedForDisplay)' was not published: its rehearsal has \(errors.count) errors, the first is: \(first ?? "")"
  }

  public var remedy: Message? {
    switch self {
    case .programMissing:
      "install the package 'eros-rehearse', or copy the program next to `eros`"
    case .engineMissing: "install the package 'libjavascriptcoregtk-4.1-0'"
    case .programFailed: "install the same version of `eros` and `eros-rehearse`"
    case .programTimedOut:
      "run the command again; if it fails again, reinstall the package 'eros-rehearse'"
    case .notConfined:
      "run the command where seccomp is available; `--allow-unconfined` runs pages that you trust"
    case .noPages: "build the pages first, or pass the folder that contains them"
    case .pagesFail:
      "correct the pages; `eros rehearse` lists all findings, and `--no-rehearsal` publishes anyway"
    case .versionNotRecorded:
      "pass the version of a release that `eros generate --release` has recorded"
    case .isPage(_, let folder, let page):
      "pass the folder, and select the page: `eros rehearse \(folder.shellQuoted) --page \(page.shellQuoted)`"
    case .noSuchPage(_, _, let nearest):
      nearest.map { "did you mean '\($0.escapedForDisplay)'?" }
        ?? "pass its path in the bundle, such as 'pages/home/index.js'"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .programMissing, .engineMissing, .programFailed, .programTimedOut, .notConfined:
      .unavailable
    case .isPage: .usage
    case .pagesFail: .checkFailed
    case .noPages, .versionNotRecorded, .noSuchPage: .inputNotFound
    }
  }
}

extension RehearsalError {
  private static let pageFolders: Set<String> = ["config", "mediator", "pages"]

  /// Returns the error for a page's path, such as `dist/pages/home/index.js`.
  static func isPage(at path: String) -> RehearsalError {
    let components = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // Without such a folder, the page is in the folder itself.
    let start = components.lastIndex(where: pageFolders.contains) ?? components.count - 1
    let folder = components[..<start].joined(separator: "/")
    return .isPage(
      path, folder: start == 0 ? "." : folder.isEmpty ? "/" : folder,
      page: components[start...].joined(separator: "/"))
  }
}

extension RehearsalError: FindingError {
  package var findings: [Finding] {
    if case .pagesFail(_, let findings) = self { findings } else { [] }
  }
}
