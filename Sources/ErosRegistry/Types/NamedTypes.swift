import ErosCore

/// The types that a description names in `types`.
package struct NamedTypes: Sendable {
  /// Far above any real description; named types inside each other can grow without bounds.
  package static let largest = 1 << 12
  package static let deepest = 256
  package static let most = 1_000

  /// How large a type is once its names are replaced.
  package struct Extent {
    /// How many parts it has; at most one more than ``largest``.
    package var parts = 1
    /// How many types are inside each other.
    package var depth = 1

    package var isBearable: Bool { parts <= NamedTypes.largest && depth <= NamedTypes.deepest }
  }

  package private(set) var types: [String: TypeExpression] = [:]

  package mutating func declare(_ name: String, as type: TypeExpression) { types[name] = type }

  /// `type` with every name in it replaced by what it stands for; unknown names become `any`.
  ///
  /// The names must not be recursive; see ``cycle(from:)``.
  package func expanded(_ type: TypeExpression) -> TypeExpression {
    switch type {
    case .named(let name): types[name].map(expanded) ?? .any
    case .list(let type): .list(expanded(type))
    case .map(let type): .map(expanded(type))
    case .optional(let type): .optional(expanded(type))
    case .union(let types): .union(types.map(expanded))
    case .callback(let type, let isKeptAlive):
      .callback(expanded(type), isKeptAlive: isKeptAlive)
    case .shape(let fields):
      .shape(
        fields.map {
          ShapeField(name: $0.name, isOptional: $0.isOptional, type: expanded($0.type))
        })
    default: type
    }
  }

  /// The names that `type` uses directly, in its order.
  package static func names(in type: TypeExpression) -> [String] {
    if case .named(let name) = type { return [name] }
    return type.parts.flatMap(names)
  }

  /// The names in an order in which each stands behind those that its type uses, and the ways from
  /// some of them back to themselves; without these names nothing is recursive.
  package func ordered(_ names: [String]) -> (order: [String], cycles: [[String]]) {
    var walk = Walk(uses: types.mapValues { Set(Self.names(in: $0)).sorted(by: inByteOrder) })
    for name in names { walk.visit(name) }
    return (walk.order, walk.cycles)
  }

  /// Visits each name and each use of one once.
  private struct Walk {
    package let uses: [String: [String]]
    package var order: [String] = []
    package var cycles: [[String]] = []
    /// The way to where the walk is, and the place of each name on it.
    private var path: [String] = []
    private var places: [String: Int] = [:]
    private var visited: Set<String> = []

    package init(uses: [String: [String]]) { self.uses = uses }

    package mutating func visit(_ name: String) {
      guard visited.insert(name).inserted else { return }
      places[name] = path.count
      path.append(name)
      var isReported = false
      for next in uses[name] ?? [] {
        if let start = places[next] {
          // One cycle is enough to break all that go through here.
          if !isReported { cycles.append(path[start...] + [next]) }
          isReported = true
        } else {
          visit(next)
        }
      }
      path.removeLast()
      places[name] = nil
      order.append(name)
    }
  }

  /// How large each type is, without replacing the names; `order` is that of ``ordered(_:)``.
  package func extents(in order: [String]) -> [String: Extent] {
    order.reduce(into: [:]) { extents, name in
      extents[name] = types[name].map { Self.extent(of: $0, extents) } ?? Extent()
    }
  }

  /// How large `type` is when named types are as large as `extents` says.
  package static func extent(of type: TypeExpression, _ extents: [String: Extent]) -> Extent {
    if case .named(let name) = type { return extents[name] ?? Extent() }
    return type.parts.reduce(into: Extent()) { sum, part in
      let inner = extent(of: part, extents)
      sum.parts = min(largest + 1, sum.parts + inner.parts)
      sum.depth = max(sum.depth, 1 + inner.depth)
    }
  }
}
