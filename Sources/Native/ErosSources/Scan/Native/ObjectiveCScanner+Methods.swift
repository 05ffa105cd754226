import ErosCore
import ErosRegistry
import ErosSyntax

extension ObjectiveCScanner {
  /// Reads the method with its `-` or `+` at `start`, and returns the index after its body.
  mutating func method(_ start: Int) -> Int {
    var index = start + 1
    var returns = "id"
    if tokens.isPunctuation(index, "(") {
      returns = type(in: index)
      index = tokens.index(after: index)
    }
    guard let (selector, parameters, end) = signature(index) else { return index }
    current?.methods.append(
      SourceMethod(
        name: selector, parameters: parameters, returns: returns, position: tokens.position(start)))
    // A definition may have a semicolon before its body.
    let body = tokens.isPunctuation(end, ";") && tokens.isPunctuation(end + 1, "{") ? end + 1 : end
    guard tokens.isPunctuation(body, "{") else { return end }
    let type = current?.name ?? ""
    defineResult(of: selector, body, in: type)
    inFunction(
      selector, parameters.map(\.name), of: type, body: body..<tokens.close(body),
      member: unit.classes.count
    ) { $0.scanBody(body, of: selector) }
    return tokens.index(after: body)
  }

  /// Records the result of a method with the body `{ return @"text"; }`.
  private mutating func defineResult(of selector: String, _ body: Int, in type: String) {
    guard tokens.isWord(body + 1, "return"), !selector.contains(":") else { return }
    let end = tokens.statementEnd(body + 2)
    guard end + 1 == tokens.close(body) else { return }
    unit.define(selector, of: type, as: expression((body + 2)..<end))
  }

  private func signature(
    _ start: Int
  ) -> (selector: String, parameters: [SourceParameter], end: Int)? {
    var index = start
    var selector = ""
    var parameters: [SourceParameter] = []
    while index < tokens.count {
      if let word = tokens.word(index) {
        if word == "__attribute__" || word.hasPrefix("NS_") || word.hasPrefix("API_") { break }
        // A name without a colon ends the list: `-(void)close NS_X;`.
        if !selector.isEmpty, !tokens.isPunctuation(index + 1, ":") { break }
        selector += word
        index += 1
      }
      guard tokens.isPunctuation(index, ":") else { break }
      selector += ":"
      index = parameter(index + 1, &parameters)
    }
    guard !selector.isEmpty else { return nil }
    while index < tokens.count, let word = tokens.word(index), word != "return" {
      index = tokens.isPunctuation(index + 1, "(") ? tokens.index(after: index + 1) : index + 1
    }
    return (selector, parameters, index)
  }

  private func parameter(_ start: Int, _ parameters: inout [SourceParameter]) -> Int {
    var index = start
    var written = "id"
    let position = tokens.position(start)
    if tokens.isPunctuation(index, "(") {
      written = type(in: index)
      index = tokens.index(after: index)
    }
    while let word = tokens.word(index), word.hasPrefix("__") {
      index = tokens.isPunctuation(index + 1, "(") ? tokens.index(after: index + 1) : index + 1
    }
    let name = tokens.word(index) ?? ""
    parameters.append(SourceParameter(name: name, type: written, position: position))
    return name.isEmpty ? index : index + 1
  }

  /// Returns the type between the brackets at `index`, such as `NSArray<NSString *> *`.
  private func type(in group: Int) -> String {
    var text = ""
    for index in tokens.content(of: group) {
      if let word = tokens.word(index) {
        if !Self.qualifiers.contains(word) {
          text += (text.isEmpty || text.hasSuffix("<") ? "" : " ") + word
        }
      } else if let mark = tokens.punctuation(index) {
        text += mark == "*" ? " *" : String(mark)
      }
    }
    return text
  }

  private static let qualifiers: Set<String> = [
    "nullable", "nonnull", "_Nullable", "_Nonnull", "__nullable", "__nonnull", "const", "in",
    "inout", "out", "oneway", "bycopy", "byref", "__kindof", "null_unspecified",
    "__autoreleasing", "__weak", "__strong", "struct", "unsigned",
  ]

  // MARK: Bodies

  mutating func scanBody(_ group: Int, of selector: String?) {
    scanRange(tokens.content(of: group), of: selector)
  }

  mutating func scanRange(_ range: Range<Int>, of selector: String?) {
    let table = selector.flatMap { Self.tableKind(of: $0) }
    for index in range {
      visit(index)
      if let member = viewMember(at: index) { current?.written.append(member) }
      if let word = tokens.word(index) {
        readWord(word, index)
      } else if tokens.isPunctuation(index, "@") {
        if let path = path(at: index + 1, in: selector) { current?.paths.append(path) }
        readLiteral(index, in: table)
      }
    }
  }

  private mutating func readWord(_ word: String, _ index: Int) {
    switch word {
    case _ where RegistrationIdiom.objectLists[word] != nil: readObjects(assignedAt: index)
    // Two branches of a condition may each open a brace that only one of them closes.
    case _ where ExportIdiom.macros[word] != nil: _ = readMacro(word, index)
    case "fireEvent" where tokens.isPunctuation(index + 1, ":"): readEvent(index)
    case _
    where tokens.isPunctuation(index + 1, ":")
      && (word.hasPrefix("register") || word.hasPrefix("set")):
      readCall(index)
    case _ where word.hasSuffix("ttributes"): readAttribute(index + 1)
    case _ where tokens.isPunctuation(index + 1, "(") && Self.isRegistration(word):
      readMacroUse(index)
    default: break
    }
  }

  /// Handles `fireEvent:@"x" …`, at the keyword.
  private mutating func readEvent(_ index: Int) {
    let event = member(.event, expression(firstArgument(index + 2)), at: index + 2)
    current?.written.append(event)
  }

  /// Returns the argument at `start`, the first in its message.
  private func firstArgument(_ start: Int) -> Range<Int> {
    let argument = body.brackets.last.flatMap { tokens.call(of: $0) }?.arguments.first
    if let argument, argument.lowerBound == start { return argument }
    return start..<tokens.statementEnd(start)
  }

  /// Handles `[@"x"]`, `objectForKey:@"x"`, and selectors such as `acme_stringForKey:@"x"`.
  private mutating func readAttribute(_ start: Int) {
    var range = tokens.content(of: start)
    if !tokens.isPunctuation(start, "[") {
      guard let word = tokens.word(start), word.hasSuffix("ForKey"), !word.hasPrefix("remove"),
        tokens.isPunctuation(start + 1, ":")
      else { return }
      range = firstArgument(start + 2)
    }
    let attribute = member(.attribute(type: nil), expression(range), at: range.lowerBound)
    current?.written.append(attribute)
  }

  /// Handles a string that is a name in a class table.
  private mutating func readLiteral(_ index: Int, in table: SourceRegistration.Kind?) {
    guard let table, let text = tokens.string(index + 1), tokens.isPunctuation(index + 2, ":"),
      tokens.isWord(index + 3, "NSStringFromClass"), tokens.isPunctuation(index + 4, "(")
    else { return }
    unit.registrations.append(
      WrittenRegistration(
        kind: table, names: [.text(text)],
        className: expression((index + 3)..<tokens.index(after: index + 4)),
        mechanism: .dictionary, position: tokens.position(index), context: context(at: index)))
  }

  /// Returns what kind of entry a class table in the method `selector` registers.
  private static func tableKind(of selector: String) -> SourceRegistration.Kind? {
    let method = selector.lowercased()
    guard method.contains("register") else { return nil }
    return method.contains("component") ? .component : .module
  }
}
