import ErosCore

/// Which files of a source refer to which others, and what is wrong with that.
struct SiteLinks {
  private(set) var references: [String: [(range: Range<Int>, file: String)]] = [:]
  private(set) var problems: [RouteProblem] = []

  private let base: String
  private let known: Set<String>
  /// The files about whose place something was said.
  private var placed: Set<String> = []

  init(base: String, files: [String]) {
    self.base = base
    known = Set(files)
  }

  /// Takes in what a file of the source refers to.
  mutating func add(_ found: [FileReferences.Reference], of file: String) {
    var lost: Set<String> = []
    for reference in found {
      let places = places(of: reference.text, in: file)
      // A file cannot hold its own hash.
      if let target = places.first(where: { known.contains($0) && $0 != file }) {
        references[file, default: []].append((range: reference.range, file: target))
        check(placeOf: target, from: file)
      } else if reference.isCertain, file.ends(with: ".html"), let place = places.first,
        lost.insert(place).inserted
      {
        problems.append(Self.problem(file, place, reference.text))
      }
    }
  }

  /// Where a reference may lead, below the source: as a browser finds it; from a script, also from the
  /// top.
  private func places(of reference: String, in file: String) -> [String] {
    var places = [RouteAddress(base + "/" + file).resolve(reference)]
    if file.ends(with: ".js") {
      places.append(RouteAddress(base + "/" + RouteMap.fileName).resolve(reference))
    }
    return places.compactMap { $0.path(below: base) }
  }

  private mutating func check(placeOf target: String, from file: String) {
    guard !target.ends(with: ".html"), placed.insert(target).inserted,
      let problem = RouteProblem.place(of: target, from: file)
    else { return }
    problems.append(problem)
  }

  private static func problem(_ file: String, _ place: String, _ text: String) -> RouteProblem {
    guard place == file else {
      return RouteProblem(
        .fileMissing, file,
        "it refers to '\(text)', and there is no '\(place)' in the source: nothing is changed there",
        .warning)
    }
    return RouteProblem(
      .circularReference, file,
      "it refers to itself, and cannot hold its own hash: refer to '#' or to nothing instead of '\(text)'"
    )
  }
}

extension RouteProblem {
  /// What is odd about the place of a file that a page or a script refers to, if anything.
  static func place(of path: String, from file: String) -> RouteProblem? {
    guard path.pathComponents.count != 2 else { return nil }
    return RouteProblem(
      .filePlace, path,
      """
      '\(file)' refers to it, and an app looks in what it ships for the last two parts of an address \
      only, so it loads this from the network: move it into a folder directly below the site
      """, .warning)
  }
}
