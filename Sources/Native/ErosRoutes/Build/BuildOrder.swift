/// Orders files so that each one is built after the files that it refers to.
struct BuildOrder {
  /// Files that refer to each other in a circle: each to the next, and the last to the first.
  struct Cycle {
    /// The maximum number of files in ``first``.
    static let maximumNamed = 8

    let first: [String]
    /// The number of files after ``first``.
    let more: Int
  }

  private(set) var files: [String] = []
  /// One cycle for each reference that closes it.
  private(set) var cycles: [Cycle] = []

  private let references: [String: [String]]
  private var entered: Set<String> = []

  init(_ files: [String], references: [String: [String]]) {
    self.references = references.mapValues { targets in
      var seen: Set<String> = []
      return targets.filter { seen.insert($0).inserted }
    }
    for file in files { visit(file) }
  }

  /// Visits a file and everything that it refers to.
  ///
  /// Uses a stack instead of recursion, because a chain may contain all files.
  private mutating func visit(_ file: String) {
    guard entered.insert(file).inserted else { return }
    var path: [(file: String, next: Int)] = [(file, 0)]
    var depths = [file: 0]
    while let top = path.last {
      let targets = references[top.file] ?? []
      guard top.next < targets.count else {
        files.append(top.file)
        depths[top.file] = nil
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let target = targets[top.next]
      if entered.insert(target).inserted {
        depths[target] = path.count
        path.append((target, 0))
      } else if let start = depths[target] {
        let named = path[start...].prefix(Cycle.maximumNamed).map(\.file)
        cycles.append(Cycle(first: named, more: path.count - start - named.count))
      }
    }
  }
}
