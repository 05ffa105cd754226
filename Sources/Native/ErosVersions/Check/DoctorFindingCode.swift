package import ErosCore

/// Codes that only `eros doctor` reports.
package enum DoctorFindingCode: String, FindingCode {
  /// `git` is not installed.
  case gitMissing
  /// The program that runs pages cannot be used, or has a different version.
  case rehearsalUnavailable
  case noProject
  /// The app supports a platform, but its native project was not found.
  case nativeProjectMissing
  case pagesNotBuilt
  case checkFailed

  package var severity: Finding.Severity {
    switch self {
    case .gitMissing: .warning
    case .rehearsalUnavailable, .noProject, .nativeProjectMissing, .pagesNotBuilt: .note
    case .checkFailed: .error
    }
  }

  package var remedy: Message? {
    switch self {
    case .gitMissing: "install git, or compare with `eros check --against`"
    case .rehearsalUnavailable: "install the package 'eros-rehearse' of the same version as `eros`"
    case .noProject:
      "create one with `eros init DIR`, or pass the path of its configuration with `--config`"
    case .nativeProjectMissing:
      "put the native project into this folder, so that `eros check` and `eros bump` find its version"
    case .pagesNotBuilt: "build the pages first, or pass their folder with `--source`"
    case .checkFailed: nil
    }
  }

  package var summary: String {
    switch self {
    case .gitMissing: "git is installed"
    case .rehearsalUnavailable: "pages can be run"
    case .noProject: "a project exists"
    case .nativeProjectMissing: "native projects are found"
    case .pagesNotBuilt: "the pages are built"
    case .checkFailed: "the project can be checked"
    }
  }
}
