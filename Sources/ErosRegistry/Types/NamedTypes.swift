/// The types that a description names in `types`.
struct NamedTypes: Sendable {
  /// Far above any real description; named types inside each other can grow without bounds.
  static let largest = 1 << 12
  static let most = 1_000

  private(set) var types: [String: TypeExpression] = [:]

  mutating func declare(_ name: String, as type: TypeExpression) { types[name] = type }

  /// `type` with every name in it replaced by what it stands for; unknown names become `any`.
  ///
  /// The names must not be recursive; see ``cycle(from:)``.
  func expanded(_ type: TypeExpression) -> TypeExpression {
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
  static func names(in type: TypeExpression) -> [String] {
    if case .named(let name) = type { return [name] }
    return type.parts.flatMap(names)
  }

  /// The way from `name` back to itself, or `nil` when it is not recursive.
  func cycle(from name: String) -> [String]? {
    var visited: Set<String> = []
    return path(from: name, to: name, visited: &visited).map { [name] + $0 }
  }

  private func path(
    from name: String, to target: String, visited: inout Set<String>
  ) -> [String]? {
    for next in types[name].map(Self.names) ?? [] {
      if next == target { return [next] }
      guard visited.insert(next).inserted else { continue }
      if let rest = path(from: next, to: target, visited: &visited) { return [next] + rest }
    }
    return nil
  }

  /// How many parts each type has once its names are replaced, without replacing them.
  ///
  /// The names must not be recursive.
  func sizes() -> [String: Int] {
    var sizes: [String: Int] = [:]
    for name in types.keys { _ = size(of: .named(name), &sizes) }
    return sizes
  }

  private func size(of type: TypeExpression, _ sizes: inout [String: Int]) -> Int {
    if case .named(let name) = type {
      if let known = sizes[name] { return known }
      let size = types[name].map { self.size(of: $0, &sizes) } ?? 1
      sizes[name] = size
      return size
    }
    var total = 1
    for part in type.parts {
      total = min(Self.largest + 1, total + size(of: part, &sizes))
    }
    return total
  }
}
