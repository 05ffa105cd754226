import ErosCore
import ErosSyntax

/// Finds features of newer engines in a script, by its tokens.
///
/// Text in comments, strings, templates and regular expressions is not code, so it does not count.
/// The script is not parsed: a bracket and the tokens around it decide between, for example, a call
/// and the head of a function.
struct EngineScan {
  /// The script has an unterminated literal or an unbalanced bracket.
  struct InvalidScript: Error {
    let offset: Int
  }

  struct Use {
    let offset: Int
    var count = 1
  }

  /// A token that is not a comment.
  ///
  /// An operator is one token.
  struct Token {
    static let none = Token(kind: .comment, range: 0..<0, text: "")

    let kind: JavaScriptToken.Kind
    let range: Range<Int>
    /// The text of a word or a mark.
    ///
    /// Empty for literals.
    let text: String

    var isWord: Bool { kind == .word }

    func isAny(_ texts: String...) -> Bool { texts.contains(text) }
  }

  struct Bracket {
    let text: String
    let offset: Int
    /// The token before the bracket, and the token before that.
    let owner: Token
    let beforeOwner: Token
    /// `true` if the brackets enclose the members of a class.
    var isClass = false
    /// `true` if the bracket follows a value, as in `a[0]`.
    var followsValue = false
    // What is new in a parameter, but not in an argument, with its position.
    var defaultValue: Int?
    var pattern: Int?
    var spread: Int?
  }

  private let script: [UInt8]
  private(set) var uses: [EngineFeature: Use] = [:]
  private var names = EngineNames()
  private var brackets: [Bracket] = []
  private var closed: Bracket?
  /// The last tokens, the newest first.
  private var last = [Token](repeating: .none, count: 4)
  /// The numbers of brackets around classes whose members do not start yet.
  private var classHeads: [Int] = []

  /// Reads a script.
  ///
  /// - Throws: ``InvalidScript`` at the first literal that does not end, or bracket without its
  ///   partner.
  init(_ script: [UInt8]) throws(InvalidScript) {
    self.script = script
    var lexer = JavaScriptLexer(script)
    var current: Token?
    while let token = lexer.next() {
      let start = token.range.lowerBound
      guard token.isComplete else { throw InvalidScript(offset: start) }
      // The lexer returns the bytes of an operator one by one.
      guard token.kind != .comment, start >= current?.range.upperBound ?? 0 else { continue }
      let next = self.token(token)
      if let current { try read(current, before: next) }
      current = next
    }
    if let current { try read(current, before: .none) }
    if let bracket = brackets.first { throw InvalidScript(offset: bracket.offset) }
    uses.merge(names.uses) { $1 }
  }

  /// Operators of several bytes that matter here, or that start with another operator.
  private static let operators = [
    ">>>=", "...", "===", "!==", "**=", "??=", "||=", "&&=", "<<=", ">>=", ">>>", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "**", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
  ].map { Array($0.utf8) }

  private func token(_ token: JavaScriptToken) -> Token {
    guard token.kind == .word || token.kind == .mark else {
      return Token(kind: token.kind, range: token.range, text: "")
    }
    var range = token.range
    let suffix = script[range.lowerBound...]
    if token.kind == .mark, let text = Self.operators.first(where: suffix.starts) {
      // `a?.5:1` is a condition.
      let isCondition = text.elementsEqual("?.".utf8) && suffix.dropFirst(2).first?.isDigit == true
      if !isCondition { range = range.lowerBound..<(range.lowerBound + text.count) }
    }
    return Token(
      kind: token.kind, range: range, text: String(decoding: script[range], as: UTF8.self))
  }

  private mutating func read(_ token: Token, before next: Token) throws(InvalidScript) {
    switch token.kind {
    case .word: readWord(token, before: next)
    case .mark: try readMark(token, before: next)
    case .number: readNumber(token)
    case .string: readString(token, before: next)
    case .template: if script[token.range.lowerBound] == UInt8(ascii: "`") { use(.template, token) }
    case .regularExpression: readExpression(token)
    case .comment: break
    }
    last.removeLast()
    last.insert(token, at: 0)
  }

  private mutating func use(_ feature: EngineFeature, _ token: Token) {
    use(feature, at: token.range.lowerBound)
  }

  private mutating func use(_ feature: EngineFeature, at offset: Int?) {
    guard let offset else { return }
    uses[feature, default: Use(offset: offset, count: 0)].count += 1
  }

  // MARK: Words

  private mutating func readWord(_ token: Token, before next: Token) {
    names.read(token, after: last, before: next, endsList: closed?.followsValue == false)
    // A property, or the key of one.
    guard !last[0].isAny(".", "?."), next.text != ":" else { return }
    guard last[0].text != "#" else { return readPrivateName(before: next) }
    switch token.text {
    case "let", "const":
      let isName = next.isWord && !next.isAny("in", "instanceof", "of")
      guard isName || next.isAny("{", "[") else { break }
      use(token.text == "let" ? .letDeclaration : .constant, token)
    case "class" where next.isWord || next.text == "{":
      use(.classDeclaration, token)
      classHeads.append(brackets.count)
    case "async" where next.text == "function": use(.asyncFunction, token)
    case "function" where next.text == "*":
      use(last[0].text == "async" ? .asyncGenerator : .generator, token)
    case "of": readLoop(token)
    case "catch" where next.text == "{" && last[0].text == "}": use(.catchWithoutBinding, token)
    case "new" where script[next.range.upperBound...].starts(with: "target".utf8):
      if next.text == "." { use(.newTarget, token) }
    case "static" where next.text == "{" && brackets.last?.isClass == true:
      use(.staticBlock, token)
    default: readMember(token, before: next)
    }
  }

  /// Reads the `of` in the head of a loop.
  private mutating func readLoop(_ token: Token) {
    let followsTarget = last[0].isWord || last[0].isAny("]", "}")
    guard isInLoopHead, let head = brackets.last, followsTarget,
      !last[0].isAny("var", "let", "const")
    else { return }
    use(head.owner.text == "for" ? .forOf : .forAwait, token)
  }

  private var isInLoopHead: Bool {
    brackets.last.map { $0.text == "(" && $0.owner.isAny("for", "await") } ?? false
  }

  /// Reads the word after a `#`.
  private mutating func readPrivateName(before next: Token) {
    guard !last[1].isAny(".", "?.") else { return }
    if next.text == "in" {
      use(.privateCheck, last[0])
    } else if next.text == "(", brackets.last?.isClass == true {
      use(.privateMethod, last[0])
    }
  }

  /// Reads a name in the braces of an object or a class.
  private mutating func readMember(_ token: Token, before next: Token) {
    guard let brace = brackets.last, brace.text == "{" else { return }
    if brace.isClass {
      // Also where the initial value of a field ends.
      if next.isAny("=", ";") { use(.classField, token) }
    } else if last[0].isAny("{", ","), next.isAny(",", "}"),
      // `case 1: { break }` is a block.
      !token.isAny("break", "continue", "debugger", "return", "yield", "this", "null"),
      brace.owner.isAny("(", ",", "=", "[", "?", ":", "||", "&&", "return", "default")
    {
      use(.shorthandProperty, token)
    }
  }

  // MARK: Marks

  private mutating func readMark(_ token: Token, before next: Token) throws(InvalidScript) {
    switch token.text {
    case "(", "[", "{": open(token)
    case ")", "]", "}": try close(token, before: next)
    case "=>":
      use(.arrow, token)
      let isAsync = (last[0].text == ")" ? closed?.owner : last[1])?.text == "async"
      if isAsync { use(.asyncFunction, token) }
    case "...":
      switch brackets.last?.text {
      case "{": use(.objectSpread, token)
      case "[": use(.listSpread, token)
      default: note(token.range.lowerBound, \.spread)
      }
    case "?.": use(.optionalChaining, token)
    case "??": use(.nullish, token)
    case "**", "**=": use(.exponent, token)
    case "??=", "||=", "&&=": use(.logicalAssignment, token)
    case "=":
      if last[0].isWord || last[0].isAny("]", "}") { note(token.range.lowerBound, \.defaultValue) }
    case "*":
      let isAsync = last[0].text == "async"
      let isInClass = brackets.last?.isClass == true
      let startsMember =
        isAsync || last[0].isAny("{", ",") || isInClass && last[0].isAny(";", "}", "static")
      if startsMember, next.isWord || next.text == "[" {
        use(isAsync ? .asyncGenerator : .generator, token)
      }
    case "#" where next.isWord && next.range.lowerBound == token.range.upperBound:
      use(.privateName, token)
    default: break
    }
  }

  private mutating func note(_ offset: Int, _ path: WritableKeyPath<Bracket, Int?>) {
    guard let index = brackets.indices.last, brackets[index][keyPath: path] == nil else { return }
    brackets[index][keyPath: path] = offset
  }

  private mutating func open(_ token: Token) {
    // A method's name may be in brackets, or private.
    let beforeName = last[1].text == "#" ? last[2] : last[1]
    let beforeOwner = last[0].text == "]" ? closed?.owner ?? .none : beforeName
    var bracket = Bracket(
      text: token.text, offset: token.range.lowerBound, owner: last[0], beforeOwner: beforeOwner)
    if token.text == "{" {
      bracket.isClass = classHeads.last == brackets.count
      if bracket.isClass { classHeads.removeLast() }
    }
    if token.text != "(" {
      if last[0].isAny("var", "let", "const"), last[1].text != "." { use(.destructuring, token) }
      if brackets.last?.text == "(", last[0].isAny("(", ",") { note(bracket.offset, \.pattern) }
    }
    let isOperator =
      Self.operatorWords.contains(last[0].text) || last[0].text == "of" && isInLoopHead
    bracket.followsValue =
      last[0].isWord && !isOperator || last[1].text == "."
      || last[0].isAny(")", "]", "}", "?.") || [.string, .template].contains(last[0].kind)
    brackets.append(bracket)
  }

  private mutating func close(_ token: Token, before next: Token) throws(InvalidScript) {
    let partners = ["(": ")", "[": "]", "{": "}"]
    guard let bracket = brackets.popLast(), partners[bracket.text] == token.text else {
      throw InvalidScript(offset: token.range.lowerBound)
    }
    closed = bracket
    // A word `class` without members ends with the brackets around it.
    while let head = classHeads.last, head > brackets.count { classHeads.removeLast() }
    switch token.text {
    case ")": readParameters(bracket, before: next, at: token)
    case "]":
      if next.text == "=", brackets.last?.isClass == true {
        use(.classField, at: bracket.offset)
      } else if next.text == "=", !bracket.followsValue {
        use(.destructuring, at: bracket.offset)
      }
      let isName =
        bracket.owner.isAny("{", ",", "*", "async", "get", "set") && brackets.last?.text == "{"
      if isName, next.isAny(":", "(") { use(.computedName, at: bracket.offset) }
    default: if next.text == "=" { use(.destructuring, at: bracket.offset) }
    }
  }

  /// Reads the brackets of a call, or the parameters of a function.
  private mutating func readParameters(_ bracket: Bracket, before next: Token, at token: Token) {
    if last[0].text == "," { use(.trailingComma, last[0]) }
    let owner = bracket.owner
    let isMethod = owner.isWord && !Self.statements.contains(owner.text) || owner.text == "]"
    // The braces after `class A extends b()` are not a body of `b`.
    let startsClass = classHeads.last == brackets.count
    let isFunction =
      next.text == "=>"
      || next.text == "{" && !startsClass
        && (isMethod || [.string, .number].contains(owner.kind) || owner.text == "*")
    guard isFunction else {
      if owner.text == "import", !bracket.beforeOwner.isAny(".", "?.") {
        use(.dynamicImport, owner)
      }
      return use(.callSpread, at: bracket.spread)
    }
    use(.restParameter, at: bracket.spread)
    use(.defaultParameter, at: bracket.defaultValue)
    use(.destructuring, at: bracket.pattern)
    guard next.text == "{", let brace = brackets.last, brace.text == "{", owner.text != "function"
    else { return }
    if bracket.beforeOwner.text == "async" { use(.asyncFunction, bracket.beforeOwner) }
    if !brace.isClass, bracket.beforeOwner.isAny("{", ",", "async"), owner.text != "async" {
      use(.shorthandMethod, owner)
    }
  }

  /// Keywords before an expression, not after a value.
  private static let operatorWords: Set<String> = [
    "await", "case", "const", "delete", "do", "else", "in", "instanceof", "let", "new",
    "return", "throw", "typeof", "var", "void", "yield",
  ]

  /// Keywords before parentheses that are not parameters.
  private static let statements = operatorWords.union([
    "catch", "for", "if", "switch", "while", "with",
  ])

  // MARK: Literals

  private mutating func readNumber(_ token: Token) {
    let digits = script[token.range]
    if digits.last == UInt8(ascii: "n") { use(.bigInt, token) }
    if digits.contains(UInt8(ascii: "_")) { use(.numberSeparator, token) }
    let prefix = digits.dropFirst().first.map { $0 | 0x20 }
    let isBased = prefix == UInt8(ascii: "b") || prefix == UInt8(ascii: "o")
    if digits.first == UInt8(ascii: "0"), isBased { use(.binaryNumber, token) }
  }

  private mutating func readString(_ token: Token, before next: Token) {
    let content = script[token.range].dropFirst().dropLast()
    let isDefinition = brackets.last?.text == "(" && brackets.last?.owner.text == "defineProperty"
    let isName = next.text == "in" || brackets.last?.text == "[" || isDefinition
    names.read(text: content, after: last, isName: isName)
    if Self.hasEscape("u{", in: content) { use(.codePointEscape, token) }
  }

  private mutating func readExpression(_ token: Token) {
    let text = script[token.range]
    guard let end = text.lastIndex(of: UInt8(ascii: "/")) else { return }
    let flags = text[(end + 1)...]
    let newFlags: [(Unicode.Scalar, EngineFeature)] = [
      ("d", .indicesFlag), ("s", .dotAll), ("u", .unicodeFlag), ("v", .setsFlag),
      ("y", .stickyFlag),
    ]
    for (flag, feature) in newFlags where flags.contains(UInt8(ascii: flag)) {
      use(feature, token)
    }
    let groups = Self.groups(in: text[..<end])
    func isLookBehind(_ group: ArraySlice<UInt8>) -> Bool {
      group.starts(with: "(?<=".utf8) || group.starts(with: "(?<!".utf8)
    }
    if groups.contains(where: isLookBehind) { use(.lookBehind, token) }
    if groups.contains(where: { $0.starts(with: "(?<".utf8) && !isLookBehind($0) }) {
      use(.namedGroup, token)
    }
    let isUnicode = flags.contains(UInt8(ascii: "u")) || flags.contains(UInt8(ascii: "v"))
    if isUnicode, Self.hasEscape("p{", in: text) || Self.hasEscape("P{", in: text) {
      use(.propertyClass, token)
    }
  }

  /// Returns the text from each parenthesis that is neither escaped nor in a class such as `[(]`.
  private static func groups(in expression: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var groups: [ArraySlice<UInt8>] = []
    var (isEscaped, isInClass) = (false, false)
    for (index, byte) in zip(expression.indices, expression) {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: groups.append(expression[index...].prefix(4))
      default: break
      }
    }
    return groups
  }

  /// Looks for `escape` after an unescaped backslash.
  private static func hasEscape(_ escape: String, in literal: ArraySlice<UInt8>) -> Bool {
    var remainder = literal
    while let backslash = remainder.firstIndex(of: UInt8(ascii: "\\")) {
      remainder = remainder[(backslash + 1)...]
      if remainder.starts(with: escape.utf8) { return true }
      remainder = remainder.dropFirst()
    }
    return false
  }
}
