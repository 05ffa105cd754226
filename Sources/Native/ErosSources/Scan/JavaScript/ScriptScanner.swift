import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Finds the modules that a script uses, and the methods of modules and components.
///
/// It makes four passes: bindings by scope, aliases, presence checks, uses.
struct ScriptScanner {
  let tokens: SourceTokens
  private(set) var uses: [JSUses.Use] = []
  private(set) var findings: [Finding] = []
  /// Tags that are defined globally, and only for this file, in kebab case.
  var ownTags: Set<String> = []
  var localTags: Set<String> = []
  /// The positions of tags with computed names, defined globally or for this file.
  private(set) var computedTags: [FilePosition] = []
  private(set) var localComputedTags: [FilePosition] = []
  /// The page's components that the script can refer to.
  let references: ComponentReferences
  private let hostNames: HostNames
  /// `true` if the script may check for a platform.
  private let mentionsPlatforms: Bool
  /// Packages outside the project, by the names of their imports.
  private var packages: [String: String] = [:]

  /// The module or component that each name stands for in a scope.
  ///
  /// `nil` if the name is declared as something else.
  ///
  /// A scope's key is the index of its opening brace, or -1 for the script.
  private var bindings: [Int: [String: MethodOwner?]] = [:]
  /// The module or component that each property of `this` stands for, or `nil` if it is ambiguous.
  private var properties: [String: MethodOwner?] = [:]
  /// The first presence check for each `module` or `module.method` in a function.
  ///
  /// The outer key is the function's opening brace.
  private var guards: [Int: [String: Int]] = [:]

  init(_ tokens: SourceTokens, template: [String: String?] = [:]) {
    var tokens = tokens
    tokens.defineConstants(after: ["const"])
    self.tokens = tokens
    references = ComponentReferences(tokens, template: template)
    properties = references.properties.mapValues { .some(.component($0)) }
    guard tokens.count > 0 else {
      hostNames = HostNames(tokens, in: 0..<0)
      mentionsPlatforms = false
      return
    }
    // A document may contain many scripts.
    let range = tokens.range(0).lowerBound..<tokens.range(tokens.count - 1).upperBound
    hostNames = HostNames(tokens, in: range)
    mentionsPlatforms = tokens.file.mentions(anyOf: PlatformName.parts + ["ios"], in: range)
  }

  mutating func run() {
    walk { scanner, index, scopes in scanner.findBinding(index, scopes) }
    walk { scanner, index, scopes in scanner.findAlias(index, scopes) }
    walk { scanner, index, scopes in scanner.findGuard(index, scopes) }
    walk { scanner, index, scopes in scanner.findUse(index, scopes) }
    uses.sort { $0.location < $1.location }
  }

  // MARK: Scopes

  /// The braces and arrow functions around a token.
  struct Scopes {
    struct Brace {
      let index: Int
      let end: Int
      /// The innermost braces of a block.
      ///
      /// Bindings in an arrow expression belong to this block.
      let block: Int
      let function: Int
      let parameters: [String]
    }

    var braces: [Brace] = []
    /// The modules and components that names stand for, the innermost last.
    var names: [String: [MethodOwner?]] = [:]
    /// The presence checks for a module, a method or any name (`*`), the outermost first.
    var guards: [String: [Int]] = [:]

    var innermost: Int { braces.last?.block ?? -1 }
    var function: Int { braces.last?.function ?? -1 }
  }

  private mutating func walk(_ visit: (inout Self, Int, Scopes) -> Void) {
    // Scopes use a snapshot: bindings that this pass adds would unbalance `enter` and `leave`.
    let snapshot = self
    var scopes = Scopes()
    snapshot.enter(-1, [], &scopes)
    for index in 0..<tokens.count {
      while let last = scopes.braces.last, index >= last.end {
        snapshot.leave(last.index, last.parameters, &scopes)
        scopes.braces.removeLast()
      }
      if tokens.isPunctuation(index, "{") {
        let parameters = tokens.functionParameters(before: index)
        let names = parameters ?? tokens.headerNames(before: index)
        scopes.braces.append(
          .init(
            index: index, end: tokens.close(index), block: index,
            function: parameters == nil ? scopes.function : index, parameters: names))
        snapshot.enter(index, names, &scopes)
      } else if tokens.isArrow(index), !tokens.isPunctuation(index + 2, "{") {
        let parameters = tokens.functionParameters(before: index + 2) ?? []
        scopes.braces.append(
          .init(
            index: index, end: tokens.expressionEnd(index + 2), block: scopes.innermost,
            function: index, parameters: parameters))
        snapshot.enter(index, parameters, &scopes)
      }
      visit(&self, index, scopes)
    }
  }

  private func enter(_ brace: Int, _ parameters: [String], _ scopes: inout Scopes) {
    for name in parameters { scopes.names[name, default: []].append(nil) }
    for (name, owner) in bindings[brace] ?? [:] { scopes.names[name, default: []].append(owner) }
    for (name, position) in guards[brace] ?? [:] {
      scopes.guards[name, default: []].append(position)
    }
  }

  private func leave(_ brace: Int, _ parameters: [String], _ scopes: inout Scopes) {
    for name in parameters { _ = scopes.names[name]?.popLast() }
    for (name, _) in bindings[brace] ?? [:] { _ = scopes.names[name]?.popLast() }
    for (name, _) in guards[brace] ?? [:] { _ = scopes.guards[name]?.popLast() }
  }

  // MARK: Modules

  /// A `requireModule('x')`, `require('@weex-module/x')`, or a reference such as `this.$refs.x`.
  private struct Required {
    let owner: MethodOwner
    let range: Range<Int>
  }

  private func required(at index: Int) -> Required? {
    guard let word = tokens.word(index) else { return nil }
    if let (tag, range) = references.component(at: index, in: tokens) {
      return Required(owner: .component(tag), range: range)
    }
    switch word {
    case _ where Self.requireCalls.contains(word):
      guard tokens.isPunctuation(index - 1, ".") else { return nil }
      // `weex.requireModule<Type>('x')`
      var group = index + 1
      if tokens.isPunctuation(group, "<") {
        let end = (group..<min(group + 16, tokens.count)).first { tokens.isPunctuation($0, ">") }
        group = (end ?? group) + 1
      }
      guard tokens.isPunctuation(group, "("), let module = moduleName(in: group) else { return nil }
      return Required(
        owner: .module(module), range: tokens.chainStart(index)..<tokens.index(after: group))
    case "require":
      guard let module = legacyModule(at: index), tokens.close(index + 1) == index + 3,
        !module.isEmpty
      else { return nil }
      return Required(owner: .module(module), range: index..<tokens.index(after: index + 1))
    default: return nil
    }
  }

  /// Methods that return a module: of `weex`, of a page in Rax, and of `uni`.
  private static let requireCalls: Set<String> = [
    "requireModule", "$requireWeexModule", "requireNativePlugin",
  ]

  /// Returns the module in `require('@weex-module/x')`.
  private func legacyModule(at index: Int) -> String? {
    guard tokens.isWord(index, "require"), tokens.isPunctuation(index + 1, "(") else { return nil }
    return tokens.string(index + 2).flatMap(Self.legacyModule)
  }

  /// Returns the call's argument: strings and constants joined with `+`.
  private func moduleName(in group: Int) -> String? {
    guard let argument = tokens.parts(of: group).first else { return nil }
    let parts = tokens.parts(joinedBy: "+", in: argument).map { part in
      part.count != 1
        ? nil
        : tokens.string(part.lowerBound)
          ?? tokens.word(part.lowerBound).flatMap { tokens.constants[$0] }
    }
    return parts.contains(nil) ? nil : parts.compactMap(\.self).joined()
  }

  private static func legacyModule(_ name: String) -> String? {
    let prefix = "@weex-module/"
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  private mutating func findBinding(_ index: Int, _ scopes: Scopes) {
    findOwnTags(index)
    for name in tokens.declaredNames(at: index) { bind(name, nil, scopes) }
    if tokens.isWord(index, "import") { findImport(index, scopes) }
    for (name, tag) in references.parts(at: index, in: tokens) {
      bind(name, .component(tag), scopes)
    }
    guard let required = required(at: index) else { return }
    let before = required.range.lowerBound - 1
    // `requireModule('x').method` does not bind the module.
    guard tokens.memberName(after: required.range.upperBound) == nil else { return }
    if tokens.isPunctuation(before, ":"), let word = tokens.word(before - 1) {
      return addProperty(word, required.owner)
    }
    guard tokens.isPunctuation(before, "=") else { return }
    var name = before - 1
    // `name: Type =`
    if tokens.isPunctuation(name - 1, ":"), tokens.word(name) != nil { name -= 2 }
    guard let word = tokens.word(name) else { return }
    if !tokens.isPunctuation(name - 1, ".") { bind(word, required.owner, scopes) }
    // `this.name =`, or a class field.
    let isOwn = tokens.isPunctuation(name - 1, ".") ? tokens.isWord(name - 2, "this") : true
    if isOwn { addProperty(word, required.owner) }
  }

  /// Only a page's JSX binds a property to a component.
  private mutating func addProperty(_ name: String, _ owner: MethodOwner) {
    guard case .module = owner else { return }
    let isOther = properties[name].map { $0 != owner } ?? false
    properties[name] = .some(isOther ? nil : owner)
  }

  /// Handles `const other = name`.
  private mutating func findAlias(_ index: Int, _ scopes: Scopes) {
    guard let word = tokens.word(index), let owner = scopes.names[word]?.last ?? nil,
      tokens.isPunctuation(index - 1, "="), let name = tokens.word(index - 2),
      let before = tokens.word(index - 3), ["const", "let", "var"].contains(before),
      !tokens.isPunctuation(index + 1, in: ".([?")
    else { return }
    bind(name, owner, scopes)
  }

  private mutating func bind(_ name: String, _ owner: MethodOwner?, _ scopes: Scopes) {
    let binding = bindings[scopes.innermost]?[name] ?? nil
    // A declaration does not clear the module assigned to it.
    if owner == nil, binding != nil { return }
    // A variable may refer to one component after another.
    if case .component = owner, references.assignments[name] != 1 { return }
    bindings[scopes.innermost, default: [:]][name] = .some(owner)
  }

  /// Handles `import name from '@weex-module/x'`.
  private mutating func findImport(_ index: Int, _ scopes: Scopes) {
    let next = tokens.index(after: index + 1)
    guard tokens.isWord(next, "from"), let path = tokens.string(next + 1) else { return }
    let module = Self.legacyModule(path)
    for name in tokens.names(at: index + 1) { bind(name, module.map { .module($0) }, scopes) }
  }

  // MARK: Guards

  private mutating func findGuard(_ index: Int, _ scopes: Scopes) {
    guard let word = tokens.word(index) else { return }
    if mentionsPlatforms, word == "if" || word == "case" { findPlatformCheck(index, scopes) }
    if ["supports", "isRegisteredModule"].contains(word), tokens.isPunctuation(index - 1, "."),
      tokens.isPunctuation(index + 1, "(")
    {
      return addGuard(checkedName(by: word, index + 1), index, in: scopes.function)
    }
    guard let (owner, method, start, next) = member(index, scopes) else {
      // `'name' in module`
      if tokens.isWord(index - 1, "in"), let name = tokens.string(index - 2),
        let owner = scopes.names[word]?.last ?? nil
      {
        addGuard(owner.path(name), index, in: scopes.function)
      }
      return
    }
    if isCall(next) {
      guard method == Self.presenceCheck, let name = tokens.string(next + 1) else { return }
      return addGuard(owner.path(name), index, in: scopes.function)
    }
    if isAsked(next) || tokens.isWord(start - 1, "typeof") {
      addGuard(owner.path(method), index, in: scopes.function)
    }
  }

  private static let presenceCheck = "hasOwnProperty"

  private static let platformCheck = "#platform"

  /// Handles `if (isAndroid) { … } else { … }` and `case 'iOS':`.
  private mutating func findPlatformCheck(_ index: Int, _ scopes: Scopes) {
    guard tokens.isPunctuation(index + 1, "(") else {
      if mentionsPlatform(index + 1) { addGuard(Self.platformCheck, index, in: scopes.innermost) }
      return
    }
    let end = tokens.close(index + 1)
    guard (index + 1..<min(end, index + 64)).contains(where: mentionsPlatform) else { return }
    addGuard(Self.platformCheck, index, in: end + 1)
    guard tokens.isPunctuation(end + 1, "{") else { return }
    let next = tokens.index(after: end + 1)
    if tokens.isWord(next, "else") { addGuard(Self.platformCheck, index, in: next + 1) }
  }

  private func mentionsPlatform(_ index: Int) -> Bool {
    (tokens.word(index) ?? tokens.string(index)).map(PlatformName.isIn) ?? false
  }

  /// Returns `true` if the code runs on some platforms only.
  ///
  /// It is in a block after a check, or in a statement such as `isIOS && weex.requireModule('x')`.
  private func checksPlatform(at index: Int, _ scopes: Scopes) -> Bool {
    guard mentionsPlatforms else { return false }
    if scopes.guards[Self.platformCheck]?.contains(where: { $0 <= index }) == true { return true }
    for before in stride(from: index - 1, to: max(-1, index - 48), by: -1) {
      if tokens.isPunctuation(before, in: ";{}") { return false }
      if mentionsPlatform(before) { return isAsked(before + 1) }
    }
    return false
  }

  /// Returns `true` if the name before `next` is in a condition: `?`, `&&` or `)` follows.
  private func isAsked(_ next: Int) -> Bool {
    tokens.isPunctuation(next, in: "?)")
      || tokens.isPunctuation(next, "&") && tokens.isPunctuation(next + 1, "&")
  }

  private mutating func addGuard(_ name: String, _ index: Int, in brace: Int) {
    let first = guards[brace]?[name] ?? index
    guards[brace, default: [:]][name] = min(first, index)
  }

  /// Returns the name that `supports('@module/x.y')` or `isRegisteredModule('x', 'y')` checks.
  ///
  /// A computed name is `*`.
  private func checkedName(by call: String, _ group: Int) -> String {
    guard let text = tokens.string(group + 1) else { return "*" }
    if call == "isRegisteredModule" {
      let method = tokens.isPunctuation(group + 2, ",") ? tokens.string(group + 3) : nil
      return ([text] + [method].compactMap { $0 }).joined(separator: ".")
    }
    let prefix = "@module/"
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }

  /// Returns `true` if a check above `index` covers the module or its method.
  private func isGuarded(
    _ owner: MethodOwner, _ method: String?, at index: Int, _ scopes: Scopes
  ) -> Bool {
    ["*", owner.path(nil), method.map { owner.path($0) }].compactMap { $0 }
      .contains { scopes.guards[$0]?.contains { $0 <= index } ?? false }
  }

  // MARK: Uses

  /// A `name.member`, from its start to the index after it.
  private typealias Member = (owner: MethodOwner, method: String, start: Int, next: Int)

  private func member(_ index: Int, _ scopes: Scopes) -> Member? {
    if let (tag, range) = references.component(at: index, in: tokens) {
      return member(of: .component(tag), range)
    }
    guard let name = tokens.word(index), !tokens.isPunctuation(index - 1, ".") else { return nil }
    if name == "this", tokens.isPunctuation(index + 1, "."), let property = tokens.word(index + 2),
      let owner = properties[property] ?? nil
    {
      return member(of: owner, index..<index + 3)
    }
    guard let owner = scopes.names[name]?.last ?? nil else { return nil }
    return member(of: owner, index..<index + 1)
  }

  /// Returns the member of `owner` that the expression in `range` is.
  private func member(of owner: MethodOwner, _ range: Range<Int>) -> Member? {
    tokens.memberName(after: range.upperBound).map { (owner, $0.name, range.lowerBound, $0.next) }
  }

  private func isCall(_ next: Int) -> Bool { tokens.isPunctuation(next, "(") }

  private func isAssignment(_ next: Int) -> Bool {
    tokens.isPunctuation(next, "=") && !tokens.isPunctuation(next + 1, "=")
      && !tokens.isPunctuation(next + 1, ">")
  }

  private mutating func findUse(_ index: Int, _ scopes: Scopes) {
    if let required = required(at: index) {
      let member = member(of: required.owner, required.range)
      if case .module(let module) = required.owner {
        add(
          .entry(.module, module), at: required.range.lowerBound, scopes, required.owner, nil,
          isAlternative: isAlternative(required.range),
          isUntracked: member == nil && isUntracked(required, scopes))
      }
      if let member { addMethod(member, scopes) }
      findParts(of: required.owner, before: required.range.lowerBound, scopes)
    } else if let need = hostNames.need(at: index, in: tokens) {
      addHostUse(need, at: index, scopes)
    } else if isComputed(index) {
      findings.append(
        Finding(
          .moduleNotFollowed, at: tokens.position(index),
          "the module name is computed, so uses of the module are not checked"))
    } else if tokens.isWord(index, "import"), tokens.isWord(index + 2, "from"),
      let module = tokens.string(index + 3).flatMap(Self.legacyModule)
    {
      add(.entry(.module, module), at: index, scopes, .module(module), nil)
    } else if let member = member(index, scopes) {
      addMethod(member, scopes)
    } else if let name = tokens.word(index), let owner = scopes.names[name]?.last ?? nil,
      !tokens.isPunctuation(index - 1, "."), !tokens.isPunctuation(index + 1, ".")
    {
      findParts(of: owner, before: index, scopes)
    }
  }

  /// Returns `true` for an operand of `||` or `??`.
  private func isAlternative(_ range: Range<Int>) -> Bool {
    ["|", "?"].contains { mark in
      [range.lowerBound - 2, range.upperBound].contains {
        tokens.isPunctuation($0, mark) && tokens.isPunctuation($0 + 1, mark)
      }
    }
  }

  private func isComputed(_ index: Int) -> Bool {
    if legacyModule(at: index) != nil { return true }
    guard let word = tokens.word(index), Self.requireCalls.contains(word)
    else { return false }
    return tokens.isPunctuation(index - 1, ".") && tokens.isPunctuation(index + 1, "(")
      && tokens.close(index + 1) > index + 2
  }

  /// Returns `true` if the module is passed on to code that is not tracked.
  private func isUntracked(_ required: Required, _ scopes: Scopes) -> Bool {
    let before = required.range.lowerBound - 1
    if tokens.isPunctuation(before, "=") {
      let isParts = tokens.isPunctuation(before - 1, "}")
      let isMember = tokens.isPunctuation(before - 2, ".") && !tokens.isWord(before - 3, "this")
      return !isParts && (tokens.word(before - 1) == nil || isMember)
    }
    if tokens.isWord(before, "return") || tokens.isWord(before, "default") { return true }
    return tokens.isPunctuation(before, in: ":(,[|?")
      || tokens.isPunctuation(before, ">") && tokens.isPunctuation(before - 1, "=")
  }

  /// Handles `const { a, b: c } = module`, where the module starts at `start`.
  private mutating func findParts(of owner: MethodOwner, before start: Int, _ scopes: Scopes) {
    let before = start - 1
    // A component also has properties, such as `attr`.
    guard case .module = owner, tokens.isPunctuation(before, "="),
      tokens.isPunctuation(before - 1, "}"),
      let open = tokens.open(before - 1)
    else { return }
    for part in tokens.parts(of: open) {
      guard let method = tokens.word(part.lowerBound) else { continue }
      add(owner.need(method), at: part.lowerBound, scopes, owner, method)
    }
  }

  private mutating func addMethod(_ member: Member, _ scopes: Scopes) {
    let start = member.start
    // `module.method?.()` is a presence check.
    let isOptional =
      tokens.isPunctuation(member.next, "?") && tokens.isPunctuation(member.next + 1, ".")
      && tokens.isPunctuation(member.next + 2, "(")
    let next = isOptional ? member.next + 2 : member.next
    // `const f = module.method` and `module.method.call(…)` are uses too.
    let isReference =
      tokens.isPunctuation(start - 1, "=")
      || tokens.isPunctuation(next, ".") && !tokens.isPunctuation(next - 1, "?")
    guard isCall(next) || (isAssignment(next) || isReference) && member.owner.hasMethodsOnly,
      member.method != Self.presenceCheck, !member.owner.isOfFramework(member.method)
    else { return }
    let end = tokens.index(after: next)
    let usesResult =
      isCall(next)
      && (tokens.isPunctuation(end, ".") || tokens.isPunctuation(end, "[")
        || usesValue(before: start))
    uses.append(
      JSUses.Use(
        need: member.owner.need(member.method), location: tokens.position(start),
        isGuarded: isOptional || isGuarded(member.owner, member.method, at: start, scopes),
        checksPlatform: checksPlatform(at: start, scopes),
        passesFunction: isCall(next) && passesFunction(next), usesResult: usesResult))
  }

  private func usesValue(before index: Int) -> Bool {
    let before = index - 1
    if tokens.isPunctuation(before, "=") { return true }
    if tokens.isPunctuation(before, ",") { return isElement(before) }
    if tokens.isWord(before, "await") { return true }
    guard tokens.isPunctuation(before, "(") else { return false }
    // Statement parentheses, as in `;(…)`, do not use the value.
    return tokens.word(before - 1) != nil
  }

  /// Returns `true` if the comma separates arguments or elements.
  ///
  /// Otherwise it drops a value.
  private func isElement(_ index: Int) -> Bool {
    var start = index - 1
    for _ in 0..<128 where start >= 0 {
      guard let mark = tokens.punctuation(start) else {
        start -= 1
        continue
      }
      switch mark {
      case ")", "]", "}": start = (tokens.open(start) ?? start) - 1
      case "[": return true
      case "(":
        let word = tokens.word(start - 1)
        return word.map { !["if", "for", "while", "return", "switch"].contains($0) } ?? false
      case "{", ";": return false
      default: start -= 1
      }
    }
    return false
  }

  private func passesFunction(_ group: Int) -> Bool {
    tokens.parts(of: group).contains { part in
      let start = part.lowerBound
      return tokens.isWord(start, "function") || part.prefix(3).contains(where: tokens.isArrow)
        || tokens.isPunctuation(start, "(") && tokens.isArrow(tokens.index(after: start))
    }
  }

  private mutating func add(
    _ need: JSNeed, at index: Int, _ scopes: Scopes, _ owner: MethodOwner, _ method: String?,
    isAlternative: Bool = false, isUntracked: Bool = false
  ) {
    uses.append(
      JSUses.Use(
        need: need, location: tokens.position(index),
        isGuarded: isAlternative || isGuarded(owner, method, at: index, scopes),
        checksPlatform: checksPlatform(at: index, scopes), isUntracked: isUntracked))
  }

  private mutating func addHostUse(_ need: JSNeed, at index: Int, _ scopes: Scopes) {
    var use = JSUses.Use(need: need, location: tokens.position(index))
    use.checksPlatform = checksPlatform(at: index, scopes)
    uses.append(use)
  }

  // MARK: Tags

  /// Handles `Vue.component('x', …)`, `Vue.use(X)`, `components: { A, 'b-c': D }` and `name: 'x'`.
  private mutating func findOwnTags(_ index: Int) {
    switch tokens.word(index) {
    case "component" where isMethod(index): addGlobalTag(index)
    case "use" where isMethod(index) && tokens.isWord(index - 2, "Vue"):
      if let package = tokens.word(index + 2).flatMap({ packages[$0] }),
        !Self.packagesWithoutTags.contains(package)
      {
        computedTags.append(tokens.position(index))
      }
    case "name" where tokens.isPunctuation(index + 1, ":"):
      if let name = tokens.string(index + 2) { localTags.insert(JSNeed.kebab(name)) }
    case "components" where tokens.isPunctuation(index + 1, ":"):
      if tokens.isPunctuation(index + 2, "{") { addLocalTags(index + 2) }
    case "import":
      addFileTag(index)
      if let name = tokens.word(index + 1) { addImport(name, index) }
    case "require", "from": addFileTag(index)
    default: break
    }
  }

  /// Returns `true` if the word at `index` is the method in `receiver.method(`.
  private func isMethod(_ index: Int) -> Bool {
    tokens.isPunctuation(index - 1, ".") && tokens.isPunctuation(index + 1, "(")
  }

  private mutating func addGlobalTag(_ index: Int) {
    if let name = tokens.string(index + 2) {
      ownTags.insert(JSNeed.kebab(name))
    } else if tokens.close(index + 1) > index + 3 {
      computedTags.append(tokens.position(index))
    }
  }

  private mutating func addLocalTags(_ group: Int) {
    for part in tokens.parts(of: group) {
      // `...all` and `[name]: A`
      if tokens.isPunctuation(part.lowerBound, ".") || tokens.isPunctuation(part.lowerBound, "[") {
        localComputedTags.append(tokens.position(part.lowerBound))
      }
      let name = tokens.word(part.lowerBound) ?? tokens.string(part.lowerBound)
      if let name { localTags.insert(JSNeed.kebab(name)) }
    }
  }

  private mutating func addImport(_ name: String, _ index: Int) {
    localTags.insert(JSNeed.kebab(name))
    if tokens.isWord(index + 2, "from"), let path = tokens.string(index + 3),
      !path.hasPrefix(".")
    {
      packages[name] = path
    }
  }

  private static let packagesWithoutTags: Set<String> = ["vuex", "vue-router", "vue-i18n"]

  /// `require('./x.we')` and `import './x.vue'` define the tag `x`.
  private mutating func addFileTag(_ index: Int) {
    let next = tokens.isPunctuation(index + 1, "(") ? index + 2 : index + 1
    guard let path = tokens.string(next) else { return }
    for suffix in [".we", ".vue", ".nvue"] where path.hasSuffix(suffix) {
      let name = path.split(separator: "/").last.map { String($0.dropLast(suffix.count)) }
      if let name { ownTags.insert(JSNeed.kebab(name)) }
    }
  }
}
