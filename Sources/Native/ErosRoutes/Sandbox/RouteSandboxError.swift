public import ErosCore

/// An error in a route sandbox, or in what should be installed.
@nonexhaustive
public enum RouteSandboxError: ErosError, Equatable {
  /// Another process holds the lock.
  case busy(path: String)
  /// The sandbox has neither a downloaded nor a shipped route map.
  case empty(path: String)
  /// The folder is neither empty nor a route sandbox.
  case notEmpty(path: String, name: String)
  /// Neither this user nor root owns the folder.
  case foreignOwner(path: String)
  /// Someone else could replace the files in the folder, or write to an item in it.
  case writableByOthers(path: String, item: String?, permissions: UInt32)
  /// The folder to install has no map.
  case noMap(folder: String)
  /// The folder has no page that its map names, so there is nothing to verify.
  case nothingToVerify(map: String)
  /// The folder to install lacks required pages, or they are damaged.
  case pagesMissing(folder: String, [String])

  public var problem: Message {
    switch self {
    case .busy(let path):
      "the sandbox '\(path.escapedForDisplay)' is in use by another process"
    case .empty(let path):
      "no routes found in the sandbox '\(path.escapedForDisplay)'"
    case .notEmpty(let path, let name):
      "'\(path.escapedForDisplay)' is neither empty nor a sandbox of routes: it contains '\(name.escapedForDisplay)'"
    case .foreignOwner(let path): "'\(path.escapedForDisplay)' belongs to another user"
    case .writableByOthers(_, let item?, let permissions):
      "other users can write to '\(item.escapedForDisplay)' (mode \(String(permissions, radix: 8)))"
    case .writableByOthers(let path, nil, let permissions):
      "other users can write to the sandbox '\(path.escapedForDisplay)' (mode \(String(permissions, radix: 8)))"
    case .noMap(let folder):
      "no '\(RouteMap.fileName)' found in '\(folder.escapedForDisplay)'"
    case .nothingToVerify(let map):
      "nothing was verified, because the folder of '\(map.escapedForDisplay)' contains no page of the map"
    case .pagesMissing(let folder, let pages):
      "cannot install the routes in '\(folder.escapedForDisplay)', because these pages with 'pack_in_app' are missing or damaged:\n\(pages.map { "  " + $0.escapedForDisplay }.joined(separator: "\n"))"
    }
  }

  public var remedy: Message? {
    switch self {
    case .busy: "try again when that process has ended"
    case .empty(let path):
      "install the folder that the app ships first: `eros routes install --sandbox \(path.shellQuoted) --resource DIR`"
    case .notEmpty(let path, _):
      "pass an empty folder or a new one, such as `--sandbox \((path + "/routes").shellQuoted)`"
    case .foreignOwner: "run the command as the owner of the folder, or use a new folder"
    case .writableByOthers(let path, _, _):
      "if you trust its routes, run `chmod -R go-w \(path.shellQuotedPath)`; otherwise use a new folder"
    case .noMap, .nothingToVerify: "pass the output folder of `eros routes build`"
    case .pagesMissing(let folder, _):
      "nothing was installed; list all findings with `eros routes verify \(folder.shellQuoted)`"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .busy: .busy
    case .notEmpty: .cannotCreate
    case .foreignOwner, .writableByOthers: .badData
    case .empty, .noMap, .nothingToVerify, .pagesMissing: .inputNotFound
    }
  }
}
