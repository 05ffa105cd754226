import ErosCore
import ErosRegistry
import ErosSyntax

/// The classes of all sources, found by name, with what they inherit.
struct ClassIndex {
  /// A class with its categories and extensions, which JavaScript cannot tell from it.
  private struct Entry {
    /// The code, the declaration, the categories and the extensions, code first.
    let pieces: [SourceClass]
    let isDefined: Bool
    let bases: [String]
    let exports: [SourceExport]
    /// The first export of each name for JavaScript, and the first method of each own name.
    let exportsByName: [String: SourceExport]
    let methodsByName: [String: SourceMethod]

    init(_ pieces: [SourceClass]) {
      self.pieces = pieces.filter(\.isDefinition) + pieces.filter { !$0.isDefinition }
      isDefined = pieces.contains(where: \.isDefinition)
      var known: Set<String> = []
      let all = self.pieces.flatMap(\.bases).filter { known.insert($0).inserted }
      bases = Array(all.prefix(longestChain))
      exports = self.pieces.flatMap(\.exports)
      exportsByName = Dictionary(exports.map { ($0.name, $0) }) { first, _ in first }
      methodsByName = Dictionary(
        self.pieces.flatMap(\.methods).map { ($0.name, $0) }
      ) { first, _ in first }
    }
  }

  let platform: Platform
  private let entries: [String: Entry]
  /// The full name of the only class with code that has a last word, or `nil` for several.
  private let lastWords: [String: String?]

  init(_ facts: SourceFacts, platform: Platform) {
    self.platform = platform
    let classes = facts.classes.filter { $0.platform == platform }
    // Extensions of Swift name a class by its name in Swift.
    var aliases: [String: String] = [:]
    for piece in classes {
      for other in piece.otherNames { aliases[other] = piece.name }
    }
    let grouped = Dictionary(grouping: classes) { aliases[$0.name] ?? $0.name }
    entries = grouped.mapValues { Entry($0) }
    names = entries.keys.sorted(by: inByteOrder)
    var lastWords: [String: String?] = [:]
    for (name, entry) in entries where entry.isDefined {
      Self.add(name, as: Self.lastWord(name), to: &lastWords)
    }
    for (other, name) in aliases where entries[other] == nil && entries[name]?.isDefined == true {
      Self.add(name, as: other, to: &lastWords)
    }
    self.lastWords = lastWords
  }

  private static func add(_ name: String, as word: String, to words: inout [String: String?]) {
    let other = words.updateValue(name, forKey: word)
    if other != nil { words[word] = .some(nil) }
  }

  /// The names of all classes, sorted.
  let names: [String]

  private static func lastWord(_ name: String) -> String {
    name.split { $0 == "." || $0 == "$" }.last.map(String.init) ?? name
  }

  /// The full name of the class that is written `name`, or `nil` when no source has it.
  ///
  /// A class without its package is looked for in `packages`; on iOS the module of a Swift class
  /// does not count.
  func resolve(_ name: String, packages: [String] = []) -> String? {
    if isDefined(name) { return name }
    for package in packages where isDefined(package + "." + name) { return package + "." + name }
    let isBare = platform == .ios || !name.contains(".")
    guard isBare else { return nil }
    return lastWords[Self.lastWord(name)] ?? nil
  }

  private func isDefined(_ name: String) -> Bool { entries[name]?.isDefined == true }

  /// The code, the declaration, the categories and the extensions of a class, in this order.
  func pieces(of name: String) -> [SourceClass] { entries[name]?.pieces ?? [] }

  func place(of name: String) -> FilePosition? { entries[name]?.pieces.first?.place }

  /// The header that declares a class of iOS.
  func header(of name: String) -> String? {
    entries[name]?.pieces.first { $0.place.file.ends(with: ".h") }?.place.file.lastPathComponent
  }

  func isSwift(_ name: String) -> Bool {
    entries[name]?.pieces.contains { $0.isSwift && $0.isDefinition } == true
  }

  // MARK: Inheritance

  /// Bounds the work on hostile sources; real classes inherit from far fewer.
  private static let longestChain = 64

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
      if let entry = entries[resolved] {
        chain.names.append(resolved)
        waiting += entry.bases.reversed()
      } else {
        chain.roots.append(next)
      }
    }
    return chain
  }

  func exports(of name: String) -> [SourceExport] { entries[name]?.exports ?? [] }

  /// The first export of `name` itself that JavaScript calls `method`.
  func export(_ method: String, of name: String) -> SourceExport? {
    entries[name]?.exportsByName[method]
  }

  /// What JavaScript can call of a class and those above it: the nearest export of each name.
  func allExports(of name: String) -> [String: SourceExport] {
    chain(of: name).names.reduce(into: [:]) { found, name in
      found.merge(entries[name]?.exportsByName ?? [:]) { nearest, _ in nearest }
    }
  }

  /// The parameters and the result of an export of a class with the chain `chain`; on iOS those of
  /// the method with its selector.
  func method(of export: SourceExport, in chain: Chain) -> SourceMethod? {
    if let parameters = export.parameters {
      return SourceMethod(
        name: export.nativeName, parameters: parameters, returns: export.returns ?? "void",
        place: export.place)
    }
    return chain.names.lazy.compactMap { entries[$0]?.methodsByName[export.nativeName] }.first
  }

  func attributes(of name: String) -> [SourceAttribute] {
    chain(of: name).names.flatMap { pieces(of: $0) }.flatMap(\.attributes)
  }

  func events(of name: String) -> [SourceName] {
    chain(of: name).names.flatMap { pieces(of: $0) }.flatMap(\.events)
  }
}
