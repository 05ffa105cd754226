public import ErosCore
import ErosRegistry
import ErosVersions

/// Why a project cannot be checked at all.
@nonexhaustive
public enum CheckError: ErosError, Equatable {
  /// A folder holds nothing that a project could be compared with.
  case nothingToCompareWith(String)
  /// A bundle or a manifest is not sound, so it says nothing.
  case unsoundBundle(String, String)
  /// The folder of the built pages cannot be listed, for this reason.
  case noSource(String, String)

  public var problem: String {
    switch self {
    case .nothingToCompareWith(let folder):
      "'\(folder.escapedForDisplay)' holds no bundle.config, no bundle.zip and no configuration"
    case .unsoundBundle(let path, let reason):
      "'\(path.escapedForDisplay)' cannot be compared with: \(reason.escapedForDisplay)"
    case .noSource(let folder, let reason):
      "cannot list '\(folder.escapedForDisplay)', where the built pages should be: \(reason)"
    }
  }

  public var remedy: String? {
    switch self {
    case .nothingToCompareWith: "name a folder that `eros pack` wrote to, or one of a project"
    case .unsoundBundle: "see everything that is wrong with it with `eros verify`, or pack it again"
    case .noSource: "build the pages first, or name their folder with `--source`"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .nothingToCompareWith, .noSource: .inputNotFound
    case .unsoundBundle: .badData
    }
  }
}
