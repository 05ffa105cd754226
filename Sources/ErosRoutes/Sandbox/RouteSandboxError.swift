public import ErosCore

/// An error of a sandbox of routes.
@nonexhaustive
public enum RouteSandboxError: ErosError, Equatable {
  /// Another process holds the lock.
  case busy(path: String)
  /// The sandbox has no route map, neither downloaded nor shipped.
  case empty(path: String)
  /// A file or folder that does not belong to the sandbox has a name that the sandbox needs.
  case pathOccupied(String)
  /// The folder to install has no map.
  case noMap(folder: String)
  /// Pages that must be on the device are missing from the folder to install, or damaged.
  case pagesMissing(folder: String, [String])

  public var problem: String {
    switch self {
    case .busy(let path):
      "the sandbox '\(path.escapedForDisplay)' is in use by another process"
    case .empty(let path):
      "no routes found in the sandbox '\(path.escapedForDisplay)'"
    case .pathOccupied(let path):
      "'\(path.escapedForDisplay)' does not belong to the sandbox, which needs this name"
    case .noMap(let folder):
      "no '\(RouteMap.fileName)' found in '\(folder.escapedForDisplay)'"
    case .pagesMissing(let folder, let pages):
      ([
        "cannot install the routes in '\(folder.escapedForDisplay)', because these pages with 'pack_in_app' are missing or damaged:"
      ]
        + pages.map { "  " + $0.escapedForDisplay }).joined(separator: "\n")
    }
  }

  public var remedy: String? {
    switch self {
    case .busy: "try again when that process has ended"
    case .empty(let path):
      "install the folder that the app ships first: `eros routes install --sandbox \(path.shellQuoted) --resource DIR`"
    case .pathOccupied: "move it away, or pass an empty folder"
    case .noMap: "pass the output folder of `eros routes build`"
    case .pagesMissing(let folder, _):
      "nothing was installed; list all findings with `eros routes verify \(folder.shellQuoted)`"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .busy: .busy
    case .pathOccupied: .cannotCreate
    case .empty, .noMap, .pagesMissing: .inputNotFound
    }
  }
}
