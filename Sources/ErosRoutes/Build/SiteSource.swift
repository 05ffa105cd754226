import ErosCore
import ErosFiles

/// A folder of built pages, scripts and other files, before they get their names with hashes.
struct SiteSource {
  private static let largestText = 64 << 20

  let path: String
  /// The files below the folder, in the order of their names' bytes.
  let files: [String]
  /// Which files each one refers to, by name, with the places.
  let references: [String: [(range: Range<Int>, file: String)]]
  /// What is in the way of a build.
  let problems: [RouteProblem]
  /// What was left out.
  let skipped: [String]

  /// Walks the folder and reads its pages, scripts and style sheets.
  init(_ path: String, base: String) throws {
    self.path = path
    let walk = try FolderWalk(path) { name, _ in
      name.pathComponents.last?.utf8.first == UInt8(ascii: ".")
    }
    skipped = walk.skipped.sorted()
    let files = walk.entries.filter { $0.status.kind == .file }.map(\.relativePath)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.files = files
    let known = Set(files)
    var references: [String: [(range: Range<Int>, file: String)]] = [:]
    for file in files where FileReferences.isText(file) {
      let text = try Self.read(path, file)
      references[file] = FileReferences.find(in: text, of: file).compactMap { reference in
        Self.target(of: reference.text, in: file, base: base, known).map {
          (range: reference.range, file: $0)
        }
      }
    }
    self.references = references
    problems = Self.problems(of: walk) + Self.nameProblems(files)
  }

  /// The whole text of a page, a script or a style sheet.
  func text(of file: String) throws -> [UInt8] { try Self.read(path, file) }

  private static func read(_ path: String, _ file: String) throws -> [UInt8] {
    try readWholeFile(path + "/" + file, limit: largestText)
  }

  /// The file that a reference leads to, as a browser finds it; from a script, also from the top.
  private static func target(
    of reference: String, in file: String, base: String, _ known: Set<String>
  ) -> String? {
    let here = RouteAddress(base + "/" + file)
    var places = [here.resolve(reference)]
    if file.ends(with: ".js") {
      places.append(RouteAddress(base + "/" + RouteMap.fileName).resolve(reference))
    }
    // A file cannot hold its own hash.
    return places.compactMap { $0.path(below: base) }.first { known.contains($0) && $0 != file }
  }

  // MARK: - Problems

  private static func problems(of walk: FolderWalk) -> [RouteProblem] {
    walk.obstacles.map { obstacle in
      let message =
        switch obstacle.reason {
        case .nameNotUTF8: "its name is not UTF-8"
        case .symlink, .symlinkBroken, .symlinkLoop, .symlinkLeadsOutside:
          "it is a symlink, and symlinks are not followed"
        case .special: "it is no file and no folder"
        case .tooDeep: "folders are nested too deep"
        case .unreadable(let error): error.problem
        }
      return RouteProblem(.sourceEntry, obstacle.relativePath, message)
    }
  }

  private static func nameProblems(_ files: [String]) -> [RouteProblem] {
    var problems: [RouteProblem] = []
    var places: [String: String] = [:]
    for file in files {
      do {
        let place = RouteAddress(try BundlePath(file).string).lastComponents
        if let other = places.updateValue(file, forKey: place) {
          problems.append(
            RouteProblem(
              .nameClash, file,
              "the app finds it under '\(place)', and '\(other)' as well: rename one of the two"))
        }
      } catch {
        problems.append(RouteProblem(.sourceEntry, file, "\(error)"))
      }
      if file.ends(with: ".html") { problems += pageProblems(file) }
    }
    return problems
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
