import ErosCore

/// The classes of all sources, found by name, with what they inherit.
struct ClassIndex {
  /// A class that JavaScript cannot tell from its categories and extensions.
  private struct Entry {
    var pieces: [SourceClass] = []
  }

  let platform: Platform
  private var entries: [String: Entry] = [:]
  /// Full names by their last words.
  private var lastWords: [String: [String]] = [:]

  init(_ facts: SourceFacts, platform: Platform) {
    self.platform = platform
    var names: [String: String] = [:]
    let classes = facts.classes.filter { $0.platform == platform }
    // Extensions of Swift name a class by its name in Swift.
    for piece in classes {
      for other in piece.otherNames { names[other] = piece.name }
    }
    for piece in classes {
      entries[names[piece.name] ?? piece.name, default: Entry()].pieces.append(piece)
    }
    self.names = entries.keys.sorted(by: inByteOrder)
    for name in self.names {
      lastWords[Self.lastWord(name), default: []].append(name)
    }
    for (other, name) in names where entries[other] == nil {
      lastWords[other, default: []].append(name)
    }
  }

  /// The names of all classes, sorted.
  let names: [String]

  private static func lastWord(_ name: String) -> String {
    name.split { $0 == "." || $0 == "$" }.last.map(String.init) ?? name
  }

  /// The full name of the class that is written `name`, or `nil` when no source has it.
  ///
  /// A class without its package is looked for in `packages`; on iOS the module of a Swift class does
  /// not count.
  func resolve(_ name: String, packages: [String] = []) -> String? {
    if isDefined(name) { return name }
    for package in packages where isDefined(package + "." + name) { return package + "." + name }
    let isBare = platform == .ios || !name.contains(".")
    guard isBare else { return nil }
    let candidates = (lastWords[Self.lastWord(name)] ?? []).filter(isDefined)
    return candidates.count == 1 ? candidates[0] : nil
  }

  private func isDefined(_ name: String) -> Bool {
    entries[name]?.pieces.contains(where: \.isDefinition) == true
  }

  /// The code, the declaration, the categories and the extensions of a class, in this order.
  func pieces(of name: String) -> [SourceClass] {
    let pieces = entries[name]?.pieces ?? []
    return pieces.filter(\.isDefinition) + pieces.filter { !$0.isDefinition }
  }

  func place(of name: String) -> SourcePlace? { pieces(of: name).first?.place }

  /// The header that declares a class of iOS.
  func header(of name: String) -> String? {
    pieces(of: name).first { $0.place.file.ends(with: ".h") }?.place.file.pathComponents.last
      .map(String.init)
  }

  func isSwift(_ name: String) -> Bool {
    pieces(of: name).contains { $0.isSwift && $0.isDefinition }
  }

  // MARK: Inheritance

  /// Bounds the work on hostile sources; real classes inherit from far fewer.
  private static let longestChain = 256

  /// A class with those that it inherits from, and the names at which no source tells more.
  struct Chain {
    var names: [String] = []
    var roots: [String] = []
  }

  /// Walks up from `name`; a class that inherits from itself is visited once.
  func chain(of name: String) -> Chain {
    var chain = Chain()
    var waiting = [name]
    var visited: Set<String> = []
    while let next = waiting.popLast(), visited.count < Self.longestChain {
      let resolved = resolve(next) ?? next
      guard visited.insert(resolved).inserted else { continue }
      let pieces = pieces(of: resolved)
      if pieces.isEmpty {
        chain.roots.append(next)
      } else {
        chain.names.append(resolved)
        waiting += pieces.flatMap(\.bases).reversed()
      }
    }
    return chain
  }

  func exports(of name: String) -> [SourceExport] { pieces(of: name).flatMap(\.exports) }

  /// What JavaScript can call of a class and those above it: the nearest export of each name.
  func allExports(of name: String) -> [String: SourceExport] {
    chain(of: name).names.reduce(into: [:]) { found, name in
      for export in exports(of: name) where found[export.name] == nil {
        found[export.name] = export
      }
    }
  }

  /// The parameters and the result of an export; on iOS those of the method with its selector.
  func method(of export: SourceExport, in name: String) -> SourceMethod? {
    if let parameters = export.parameters {
      return SourceMethod(
        name: export.nativeName, parameters: parameters, returns: export.returns ?? "void",
        place: export.place)
    }
    for owner in chain(of: name).names {
      let methods = pieces(of: owner).flatMap(\.methods)
      if let method = methods.first(where: { $0.name == export.nativeName }) { return method }
    }
    return nil
  }

  func attributes(of name: String) -> [SourceAttribute] {
    chain(of: name).names.flatMap { pieces(of: $0) }.flatMap(\.attributes)
  }

  func events(of name: String) -> [SourceName] {
    chain(of: name).names.flatMap { pieces(of: $0) }.flatMap(\.events)
  }
}
