import ErosCore
import ErosFiles

/// Finds out which files of a source cannot be published, by their names, kinds and sizes.
enum SourceNames {
  /// What stands in the source and is no file.
  static func problems(of walk: FolderWalk) -> [RouteProblem] {
    let obstacles = walk.obstacles.map { obstacle in
      let message =
        switch obstacle.reason {
        case .nameNotUTF8: "its name is not UTF-8"
        case .symlink, .symlinkBroken, .symlinkLoop, .symlinkOutside:
          "it is a symlink, and symlinks are not followed"
        case .special: "it is no file and no folder"
        case .tooDeep: "folders are nested too deep"
        case .unreadable(let error): error.problem
        }
      return RouteProblem(.sourceEntry, obstacle.relativePath, message)
    }
    // The order in the folder is not the same everywhere.
    return obstacles.sorted { inByteOrder($0.subject, $1.subject) }
  }

  /// What is too large to be read at once.
  static func sizeProblem(_ entry: FolderWalk.Entry) -> RouteProblem? {
    let isText = FileReferences.isText(entry.relativePath)
    let limit = isText ? SiteSource.largestText : SiteSource.largestFile
    guard entry.status.size > UInt64(limit) else { return nil }
    return RouteProblem(
      .sourceEntry, entry.relativePath,
      "it has \(entry.status.size) bytes, and \(isText ? "a page, a script or a style sheet" : "a file") may have \(limit): take it out of the source"
    )
  }

  /// What is wrong with names, one by one and together.
  static func problems(of files: [String]) -> [RouteProblem] {
    var problems: [RouteProblem] = []
    var places: [String: String] = [:]
    for file in files {
      if let message = reasonAgainst(file) {
        problems.append(RouteProblem(.sourceEntry, file, message))
      } else {
        let place = file.pathComponents.suffix(2).joined(separator: "/")
        if let other = places.updateValue(file, forKey: place) {
          problems.append(
            RouteProblem(
              .nameClash, file,
              "the app finds it under '\(place)', and '\(other)' as well: rename one of the two"))
        }
      }
      if file.ends(with: ".html") { problems += pageProblems(file) }
    }
    return problems
  }

  private static func reasonAgainst(_ file: String) -> String? {
    guard file != RouteMap.fileName else { return "the map is written under this name: rename it" }
    let composed: BundlePath
    do { composed = try BundlePath(file) } catch { return "\(error)" }
    guard composed.string.utf8.elementsEqual(file.utf8) else {
      return
        "its name is not in Unicode's composed form (NFC), so other systems write it otherwise: rename it"
    }
    guard FileReferences.isText(file), let odd = file.unicodeScalars.first(where: isOdd) else {
      return nil
    }
    return
      "its name holds '\(odd)', which is written otherwise in an address or ends one: use letters, digits, '.', '_', '~' and '-'"
  }

  /// What a browser or an app would not take for a part of an address as it is.
  private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "~", "-", "/": false
    default: scalar.isASCII
    }
  }

  /// What would make Android take something else for the hash.
  private static func pageProblems(_ file: String) -> [RouteProblem] {
    let name = (file.pathComponents.last ?? "").dropLast(".html".utf8.count)
    guard let odd = name.first(where: { $0 == "-" || $0 == "." }) else { return [] }
    return [
      RouteProblem(
        .pageName, file,
        "a page's name must not hold '\(odd)', because Android takes what follows for the hash: rename it"
      )
    ]
  }
}
