public import ErosCore

/// Why a sandbox of routes did not do what was asked.
@nonexhaustive
public enum RouteSandboxError: ErosError, Equatable {
  /// Another process has held the lock for too long.
  case busy(path: String)
  /// There is neither a downloaded map nor one that the app ships.
  case empty(path: String)
  /// Something of somebody else's has a name that the sandbox needs.
  case inTheWay(String)
  /// A folder that is to be taken in has no map.
  case noMap(folder: String)
  /// Pages that must be on the device are missing from where they are to come from, or damaged.
  case pagesMissing(folder: String, [String])

  public var problem: String {
    switch self {
    case .busy(let path):
      "another process is at work in the sandbox '\(path.escapedForDisplay)'"
    case .empty(let path):
      "the sandbox '\(path.escapedForDisplay)' holds no routes"
    case .inTheWay(let path):
      "'\(path.escapedForDisplay)' is in the way: it is not the sandbox's, which needs that name"
    case .noMap(let folder):
      "there is no '\(RouteMap.fileName)' in '\(folder.escapedForDisplay)'"
    case .pagesMissing(let folder, let pages):
      ([
        "the routes in '\(folder.escapedForDisplay)' do not count, because pages that they pack in the app are missing there or damaged:"
      ]
        + pages.map { "  " + $0.escapedForDisplay }).joined(separator: "\n")
    }
  }

  public var remedy: String? {
    switch self {
    case .busy: "try again when it has ended"
    case .empty(let path):
      "install the folder that the app ships first: `eros routes install --sandbox \(path.shellQuoted) --resource DIR`"
    case .inTheWay: "move it away, or choose an empty folder"
    case .noMap: "name the folder that `eros routes build` has written"
    case .pagesMissing(let folder, _):
      "see all findings with `eros routes verify \(folder.shellQuoted)`; nothing was taken from there"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .busy: .busy
    case .inTheWay: .cannotCreate
    case .empty, .noMap, .pagesMissing: .inputNotFound
    }
  }
}
