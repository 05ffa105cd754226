public import ErosCore

/// Why a project cannot be checked at all.
@nonexhaustive
public enum CheckError: ErosError, Equatable {
  /// A folder holds nothing that a project could be compared with.
  case nothingToCompareWith(String)
  /// A bundle or a manifest is not sound, so it says nothing.
  case unsoundBundle(String, String)

  public var problem: String {
    switch self {
    case .nothingToCompareWith(let folder):
      "'\(folder.escapedForDisplay)' holds no bundle.config, no bundle.zip and no configuration"
    case .unsoundBundle(let path, let reason):
      "'\(path.escapedForDisplay)' cannot be compared with: \(reason.escapedForDisplay)"
    }
  }

  public var remedy: String? {
    switch self {
    case .nothingToCompareWith: "name a folder that `eros pack` wrote to, or one of a project"
    case .unsoundBundle: "see everything that is wrong with it with `eros verify`, or pack it again"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .nothingToCompareWith: .inputNotFound
    case .unsoundBundle: .badData
    }
  }
}
