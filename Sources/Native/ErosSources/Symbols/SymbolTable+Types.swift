import ErosCore

extension SymbolTable {
  /// Returns the class that `expression` refers to, or `nil` if it is computed.
  func className(
    of expression: SourceExpression, in scope: Scope, _ arguments: [String: Argument] = [:]
  ) -> String? {
    switch expression {
    case .type(let path):
      if path.count == 1, let argument = arguments[path[0]] {
        return argument.className ?? argument.written.map { typeName($0, in: scope) }
      }
      return typeName(path.joined(separator: "."), in: scope)
    case .typeNamed(let name):
      guard let text = text(of: name, in: scope, arguments) else {
        // The name may come from a class: `NSStringFromClass([C class])`.
        return className(of: name, in: scope, arguments)
      }
      return text
    case .name(let path):
      if path.count == 1, let argument = arguments[path[0]] { return argument.className }
      guard let definition = definition(of: path, in: scope), definition.constant.value.isType
      else {
        return nil
      }
      return className(
        of: definition.constant.value,
        in: Scope(unit: definition.unit, type: definition.constant.owner))
    case .text, .joined, .instance, .stringized, .unknown: return nil
    }
  }

  /// Returns the class of the object that `expression` creates, if it is known.
  func instanceClass(of expression: SourceExpression, in scope: Scope, depth: Int = 0) -> String? {
    guard depth < Self.maximumDepth else { return nil }
    switch expression {
    case .instance(let path): return typeName(path.joined(separator: "."), in: scope)
    case .name(let path):
      guard let definition = definition(of: path, in: scope) else { return nil }
      let owner = Scope(unit: definition.unit, type: definition.constant.owner)
      return instanceClass(of: definition.constant.value, in: owner, depth: depth + 1)
    default: return nil
    }
  }

  /// Returns the qualified name of the type that `name` refers to in `scope`.
  ///
  /// If nothing declares the type, it is assumed in its imported or declared outer type, or in a
  /// package.
  func typeName(_ name: String, in scope: Scope) -> String {
    guard platform == .android else {
      return name.split(separator: ".").last.map(String.init) ?? name
    }
    let words = name.split(separator: ".").map(String.init)
    guard let first = words.first else { return name }
    let unit = units[scope.unit]
    for outer in Self.enclosing(scope.type) {
      if ClassIndex.simpleName(outer) == first { return nested(outer, words.dropFirst()) }
      if let type = memberType(first, of: outer, unit: scope.unit) {
        return nested(type, words.dropFirst())
      }
    }
    if let imported = unit.imports[first] { return binaryName(imported + words.dropFirst()) }
    let package = unit.package.isEmpty ? "" : unit.package + "."
    if let type = types[package + name] { return type }
    for wildcard in unit.wildcards {
      if let type = types[(wildcard + words).joined(separator: ".")] { return type }
    }
    if let type = types[name] { return type }
    // `com.acme.PayModule`, and a nested type of an undeclared one.
    if words.count > 1, first.first?.isUppercase != true { return binaryName(words) }
    return simpleNames[first].flatMap { $0 }.map { nested($0, words.dropFirst()) }
      ?? words.joined(separator: "$")
  }

  /// Searches the members of `type` and of its declared bases.
  private func memberType(_ name: String, of type: String, unit: Int) -> String? {
    if let member = types[(type + "." + name).replacing("$", with: ".")] { return member }
    for base in (bases[type] ?? []).prefix(Self.maximumDepth) where base.name != name {
      let word = base.name.split(separator: ".").last.map(String.init) ?? base.name
      let package = units[base.unit].package
      let owner = units[base.unit].imports[word]?.joined(separator: ".") ?? package + "." + word
      if let member = types[owner + "." + name] { return member }
    }
    return nil
  }

  private func nested(_ outer: String, _ words: some Sequence<String>) -> String {
    words.reduce(outer) { $0 + "$" + $1 }
  }

  /// Returns the binary name of the type with the qualified name `words`.
  private func binaryName(_ words: [String]) -> String {
    if let type = types[words.joined(separator: ".")] { return type }
    // No type has a longer path, and each prefix is read.
    let longest = min(words.count - 1, Self.maximumDepth)
    for count in stride(from: longest, to: 0, by: -1) {
      let prefix = words.prefix(count).joined(separator: ".")
      if let outer = types[prefix] { return nested(outer, words.dropFirst(count)) }
      if packages.contains(prefix) { return Self.nested(words, after: count) }
    }
    // Type names start with a capital letter, and do not contain packages.
    let last = words.dropLast().lastIndex { $0.first?.isUppercase != true }
    return Self.nested(words, after: last.map { $0 + 1 } ?? 0)
  }

  private static func nested(_ words: [String], after count: Int) -> String {
    (words.prefix(count) + [words.dropFirst(count).joined(separator: "$")])
      .joined(separator: ".")
  }

  /// Returns `type` with its declared ancestors and the undeclared ones that they name.
  func ancestors(of type: String) -> [String] {
    var waiting = [type]
    var result: [String] = []
    var visited: Set<String> = []
    while let next = waiting.popLast(), visited.count < Self.maximumDepth {
      guard visited.insert(next).inserted else { continue }
      result.append(next)
      waiting += (bases[next] ?? []).prefix(Self.maximumDepth).map {
        typeName($0.name, in: .init(unit: $0.unit, type: Self.outer(next)))
      }
    }
    return result
  }
}
