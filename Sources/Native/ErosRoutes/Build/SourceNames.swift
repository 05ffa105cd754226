import ErosCore
import ErosFiles

enum SourceNames {
  /// Reports everything that is neither a regular file nor a folder.
  static func findings(of walk: FolderWalk) -> [Finding] {
    let obstacles = walk.obstacles.map { obstacle in
      let message: Message =
        switch obstacle.reason {
        case .nameNotUTF8: "its name is not UTF-8"
        case .symlink, .symlinkBroken, .symlinkLoop, .symlinkOutside:
          "it is a symlink, and symlinks are not followed"
        case .special: "it is not a regular file or folder"
        case .tooDeep: "folders are nested too deep"
        case .unreadable(let error): error.problem
        }
      return Finding(RouteFindingCode.sourceEntry, subject: obstacle.relativePath, message)
    }
    // The order of entries depends on the file system.
    return obstacles.sorted { inByteOrder($0.subject ?? "", $1.subject ?? "") }
  }

  static func sizeFinding(_ entry: FolderWalk.Entry) -> Finding? {
    let isText = FileReferences.isText(entry.relativePath)
    let limit = isText ? SiteSource.maximumTextSize : SiteSource.maximumFileSize
    guard entry.status.size > UInt64(limit) else { return nil }
    return Finding(
      RouteFindingCode.sourceEntry, subject: entry.relativePath,
      "it has \(entry.status.size) bytes, but the limit for \(isText ? "pages, scripts and style sheets" : "files") is \(limit)",
      remedy: "remove it from the source")
  }

  /// Checks each name by itself, and then for clashes.
  static func findings(of files: [String]) -> [Finding] {
    var findings: [Finding] = []
    var owners: [String: String] = [:]
    for file in files {
      if let finding = nameFinding(file) {
        findings.append(finding)
      } else {
        let path = file.pathComponents.suffix(2).joined(separator: "/")
        if let other = owners.updateValue(file, forKey: path) {
          findings.append(
            Finding(
              RouteFindingCode.nameClash, subject: file,
              "the app looks for it and for '\(other)' at '\(path)'"))
        }
      }
      if file.ends(with: ".html") { findings += pageFindings(file) }
    }
    return findings
  }

  private static func nameFinding(_ file: String) -> Finding? {
    func finding(_ message: Message, _ remedy: Message? = "rename it") -> Finding {
      Finding(RouteFindingCode.sourceEntry, subject: file, message, remedy: remedy)
    }
    guard file != RouteMap.fileName else { return finding("this is the name of the map") }
    let composed: BundlePath
    do { composed = try BundlePath(file) } catch { return finding("\(error)") }
    guard composed.string.utf8.elementsEqual(file.utf8) else {
      return finding(
        "its name is not in Unicode Normalization Form C (NFC), so other systems write it differently"
      )
    }
    guard FileReferences.isText(file), let special = file.unicodeScalars.first(where: isSpecial)
    else { return nil }
    return finding(
      "its name contains '\(special)', which must be escaped in an address or ends it",
      "use letters, digits, '.', '_', '~' and '-'")
  }

  /// Returns `true` for a scalar that must be escaped in URLs: otherwise a browser or an app
  /// rejects it.
  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "~", "-", "/": false
    default: scalar.isASCII
    }
  }

  /// Reports a page name if Android would take the wrong part as the hash.
  private static func pageFindings(_ file: String) -> [Finding] {
    let name = (file.pathComponents.last ?? "").dropLast(".html".utf8.count)
    guard let separator = name.first(where: { $0 == "-" || $0 == "." }) else { return [] }
    return [
      Finding(
        RouteFindingCode.pageName, subject: file,
        "the name of a page must not contain '\(separator)', because Android reads the part after it as the hash"
      )
    ]
  }
}
