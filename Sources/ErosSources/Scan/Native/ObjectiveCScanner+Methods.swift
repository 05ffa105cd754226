import ErosCore
import ErosRegistry
import ErosSyntax

/// Methods and their bodies.
extension ObjectiveCScanner {
  /// Reads the method whose `-` or `+` is at `start`, and returns the index after its body.
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
    scanBody(body, of: selector)
    return tokens.index(after: body)
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

  /// The type between the brackets at `index`, such as `NSArray<NSString *> *`.
  private func type(in group: Int) -> String {
    let qualifiers: Set<String> = [
      "nullable", "nonnull", "_Nullable", "_Nonnull", "__nullable", "__nonnull", "const", "in",
      "inout", "out", "oneway", "bycopy", "byref", "__kindof", "null_unspecified",
      "__autoreleasing", "__weak", "__strong", "struct", "unsigned",
    ]
    var text = ""
    for index in (group + 1)..<max(group + 1, tokens.close(group)) {
      if let word = tokens.word(index) {
        if !qualifiers.contains(word) {
          text += (text.isEmpty || text.hasSuffix("<") ? "" : " ") + word
        }
      } else if let mark = tokens.punctuation(index) {
        text += mark == "*" ? " *" : String(mark)
      }
    }
    return text
  }

  // MARK: Bodies

  /// Scans the body of the method `selector`, or of a function.
  mutating func scanBody(_ group: Int, of selector: String?) {
    let answers = ["canPerformWithURL:", "shouldInterceptRequest:"].contains(selector)
    let table = selector.flatMap { Self.tableKind(of: $0) }
    for index in (group + 1)..<max(group + 1, tokens.close(group)) {
      if let word = tokens.word(index) {
        switch word {
        case "registerModule", "registerComponent", "registerHandler",
          "registerComponentWithName":
          if tokens.isPunctuation(index + 1, ":") { readCall(word, index) }
        case "setContainerAPIs", "setDecorators", "setWidgets":
          if tokens.isPunctuation(index + 1, ":") { readManual(word, index) }
        case "widgets"
        where tokens.isPunctuation(index - 1, ".") && tokens.isPunctuation(index + 1, "="):
          readManual(word, index)
        // Two branches of a condition may each open a brace that only one of them closes.
        case "WX_EXPORT_METHOD", "WX_EXPORT_METHOD_SYNC": _ = readMacro(word, index)
        case "fireEvent" where tokens.isPunctuation(index + 1, ":"): readEvent(index + 2)
        case _ where word.hasSuffix("ttributes"): readAttribute(index + 1)
        default: break
        }
      } else if tokens.isPunctuation(index, "@") {
        readLiteral(index, isPath: answers, in: table)
      }
    }
  }

  private mutating func readManual(_ word: String, _ index: Int) {
    // In a method declaration the name follows its type.
    guard !tokens.isPunctuation(index - 1, ")") else { return }
    facts.manual.append(SourceName(value: word, position: tokens.position(index)))
  }

  private mutating func readEvent(_ index: Int) {
    guard let name = tokens.stringOrConstant(index) else {
      current?.hasUnknownEvents = true
      return
    }
    current?.events.append(SourceName(value: name, position: tokens.position(index)))
  }

  /// `[@"x"]`, `objectForKey:@"x"` or `valueForKey:@"x"`.
  private mutating func readAttribute(_ start: Int) {
    var index = start
    if tokens.isPunctuation(index, "[") {
      index += 1
    } else if let word = tokens.word(index), ["objectForKey", "valueForKey"].contains(word),
      tokens.isPunctuation(index + 1, ":")
    {
      index += 2
    } else {
      return
    }
    guard let name = tokens.stringOrConstant(index) else {
      current?.hasUnknownAttributes = true
      return
    }
    current?.attributes.append(SourceAttribute(name: name, position: tokens.position(index)))
  }

  /// A string that is a path, or a name in a class table.
  private mutating func readLiteral(
    _ index: Int, isPath: Bool, in table: SourceRegistration.Kind?
  ) {
    guard let text = tokens.string(index + 1) else { return }
    if isPath, text.utf8.first == UInt8(ascii: "/") {
      current?.paths.append(SourceName(value: text, position: tokens.position(index)))
    }
    guard let table, tokens.isPunctuation(index + 2, ":"),
      tokens.isWord(index + 3, "NSStringFromClass"), let name = className(index + 3)
    else { return }
    hasTable = true
    facts.registrations.append(
      SourceRegistration(
        kind: table, name: text, platform: .ios, className: name, mechanism: .dictionary,
        position: tokens.position(index)))
  }

  /// The kind of entry that a class table in the method `selector` registers, or `nil`.
  private static func tableKind(of selector: String) -> SourceRegistration.Kind? {
    let method = selector.lowercased()
    guard method.contains("register") else { return nil }
    return method.contains("component") ? .component : .module
  }

  // MARK: Calls

  private mutating func readCall(_ call: String, _ index: Int) {
    guard call != "registerHandler" else { return readHandler(index) }
    guard let name = tokens.stringOrConstant(index + 2) else {
      // In a method declaration a type follows the name.
      let isDeclaration =
        tokens.isPunctuation(index + 2, "(") && tokens.isPunctuation(index - 1, ")")
      if !isDeclaration, !hasTable {
        facts.reportUnread(Self.title(of: call), at: tokens.position(index))
      }
      return
    }
    var next = index + 2
    while next < min(index + 8, tokens.count), !tokens.isPunctuation(next, ":") { next += 1 }
    guard let label = tokens.word(next - 1), tokens.isPunctuation(next, ":") else { return }
    let kind: SourceRegistration.Kind
    let className: String?
    switch label {
    case "withClass":
      kind = call == "registerModule" ? .module : .component
      className = self.className(next + 1)
    case "clsName":
      kind = .embedView
      className = tokens.stringOrConstant(next + 1) ?? self.className(next + 1)
    default: return
    }
    guard let className else {
      return facts.reportUnread(Self.title(of: call), at: tokens.position(index))
    }
    facts.registrations.append(
      SourceRegistration(
        kind: kind, name: name, platform: .ios, className: className, mechanism: .code,
        position: tokens.position(index)))
  }

  private static func title(of call: String) -> String {
    call == "registerModule" ? "module" : "component"
  }

  /// `[registerHandler:[C new] withProtocol:@protocol(P)]`.
  private mutating func readHandler(_ index: Int) {
    guard tokens.isPunctuation(index + 2, "[") else { return }
    var first = index + 3
    if tokens.isPunctuation(first, "[") { first += 1 }
    let end = tokens.index(after: index + 2)
    guard let className = tokens.word(first), tokens.isWord(end, "withProtocol"),
      tokens.isPunctuation(end + 2, "@"), tokens.isWord(end + 3, "protocol"),
      let name = tokens.word(end + 5)
    else { return }
    facts.registrations.append(
      SourceRegistration(
        kind: .handler, name: name, platform: .ios, className: className, mechanism: .code,
        position: tokens.position(index)))
  }

  /// The class in `[C class]`, `C.class`, `NSClassFromString(@"C")` or
  /// `NSStringFromClass([C class])`.
  private func className(_ start: Int) -> String? {
    var index = start
    for _ in 0..<4 {
      if let text = tokens.stringOrConstant(index) { return text }
      guard let word = tokens.word(index) else {
        guard tokens.isPunctuation(index, "[") else { return nil }
        index += 1
        continue
      }
      guard ["NSClassFromString", "NSStringFromClass"].contains(word),
        tokens.isPunctuation(index + 1, "(")
      else {
        let isClass = tokens.isWord(index + 1, "class") || tokens.isWord(index + 2, "class")
        return isClass ? word : nil
      }
      index += 2
    }
    return nil
  }
}
