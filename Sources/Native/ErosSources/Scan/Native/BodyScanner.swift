import ErosCore
import ErosSyntax

/// Scans function bodies for local constants, literal tables, and calls that pass classes.
protocol BodyScanner {
  var tokens: SourceTokens { get }
  var unit: SourceUnit { get set }
  var body: BodyState { get set }
  /// Functions that ``readKeys()`` searches for keys.
  var keyFunctions: [KeyFunction] { get set }

  /// Returns the name or class in a range of tokens.
  func expression(_ range: Range<Int>) -> SourceExpression
}

extension SourceFile {
  /// `true` if the file may register something or fire events.
  var mentionsRegistration: Bool {
    mentions(anyOf: ["egister", "fireEvent", "RXR", "exxar"])
  }
}

struct BodyState {
  /// The type around the body, as in ``SymbolTable/Scope``.
  var type = ""
  var function: Int?
  var functionName: String?
  var parameters: Set<String> = []
  /// The function's variables.
  ///
  /// A variable with several values is `unknown`.
  var locals: [String: SourceExpression] = [:]
  var brackets: [Int] = []
  /// Branches that return inside the function's blocks.
  var returns = EarlyReturns()
  var readTokens: Set<Int> = []
  /// `true` if the file mentions registrations or events, so that variables and tables count.
  var registers = false
  /// `true` if the file mentions Rexxar, so that its lists and interceptors count.
  var mentionsRexxar = false
  /// `true` if the file mentions embedded views of mPaaS, so that their members count.
  var mentionsViews = false
}

extension BodyState {
  /// Creates the state outside functions.
  ///
  /// Each file that uses Rexxar contains `rexxar`.
  ///
  /// The file is searched once, and not for each call.
  init(of file: SourceFile, rexxar: String) {
    self.init()
    registers = file.mentionsRegistration
    mentionsRexxar = registers && file.mentions(rexxar)
    mentionsViews = file.mentions(anyOf: ["NBComponent", "EmbedView"])
  }
}

extension BodyScanner {
  var context: SourceContext { SourceContext(type: body.type, function: body.function) }

  /// Evaluates literals, and `operand` for everything else that `+` joins.
  func joined(
    _ range: Range<Int>, _ operand: (Range<Int>) -> SourceExpression
  ) -> SourceExpression {
    guard !range.isEmpty else { return .unknown }
    let values = tokens.parts(joinedBy: "+", in: range).map { part in
      guard tokens.isString(part.lowerBound) else { return operand(part) }
      let text = part.count == 1 ? tokens.string(part.lowerBound) : nil
      return text.map { .text($0) } ?? .unknown
    }
    return values.count == 1 ? values[0] : .joined(values)
  }

  /// Returns the attribute or event whose name is at `index`.
  func member(
    _ kind: SourceClass.WrittenMember.Kind, _ name: SourceExpression, at index: Int,
    isReported: Bool? = nil
  ) -> SourceClass.WrittenMember {
    .init(
      kind: kind, name: name, position: tokens.position(index), context: context,
      isReported: isReported ?? name.isConstant)
  }

  /// Returns the path in the string at `index`, if functions with this name contain paths.
  func path(at index: Int, in function: String?) -> SourceName? {
    guard let function, tokens.isString(index),
      MemberIdiom.pathFunctions[tokens.language]?.contains(function) == true,
      let text = tokens.string(index), text.utf8.first == UInt8(ascii: "/")
    else { return nil }
    let isObject = tokens.isPunctuation(index - 1, "@")
    return SourceName(value: text, position: tokens.position(isObject ? index - 1 : index))
  }

  /// Returns where `index` is, with the loops and conditions around it.
  mutating func context(at index: Int) -> SourceContext {
    let start = tokens.call(at: index, in: body.brackets)?.lowerBound ?? index
    // The Objective-C scanner starts after the brace of a function.
    let function = body.function.map { [unit.functions[$0].body.lowerBound] } ?? []
    let outer = body.brackets.first == function.first ? [] : function
    return SourceContext(
      type: body.type, function: body.function, mentions: mentions(at: index),
      condition: tokens.condition(
        around: start, in: (outer + body.brackets).suffix(Self.maximumDepth), &body.returns))
  }

  // MARK: Functions

  /// Scans a function body with `scan`, and restores the state of the code around it.
  ///
  /// If you pass `member`, the index of its class, the function may get a key.
  mutating func inFunction(
    _ name: String?, _ parameters: [String], of type: String, body range: Range<Int>? = nil,
    member: Int? = nil, _ scan: (inout Self) -> Void
  ) {
    let outer = body
    body = BodyState(
      type: type, functionName: name, registers: outer.registers,
      mentionsRexxar: outer.mentionsRexxar, mentionsViews: outer.mentionsViews)
    if let name {
      unit.functions.append(
        SourceFunction(name: name, parameters: parameters, owner: type, body: range ?? 0..<0))
      body.function = unit.functions.count - 1
      body.parameters = Set(parameters)
    }
    scan(&self)
    if let name, let range, let member {
      keyFunctions.append(
        KeyFunction(name: name, parameters: parameters, body: range, type: member, context: context)
      )
    }
    body = outer
  }

  /// Reads the token at `index` before the language's own scanner does.
  mutating func visit(_ index: Int) {
    let (kind, mark) = tokens.kind(index)
    switch kind {
    case .word:
      if tokens.endsClass(index) {
        readClass(index)
      } else if body.registers, isParameter(index), let group = body.brackets.last {
        readGroup(group)
      }
    case .string:
      if body.registers, let group = body.brackets.last { readGroup(group) }
    case .punctuation:
      switch mark {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        body.brackets.append(index)
        readTable(index)
        if body.registers { readNames(index) }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        while let last = body.brackets.last, index >= tokens.close(last) {
          body.brackets.removeLast()
        }
      case UInt8(ascii: "="): readAssignment(index)
      default: break
      }
    case .number: break
    }
  }

  /// Returns `true` if the token is an argument that names a parameter of the function.
  private func isParameter(_ index: Int) -> Bool {
    guard !body.parameters.isEmpty, tokens.isPunctuation(index + 1, in: ",)]") else { return false }
    return tokens.word(index).map(body.parameters.contains) == true
  }

  // MARK: Variables

  private mutating func readAssignment(_ index: Int) {
    guard body.registers, body.function != nil else { return }
    let isComparison =
      tokens.isPunctuation(index + 1, "=") || tokens.isPunctuation(index - 1, in: "=!<>+-*/%&|")
    guard !isComparison, let name = tokens.assignedName(index) else { return }
    let value = expression((index + 1)..<tokens.statementEnd(index + 1))
    let isFirst = body.locals[name] == nil
    body.locals[name] = isFirst && !isMember(index) ? value : .unknown
  }

  private func isMember(_ index: Int) -> Bool {
    tokens.isPunctuation(index - 2, ".") || tokens.isPunctuation(index - 1, "]")
  }

  // MARK: Loops

  /// Returns the names before `index` in its statement, and in the headers of enclosing blocks.
  private func mentions(at index: Int) -> Set<String> {
    var words: Set<String> = []
    var positions = [index]
    positions += body.brackets.suffix(Self.maximumDepth).filter { tokens.isPunctuation($0, "{") }
    for position in positions { addWords(before: position, to: &words) }
    return words
  }

  /// The maximum number of brackets around a registration that are searched for loops.
  static var maximumDepth: Int { 32 }

  private func addWords(before index: Int, to words: inout Set<String>) {
    var index = index
    for _ in 0..<64 where index > 0 {
      if tokens.endsStatementsWithLines, tokens.beginsLine(index), !tokens.isPunctuation(index, ".")
      {
        return
      }
      index -= 1
      if tokens.isPunctuation(index, in: ";{}") { return }
      if let word = tokens.word(index) { words.insert(word) }
    }
  }
}
