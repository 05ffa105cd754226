/// The order in which files get their names: each after those that it refers to.
struct BuildOrder {
  private(set) var files: [String] = []
  /// Files that refer to each other in a circle, each file once.
  private(set) var circles: [[String]] = []

  private let references: [String: [String]]
  private var entered: Set<String> = []
  private var left: Set<String> = []

  init(_ files: [String], references: [String: [String]]) {
    self.references = references
    for file in files { visit(file) }
  }

  /// Walks down from a file without calling itself, since a chain may be as long as there are files.
  private mutating func visit(_ file: String) {
    guard entered.insert(file).inserted else { return }
    var path: [(file: String, next: Int)] = [(file, 0)]
    while let top = path.last {
      let targets = references[top.file] ?? []
      guard top.next < targets.count else {
        left.insert(top.file)
        files.append(top.file)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let target = targets[top.next]
      if entered.insert(target).inserted {
        path.append((target, 0))
      } else if !left.contains(target), let start = path.firstIndex(where: { $0.file == target }) {
        circles.append(path[start...].map(\.file))
      }
    }
  }
}
