import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// A module, or a component on the page, that offers methods.
enum MethodOwner: Hashable, Sendable {
  case module(String)
  /// A component, by its tag.
  case component(String)

  func need(_ method: String) -> JSNeed {
    switch self {
    case .module(let name): .member(.method, method, of: .module, name)
    case .component(let tag): .member(.method, method, of: .component, tag)
    }
  }

  /// Returns the key for a presence check of the owner, or of one of its methods.
  func path(_ method: String?) -> String {
    let name =
      switch self {
      case .module(let name): name
      case .component(let tag): "<\(tag)>"
      }
    return [name, method].compactMap(\.self).joined(separator: ".")
  }

  /// `true` if each member is a method.
  ///
  /// A component's element also has properties.
  var hasMethodsOnly: Bool { if case .module = self { true } else { false } }

  /// Recognizes methods of Vue, or of a list that `v-for` makes, such as `$emit` or `map`.
  func isOfFramework(_ method: String) -> Bool {
    !hasMethodsOnly && (method.hasPrefix("$") || Self.listMethods.contains(method))
  }

  private static let listMethods: Set<String> = [
    "concat", "every", "filter", "find", "findIndex", "forEach", "includes", "indexOf", "join",
    "map", "pop", "push", "reduce", "reverse", "shift", "slice", "some", "sort", "splice",
  ]
}

/// The components that a script refers to by the names in its template or JSX.
struct ComponentReferences: Sendable {
  /// The place of the reference's name in an expression.
  private enum Place { case member, argument, receiver }

  /// Expressions for a component: one row each, by the word that marks it.
  private static let idioms: [String: Place] = [
    // `this.$refs.name` in Vue, `this.refs.name` in Rax.
    "$refs": .member, "refs": .member,
    // `this.$el('name')` in `.we` files.
    "$el": .argument,
    // `name.current` and `this.name.current` in Rax.
    "current": .receiver,
  ]

  /// The tag of each name, or `nil` if several tags have the name.
  private var tags: [String: String?]
  /// The tags of properties that functions in JSX set on `this`: `ref={e => this.name = e}`.
  private(set) var properties: [String: String] = [:]
  /// The number of assignments to each variable, and to each property as `this.name`.
  private(set) var assignments: [String: Int] = [:]
  /// Variables with the value `this`, and `this` itself.
  private var ownNames: Set<String> = ["this"]

  init(_ tokens: SourceTokens, template: [String: String?]) {
    tags = template
    let isRax = (0..<tokens.count).contains { tokens.string($0)?.hasPrefix("rax") == true }
    guard isRax || !template.isEmpty else { return }
    for index in 0..<tokens.count {
      if tokens.isPunctuation(index, "=") { addAssignment(index, tokens) }
      if isRax, tokens.isWord(index, "ref"), tokens.isPunctuation(index + 1, "=") {
        addElement(index, tokens)
      }
    }
    properties = properties.filter { assignments["this." + $0.key] == 1 }
  }

  private mutating func addAssignment(_ index: Int, _ tokens: SourceTokens) {
    let isEqual = [index - 1, index + 1].contains { tokens.isPunctuation($0, in: "=!<>") }
    guard !isEqual || tokens.isPunctuation(index + 1, in: "!<") else { return }
    let isEmpty = ["null", "undefined"].contains(tokens.word(index + 1))
    guard !isEmpty else { return }
    var names = tokens.word(index - 1).map { [$0] } ?? []
    if tokens.isPunctuation(index - 1, "}"), let open = tokens.open(index - 1) {
      names = tokens.names(at: open)
    } else if tokens.isPunctuation(index - 2, ".") {
      names = tokens.isWord(index - 3, "this") ? names.map { "this." + $0 } : []
    }
    for name in names {
      assignments[name, default: 0] += 1
      let isThis = tokens.isWord(index + 1, "this") && !tokens.isPunctuation(index + 2, in: ".[?")
      if isThis { ownNames.insert(name) }
    }
  }

  // MARK: JSX

  /// Adds the element with the `ref=` at `index`: a name, a variable or a function.
  private mutating func addElement(_ index: Int, _ tokens: SourceTokens) {
    guard let tag = Self.tag(before: index, tokens) else { return }
    let isNative = tag.first?.isUppercase == false
    let value = index + 2
    if let name = tokens.string(value) { return tags.add(name, isNative ? tag : nil) }
    guard tokens.isPunctuation(value, "{") else { return }
    let content = tokens.content(of: value)
    if let name = content.last.flatMap(tokens.word), content.count == 1 || content.count == 3 {
      return tags.add(name, isNative ? tag : nil)
    }
    // Elements nest, so reading whole contents would take quadratic time.
    for index in content.prefix(Self.maximumTagLength)
    where tokens.isWord(index, "this") && tokens.isPunctuation(index + 3, "=") {
      guard isNative, let name = tokens.word(index + 2) else { continue }
      // Two elements with the same property are two assignments.
      properties[name] = tag
    }
  }

  /// The maximum number of tokens between `<` and an attribute.
  private static let maximumTagLength = 128

  /// Returns the tag of the element with the attribute at `index`.
  private static func tag(before index: Int, _ tokens: SourceTokens) -> String? {
    var start = index - 1
    for _ in 0..<maximumTagLength where start >= 0 {
      if tokens.isPunctuation(start, "<") {
        var end = start + 2
        while tokens.isPunctuation(end, "-"), tokens.touchesNext(end) { end += 2 }
        return tokens.word(start + 1).map { _ in tokens.written(start + 1..<end) }
      }
      if let mark = tokens.punctuation(start) {
        guard "}=-:.".unicodeScalars.contains(mark) else { return nil }
        if mark == "}" { start = tokens.open(start) ?? start }
      }
      start -= 1
    }
    return nil
  }

  // MARK: References

  /// Returns the component that the expression at `index` refers to, and the expression's range.
  func component(at index: Int, in tokens: SourceTokens) -> (tag: String, range: Range<Int>)? {
    guard !tags.isEmpty, let word = tokens.word(index), let place = Self.idioms[word],
      tokens.isPunctuation(index - 1, ".")
    else { return nil }
    let start = index - 2
    let reference: (name: String, next: Int)?
    switch place {
    case .member: reference = isOwn(start, tokens) ? tokens.memberName(after: index + 1) : nil
    case .argument:
      let isCall = tokens.isPunctuation(index + 1, "(") && tokens.isPunctuation(index + 3, ")")
      reference =
        isCall && isOwn(start, tokens)
        ? tokens.string(index + 2).map { ($0, index + 4) } : nil
    case .receiver:
      let isPlain = !tokens.isPunctuation(start - 1, ".") || isOwn(start - 2, tokens)
      reference = isPlain ? tokens.word(start).map { ($0, index + 1) } : nil
    }
    guard let reference, let tag = tags[reference.name] ?? nil else { return nil }
    // `v-for` makes a list: `this.$refs.name[0]`.
    let isElement =
      tokens.isPunctuation(reference.next, "[") && tokens.string(reference.next + 1) == nil
    return (
      tag,
      tokens.chainStart(index)..<(isElement ? tokens.index(after: reference.next) : reference.next)
    )
  }

  /// Returns `true` if the word at `index` is the page itself, not a member of something else.
  private func isOwn(_ index: Int, _ tokens: SourceTokens) -> Bool {
    tokens.word(index).map(ownNames.contains) == true && !tokens.isPunctuation(index - 1, ".")
  }

  /// Returns the names and tags in `const { name } = this.$refs`, where `$refs` is at `index`.
  func parts(at index: Int, in tokens: SourceTokens) -> [(name: String, tag: String)] {
    guard !tags.isEmpty, let word = tokens.word(index), Self.idioms[word] == .member,
      tokens.isPunctuation(index - 1, "."), isOwn(index - 2, tokens),
      tokens.memberName(after: index + 1) == nil, tokens.isPunctuation(index - 3, "="),
      tokens.isPunctuation(index - 4, "}"), let open = tokens.open(index - 4)
    else { return [] }
    return tokens.parts(of: open).compactMap { part in
      guard let key = tokens.word(part.lowerBound), let tag = tags[key] ?? nil else { return nil }
      let name = tokens.isPunctuation(part.lowerBound + 1, ":") ? part.lowerBound + 2 : nil
      return (name.flatMap(tokens.word) ?? key, tag)
    }
  }
}

extension [String: String?] {
  /// Adds a reference.
  ///
  /// A name with several tags is ambiguous.
  mutating func add(_ name: String, _ tag: String?) {
    let isOther = self[name].map { $0 != tag } ?? false
    self[name] = .some(isOther ? nil : tag)
  }
}
