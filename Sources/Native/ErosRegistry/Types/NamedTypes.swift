import ErosCore

/// The section `types`.
package struct NamedTypes: Sendable {
  /// The maximum number of parts in an expanded type.
  ///
  /// Nested names can grow exponentially.
  static let maximumParts = 1 << 12
  static let maximumDepth = 256
  static let maximumCount = 1_000

  struct Extent {
    /// The number of parts, at most one more than ``maximumParts``.
    var parts = 1
    var depth = 1

    var isWithinLimits: Bool {
      parts <= NamedTypes.maximumParts && depth <= NamedTypes.maximumDepth
    }
  }

  private(set) var types: [String: TypeExpression] = [:]

  mutating func declare(_ name: String, as type: TypeExpression) { types[name] = type }

  /// Replaces every name in `type` by its type, and unknown names by `any`.
  ///
  /// The names must not be recursive, see ``ordered(_:)``.
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

  /// Returns the names that `type` uses directly, in order.
  static func names(in type: TypeExpression) -> [String] {
    if case .named(let name) = type { return [name] }
    return type.parts.flatMap(names)
  }

  /// Sorts names so that each comes after the names in its type, and finds cycles.
  ///
  /// Once you remove the names in the cycles, no type is recursive.
  func ordered(_ names: [String]) -> (order: [String], cycles: [[String]]) {
    var walk = Walk(uses: types.mapValues { Set(Self.names(in: $0)).sorted(by: inByteOrder) })
    for name in names { walk.visit(name) }
    return (walk.order, walk.cycles)
  }

  /// A depth-first search that visits each name and each use once.
  private struct Walk {
    let uses: [String: [String]]
    var order: [String] = []
    var cycles: [[String]] = []
    /// The names from the start to the current name, and their indices.
    private var path: [String] = []
    private var indices: [String: Int] = [:]
    private var visited: Set<String> = []

    init(uses: [String: [String]]) { self.uses = uses }

    mutating func visit(_ name: String) {
      guard visited.insert(name).inserted else { return }
      indices[name] = path.count
      path.append(name)
      var isReported = false
      for next in uses[name] ?? [] {
        if let start = indices[next] {
          // One cycle is enough to break all cycles through this name.
          if !isReported { cycles.append(path[start...] + [next]) }
          isReported = true
        } else {
          visit(next)
        }
      }
      path.removeLast()
      indices[name] = nil
      order.append(name)
    }
  }

  /// Measures each type, but does not expand it.
  ///
  /// `order` comes from ``ordered(_:)``.
  func extents(in order: [String]) -> [String: Extent] {
    order.reduce(into: [:]) { extents, name in
      extents[name] = types[name].map { Self.extent(of: $0, extents) } ?? Extent()
    }
  }

  /// Measures `type`.
  ///
  /// `extents` has the sizes of named types.
  static func extent(of type: TypeExpression, _ extents: [String: Extent]) -> Extent {
    if case .named(let name) = type { return extents[name] ?? Extent() }
    return type.parts.reduce(into: Extent()) { sum, part in
      let inner = extent(of: part, extents)
      sum.parts = min(maximumParts + 1, sum.parts + inner.parts)
      sum.depth = max(sum.depth, 1 + inner.depth)
    }
  }
}
