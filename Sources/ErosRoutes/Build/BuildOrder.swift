/// The order in which files get their names: each after those that it refers to.
struct BuildOrder {
  /// Files that refer to each other: each to the next one, and the last one to the first.
  struct Circle {
    /// How many files are named; a circle may have as many as there are.
    static let mostNamed = 8

    let first: [String]
    /// How many more there are between these and the first one again.
    let more: Int
  }

  private(set) var files: [String] = []
  /// One circle for each reference that closes one.
  private(set) var circles: [Circle] = []

  private let references: [String: [String]]
  private var entered: Set<String> = []

  init(_ files: [String], references: [String: [String]]) {
    self.references = references.mapValues { targets in
      var seen: Set<String> = []
      return targets.filter { seen.insert($0).inserted }
    }
    for file in files { visit(file) }
  }

  /// Walks down from a file without calling itself, since a chain may be as long as there are files.
  private mutating func visit(_ file: String) {
    guard entered.insert(file).inserted else { return }
    var path: [(file: String, next: Int)] = [(file, 0)]
    var places = [file: 0]
    while let top = path.last {
      let targets = references[top.file] ?? []
      guard top.next < targets.count else {
        files.append(top.file)
        places[top.file] = nil
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let target = targets[top.next]
      if entered.insert(target).inserted {
        places[target] = path.count
        path.append((target, 0))
      } else if let start = places[target] {
        let named = path[start...].prefix(Circle.mostNamed).map(\.file)
        circles.append(Circle(first: named, more: path.count - start - named.count))
      }
    }
  }
}
