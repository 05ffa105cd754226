import ErosRegistry
import ErosSyntax

/// Reads which modules and methods a script uses.
///
/// Several walks: the first find which names stand for modules in which braces, the next where the
/// code asks whether something is there, and the last one the uses.
struct ScriptScanner {
  let tokens: SourceTokens
  private(set) var uses: [JSUses.Use] = []
  private(set) var findings: [RegistryFinding] = []
  /// Tags that are defined for all files, and those that this file defines for itself; in kebab
  /// case.
  var ownTags: Set<String> = []
  var localTags: Set<String> = []

  /// By the brace they hold in, or -1 for the whole script: the module of a name, or `nil` for a
  /// name that is declared as something else.
  private var bindings: [Int: [String: String?]] = [:]
  /// The modules that `this` has by name, or `nil` for a name that stands for several.
  private var properties: [String: String?] = [:]
  /// By the brace of the function: the modules, and `module.method`, that it asks for, and where it
  /// does so first.
  private var guards: [Int: [String: Int]] = [:]

  init(_ tokens: SourceTokens) {
    var tokens = tokens
    tokens.defineConstants(behind: ["const"])
    self.tokens = tokens
  }

  mutating func run() {
    walk { scanner, index, scopes in scanner.findBinding(index, scopes) }
    walk { scanner, index, scopes in scanner.findAlias(index, scopes) }
    walk { scanner, index, scopes in scanner.findGuard(index, scopes) }
    walk { scanner, index, scopes in scanner.findUse(index, scopes) }
    uses.sort { $0.place < $1.place }
  }

  // MARK: Scopes

  /// The braces around a token, and the arrows whose functions have none.
  struct Scopes {
    struct Brace {
      let index: Int
      let end: Int
      /// The innermost brace: what an arrow assigns holds around it.
      let block: Int
      /// The brace of the function that it belongs to.
      let function: Int
      let parameters: [String]
    }

    var braces: [Brace] = []
    /// The modules that names stand for here, the innermost last.
    var names: [String: [String?]] = [:]
    /// Where the functions around ask for a module or method, or for any (`*`), the outermost first.
    var guards: [String: [Int]] = [:]

    var innermost: Int { braces.last?.block ?? -1 }
    var function: Int { braces.last?.function ?? -1 }
  }

  private mutating func walk(_ visit: (inout Self, Int, Scopes) -> Void) {
    // What a walk finds counts from the next one on, so that every scope is left as it was entered.
    let known = self
    var scopes = Scopes()
    known.enter(-1, [], &scopes)
    for index in 0..<tokens.count {
      while let last = scopes.braces.last, index >= last.end {
        known.leave(last.index, last.parameters, &scopes)
        scopes.braces.removeLast()
      }
      if tokens.isMark(index, "{") {
        let parameters = self.parameters(before: index)
        scopes.braces.append(
          .init(
            index: index, end: tokens.close(index), block: index,
            function: parameters == nil ? scopes.function : index, parameters: parameters ?? []))
        known.enter(index, parameters ?? [], &scopes)
      } else if isArrow(index), !tokens.isMark(index + 2, "{") {
        let parameters = self.parameters(before: index + 2) ?? []
        scopes.braces.append(
          .init(
            index: index, end: expressionEnd(index + 2), block: scopes.innermost,
            function: index, parameters: parameters))
        known.enter(index, parameters, &scopes)
      }
      visit(&self, index, scopes)
    }
  }

  private func enter(_ brace: Int, _ parameters: [String], _ scopes: inout Scopes) {
    for name in parameters { scopes.names[name, default: []].append(nil) }
    for (name, module) in bindings[brace] ?? [:] { scopes.names[name, default: []].append(module) }
    for (name, place) in guards[brace] ?? [:] { scopes.guards[name, default: []].append(place) }
  }

  private func leave(_ brace: Int, _ parameters: [String], _ scopes: inout Scopes) {
    for name in parameters { _ = scopes.names[name]?.popLast() }
    for (name, _) in bindings[brace] ?? [:] { _ = scopes.names[name]?.popLast() }
    for (name, _) in guards[brace] ?? [:] { _ = scopes.guards[name]?.popLast() }
  }

  private func isArrow(_ index: Int) -> Bool {
    tokens.isMark(index, "=") && tokens.isMark(index + 1, ">") && tokens.touchesNext(index)
  }

  /// Where the expression that begins at `start` ends; real ones are short.
  private func expressionEnd(_ start: Int) -> Int {
    var index = start
    for _ in 0..<128 where index < tokens.count {
      if let mark = tokens.mark(index), ",;)]}".unicodeScalars.contains(mark) { break }
      let isStatement =
        index > start && tokens.beginsLine(index) && tokens.word(index) != nil
        && (tokens.mark(index - 1).map { ")]}".unicodeScalars.contains($0) } ?? true)
      if isStatement { break }
      index = tokens.behind(index)
    }
    return index
  }

  /// The names of the parameters when the brace at `index` opens a function, or `nil`.
  private func parameters(before index: Int) -> [String]? {
    var close = index - 1
    if tokens.isMark(close, ">"), tokens.isMark(close - 1, "=") {
      close -= 2
      if let name = tokens.word(close) { return [name] }
    }
    guard tokens.isMark(close, ")"), let open = tokens.open(close) else { return nil }
    let word = tokens.word(open - 1)
    let statements = ["if", "for", "while", "switch", "catch", "with"]
    if let word, statements.contains(word) { return nil }
    let isArrow = close < index - 1
    guard isArrow || word != nil else { return nil }
    return tokens.pieces(of: open).flatMap { piece in
      // `{ a, b: c }` takes an argument apart.
      guard tokens.isOpening(piece.lowerBound) else {
        return [tokens.word(piece.lowerBound)].compactMap { $0 }
      }
      return tokens.pieces(of: piece.lowerBound).compactMap { part in
        tokens.word(tokens.isMark(part.lowerBound + 1, ":") ? part.lowerBound + 2 : part.lowerBound)
      }
    }
  }

  // MARK: Modules

  /// A `requireModule('x')` or `require('@weex-module/x')`.
  private struct Required {
    let module: String
    /// The indexes of the whole expression.
    let range: Range<Int>
  }

  private func required(at index: Int) -> Required? {
    guard let word = tokens.word(index) else { return nil }
    switch word {
    case "requireModule", "$requireWeexModule":
      guard tokens.isMark(index - 1, ".") else { return nil }
      // `weex.requireModule<Type>('x')`
      var group = index + 1
      if tokens.isMark(group, "<") {
        let end = (group..<min(group + 16, tokens.count)).first { tokens.isMark($0, ">") }
        group = (end ?? group) + 1
      }
      guard tokens.isMark(group, "("), let module = moduleName(group + 1) else { return nil }
      return Required(module: module, range: chainStart(index)..<tokens.behind(group))
    case "require":
      guard tokens.isMark(index + 1, "("), let name = tokens.text(index + 2),
        let module = Self.legacyModule(name)
      else { return nil }
      return Required(module: module, range: index..<tokens.behind(index + 1))
    default: return nil
    }
  }

  /// A text, or the name of a constant that is one.
  private func moduleName(_ index: Int) -> String? {
    if let text = tokens.text(index) { return text }
    guard let name = tokens.word(index), tokens.isMark(index + 1, ")") else { return nil }
    return tokens.constants[name]
  }

  private static func legacyModule(_ name: String) -> String? {
    let prefix = "@weex-module/"
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// Where `a.b.c` begins that ends with the word at `index`; real chains are short.
  private func chainStart(_ index: Int) -> Int {
    var start = index
    for _ in 0..<16 where tokens.isMark(start - 1, ".") {
      if tokens.word(start - 2) != nil {
        start -= 2
      } else if tokens.isMark(start - 2, ")"), let open = tokens.open(start - 2) {
        // `weex().…`, but not `return (weex).…`.
        let isCall = tokens.word(open - 1) != nil && tokens.touchesNext(open - 1)
        start = isCall ? open - 1 : open
      } else {
        break
      }
    }
    return start
  }

  private mutating func findBinding(_ index: Int, _ scopes: Scopes) {
    findOwnTags(index)
    if let name = declared(at: index) { bind(name, nil, scopes) }
    if tokens.isWord(index, "import") { findImport(index, scopes) }
    guard let required = required(at: index) else { return }
    let before = required.range.lowerBound - 1
    // What follows is kept, and not the module.
    guard member(of: required.module, behind: required.range.upperBound) == nil else { return }
    if tokens.isMark(before, ":"), let word = tokens.word(before - 1) {
      return addProperty(word, required.module)
    }
    guard tokens.isMark(before, "=") else { return }
    var name = before - 1
    // `name: Type =`
    if tokens.isMark(name - 1, ":"), tokens.word(name) != nil { name -= 2 }
    guard let word = tokens.word(name) else { return }
    if !tokens.isMark(name - 1, ".") { bind(word, required.module, scopes) }
    // `this.name =`, or the field of a class.
    let isOwn = tokens.isMark(name - 1, ".") ? tokens.isWord(name - 2, "this") : true
    if isOwn { addProperty(word, required.module) }
  }

  private mutating func addProperty(_ name: String, _ module: String) {
    let isOther = properties[name].map { $0 != module } ?? false
    properties[name] = .some(isOther ? nil : module)
  }

  /// `const other = name`.
  private mutating func findAlias(_ index: Int, _ scopes: Scopes) {
    guard let word = tokens.word(index), let module = scopes.names[word]?.last ?? nil,
      tokens.isMark(index - 1, "="), let name = tokens.word(index - 2),
      let before = tokens.word(index - 3), ["const", "let", "var"].contains(before),
      !".([?".unicodeScalars.contains(where: { tokens.isMark(index + 1, $0) })
    else { return }
    bind(name, module, scopes)
  }

  /// The name that `const`, `let` or `var` at `index` declares first.
  private func declared(at index: Int) -> String? {
    guard let word = tokens.word(index), ["const", "let", "var"].contains(word) else { return nil }
    return tokens.word(index + 1)
  }

  private mutating func bind(_ name: String, _ module: String?, _ scopes: Scopes) {
    let known = bindings[scopes.innermost]?[name] ?? nil
    // The declaration is seen before what is assigned.
    if module == nil, known != nil { return }
    bindings[scopes.innermost, default: [:]][name] = .some(module)
  }

  /// `import name from '@weex-module/x'`.
  private mutating func findImport(_ index: Int, _ scopes: Scopes) {
    guard let name = tokens.word(index + 1), tokens.isWord(index + 2, "from"),
      let module = tokens.text(index + 3).flatMap(Self.legacyModule)
    else { return }
    bind(name, module, scopes)
  }

  // MARK: Guards

  private mutating func findGuard(_ index: Int, _ scopes: Scopes) {
    guard let word = tokens.word(index) else { return }
    if ["supports", "isRegisteredModule"].contains(word), tokens.isMark(index - 1, "."),
      tokens.isMark(index + 1, "(")
    {
      return addGuard(asked(by: word, index + 1), index, scopes)
    }
    guard let (module, method, next) = member(index, scopes) else {
      // `'name' in module`
      if tokens.isWord(index - 1, "in"), let name = tokens.text(index - 2),
        let module = scopes.names[word]?.last ?? nil
      {
        addGuard(module + "." + name, index, scopes)
      }
      return
    }
    if isCall(next) {
      guard method == Self.asking, let name = tokens.text(next + 1) else { return }
      return addGuard(module + "." + name, index, scopes)
    }
    let isAsked =
      tokens.isMark(next, ")") || tokens.isMark(next, "?")
      || tokens.isMark(next, "&") && tokens.isMark(next + 1, "&")
      || tokens.isWord(index - 1, "typeof")
    if isAsked { addGuard(module + "." + method, index, scopes) }
  }

  /// What every object of JavaScript has, to ask for what it has.
  private static let asking = "hasOwnProperty"

  private mutating func addGuard(_ name: String, _ index: Int, _ scopes: Scopes) {
    let first = guards[scopes.function]?[name] ?? index
    guards[scopes.function, default: [:]][name] = min(first, index)
  }

  /// What `supports('@module/x.y')` and `isRegisteredModule('x', 'y')` ask for; a text that the scan
  /// cannot tell asks for all.
  private func asked(by call: String, _ group: Int) -> String {
    guard let text = tokens.text(group + 1) else { return "*" }
    if call == "isRegisteredModule" {
      let method = tokens.isMark(group + 2, ",") ? tokens.text(group + 3) : nil
      return ([text] + [method].compactMap { $0 }).joined(separator: ".")
    }
    let prefix = "@module/"
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }

  /// Whether the code above `index` asks for a module or its method.
  private func isGuarded(
    _ module: String, _ method: String?, at index: Int, _ scopes: Scopes
  ) -> Bool {
    ["*", module, method.map { module + "." + $0 }].compactMap { $0 }
      .contains { scopes.guards[$0]?.contains { $0 <= index } ?? false }
  }

  // MARK: Uses

  /// `name.member` of a name that stands for a module, and the index behind it.
  private func member(
    _ index: Int, _ scopes: Scopes
  ) -> (module: String, method: String, next: Int)? {
    guard let name = tokens.word(index), !tokens.isMark(index - 1, ".") else { return nil }
    if name == "this", tokens.isMark(index + 1, "."), let property = tokens.word(index + 2),
      let module = properties[property] ?? nil
    {
      return member(of: module, behind: index + 3)
    }
    guard let module = scopes.names[name]?.last ?? nil else { return nil }
    return member(of: module, behind: index + 1)
  }

  private func member(
    of module: String, behind start: Int
  ) -> (module: String, method: String, next: Int)? {
    var dot = start
    if tokens.isMark(dot, "!") { dot += 1 }
    if tokens.isMark(dot, "?"), tokens.isMark(dot + 1, ".") { dot += 1 }
    if tokens.isMark(dot, "."), let method = tokens.word(dot + 1) {
      return (module, method, dot + 2)
    }
    if tokens.isMark(dot, "["), let method = tokens.text(dot + 1), tokens.isMark(dot + 2, "]") {
      return (module, method, dot + 3)
    }
    return nil
  }

  private func isCall(_ next: Int) -> Bool { tokens.isMark(next, "(") }

  private func isAssignment(_ next: Int) -> Bool {
    tokens.isMark(next, "=") && !tokens.isMark(next + 1, "=") && !tokens.isMark(next + 1, ">")
  }

  private mutating func findUse(_ index: Int, _ scopes: Scopes) {
    if let required = required(at: index) {
      let found = member(of: required.module, behind: required.range.upperBound)
      add(
        .module(required.module), at: required.range.lowerBound, scopes, required.module, nil,
        isLost: found == nil && isLost(required, scopes))
      if let found { addMethod(found, start: required.range.lowerBound, scopes) }
      findParts(of: required.module, before: required.range.lowerBound, scopes)
    } else if isUnnamed(index) {
      findings.append(
        RegistryFinding(
          .moduleNotFollowed, at: tokens.place(index),
          "the name of the module is not written out here, so what is used of it is not known"))
    } else if tokens.isWord(index, "import"), tokens.isWord(index + 2, "from"),
      let module = tokens.text(index + 3).flatMap(Self.legacyModule)
    {
      add(.module(module), at: index, scopes, module, nil)
    } else if let found = member(index, scopes) {
      addMethod(found, start: index, scopes)
    } else if let name = tokens.word(index), let module = scopes.names[name]?.last ?? nil,
      !tokens.isMark(index - 1, "."), !tokens.isMark(index + 1, ".")
    {
      findParts(of: module, before: index, scopes)
    }
  }

  /// Whether a module is required here by a name that only the running code knows.
  private func isUnnamed(_ index: Int) -> Bool {
    guard let word = tokens.word(index), ["requireModule", "$requireWeexModule"].contains(word)
    else { return false }
    return tokens.isMark(index - 1, ".") && tokens.isMark(index + 1, "(")
      && tokens.close(index + 1) > index + 2
  }

  /// Whether a module goes where its uses are not followed.
  private func isLost(_ required: Required, _ scopes: Scopes) -> Bool {
    let before = required.range.lowerBound - 1
    if tokens.isMark(before, "=") {
      let isParts = tokens.isMark(before - 1, "}")
      let isMember = tokens.isMark(before - 2, ".") && !tokens.isWord(before - 3, "this")
      return !isParts && (tokens.word(before - 1) == nil || isMember)
    }
    if tokens.isWord(before, "return") || tokens.isWord(before, "default") { return true }
    return ":(,[|?".unicodeScalars.contains { tokens.isMark(before, $0) }
      || tokens.isMark(before, ">") && tokens.isMark(before - 1, "=")
  }

  /// `const { a, b: c } = module`, where the module begins at `start`.
  private mutating func findParts(of module: String, before start: Int, _ scopes: Scopes) {
    let before = start - 1
    guard tokens.isMark(before, "="), tokens.isMark(before - 1, "}"),
      let open = tokens.open(before - 1)
    else { return }
    for piece in tokens.pieces(of: open) {
      guard let method = tokens.word(piece.lowerBound) else { continue }
      add(
        .method(module: module, name: method), at: piece.lowerBound, scopes, module, method)
    }
  }

  private mutating func addMethod(
    _ found: (module: String, method: String, next: Int), start: Int, _ scopes: Scopes
  ) {
    // `mod.method?.()` asks before it calls.
    let asks =
      tokens.isMark(found.next, "?") && tokens.isMark(found.next + 1, ".")
      && tokens.isMark(found.next + 2, "(")
    let next = asks ? found.next + 2 : found.next
    // `const f = module.method` and `module.method.call(…)` use it too.
    let isKept =
      tokens.isMark(start - 1, "=") || tokens.isMark(next, ".") && !tokens.isMark(next - 1, "?")
    guard isCall(next) || isAssignment(next) || isKept, found.method != Self.asking else { return }
    let need = JSNeed.method(module: found.module, name: found.method)
    let end = tokens.behind(next)
    let isTaken =
      isCall(next)
      && (tokens.isMark(end, ".") || tokens.isMark(end, "[") || takesValue(before: start))
    uses.append(
      JSUses.Use(
        need, at: tokens.place(start),
        isGuarded: asks || isGuarded(found.module, found.method, at: start, scopes),
        passesFunction: isCall(next) && passesFunction(next), takesResult: isTaken))
  }

  /// Whether what stands before an expression takes its value.
  private func takesValue(before index: Int) -> Bool {
    let before = index - 1
    if tokens.isMark(before, "=") || tokens.isMark(before, ",") { return true }
    if tokens.isWord(before, "await") { return true }
    guard tokens.isMark(before, "(") else { return false }
    // A bracket around a statement, as in `;(…)`, takes nothing.
    return tokens.word(before - 1) != nil
  }

  private func passesFunction(_ group: Int) -> Bool {
    tokens.pieces(of: group).contains { piece in
      tokens.isWord(piece.lowerBound, "function")
        || piece.prefix(3).contains { tokens.isMark($0, "=") && tokens.isMark($0 + 1, ">") }
        || tokens.isMark(piece.lowerBound, "(")
          && tokens.isMark(tokens.behind(piece.lowerBound), "=")
          && tokens.isMark(tokens.behind(piece.lowerBound) + 1, ">")
    }
  }

  private mutating func add(
    _ need: JSNeed, at index: Int, _ scopes: Scopes, _ module: String, _ method: String?,
    isLost: Bool = false
  ) {
    uses.append(
      JSUses.Use(
        need, at: tokens.place(index), isGuarded: isGuarded(module, method, at: index, scopes),
        isLost: isLost))
  }

  // MARK: Tags

  /// `Vue.component('x', …)`, `components: { A, 'b-c': D }` and `name: 'x'`.
  private mutating func findOwnTags(_ index: Int) {
    guard let word = tokens.word(index) else { return }
    if word == "component", tokens.isMark(index - 1, "."), tokens.isMark(index + 1, "("),
      let name = tokens.text(index + 2)
    {
      ownTags.insert(JSScanner.kebab(name))
    } else if word == "name", tokens.isMark(index + 1, ":"), let name = tokens.text(index + 2) {
      localTags.insert(JSScanner.kebab(name))
    } else if word == "components", tokens.isMark(index + 1, ":"), tokens.isMark(index + 2, "{") {
      for piece in tokens.pieces(of: index + 2) {
        let name = tokens.word(piece.lowerBound) ?? tokens.text(piece.lowerBound)
        if let name { localTags.insert(JSScanner.kebab(name)) }
      }
    } else if word == "import", let name = tokens.word(index + 1) {
      localTags.insert(JSScanner.kebab(name))
    }
  }
}
