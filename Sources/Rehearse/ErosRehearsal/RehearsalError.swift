public import ErosCore

/// An error that prevents a rehearsal.
@nonexhaustive
public enum RehearsalError: ErosError, Equatable {
  /// The program that runs pages is not installed.
  case programMissing(String)
  /// JavaScriptCore is not installed.
  case engineMissing(library: String)
  /// The program ended before it ran a page, or is of another version.
  case programFailed(String, status: Int32)
  /// The input contains no page.
  case noPages(String)
  /// Pages of a bundle do not start, so it is not published.
  case pagesFail(bundle: String, count: Int, first: String)
  /// No release of the version is recorded.
  case versionNotRecorded(String, platform: Platform)
  /// A requested page is not in the input.
  case noSuchPage(String, in: String)

  public var problem: String {
    switch self {
    case .programMissing(let name): "the program '\(name)', which runs pages, is not installed"
    case .engineMissing(let library):
      "'\(library.escapedForDisplay)' cannot be loaded: pages run in JavaScriptCore"
    case .programFailed(let program, let status):
      "'\(program.escapedForDisplay)' exited with \(status) before it ran a page"
    case .noPages(let source): "'\(source.escapedForDisplay)' does not contain a page"
    case .pagesFail(let bundle, let count, let first):
      "'\(bundle.escapedForDisplay)' was not published: its rehearsal has "
        + (count == 1 ? "an error: \(first)" : "\(count) errors, the first is: \(first)")
    case .versionNotRecorded(let version, let platform):
      "no release '\(version.escapedForDisplay)' of the \(platform.displayName) app is recorded"
    case .noSuchPage(let page, let source):
      "the page '\(page.escapedForDisplay)' is not in '\(source.escapedForDisplay)'"
    }
  }

  public var remedy: String? {
    switch self {
    case .programMissing:
      "install the package 'eros-rehearse', or copy the program next to `eros`"
    case .engineMissing: "install the package 'libjavascriptcoregtk-4.1-0'"
    case .programFailed: "install the same version of `eros` and `eros-rehearse`"
    case .noPages: "build the pages first, or pass the folder that contains them"
    case .pagesFail:
      "correct the pages; `eros rehearse` lists all findings, and `--no-rehearsal` publishes anyway"
    case .versionNotRecorded:
      "pass the version of a release that `eros generate --release` has recorded"
    case .noSuchPage: "pass its path in the bundle, such as 'pages/home/index.js'"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .programMissing, .engineMissing, .programFailed: .unavailable
    case .pagesFail: .checkFailed
    case .noPages, .versionNotRecorded, .noSuchPage: .inputNotFound
    }
  }
}
