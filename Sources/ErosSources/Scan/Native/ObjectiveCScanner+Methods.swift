import ErosCore
import ErosRegistry
import ErosSyntax

/// Methods and what stands in their bodies.
extension ObjectiveCScanner {
  /// Takes the method whose `-` or `+` stands at `start`, and returns the index behind its body.
  mutating func method(_ start: Int) -> Int {
    var index = start + 1
    var returns = "id"
    if tokens.isMark(index, "(") {
      returns = type(in: index)
      index = tokens.behind(index)
    }
    guard let (selector, parameters, end) = signature(index) else { return index }
    current?.methods.append(
      SourceMethod(
        name: selector, parameters: parameters, returns: returns, place: tokens.place(start)))
    // A definition may have a semicolon before its body.
    let body = tokens.isMark(end, ";") && tokens.isMark(end + 1, "{") ? end + 1 : end
    guard tokens.isMark(body, "{") else { return end }
    scanBody(body, of: selector)
    return tokens.behind(body)
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
        // Without a colon behind it, this ends the list: `-(void)close NS_X;`.
        if !selector.isEmpty, !tokens.isMark(index + 1, ":") { break }
        selector += word
        index += 1
      }
      guard tokens.isMark(index, ":") else { break }
      selector += ":"
      index = parameter(index + 1, &parameters)
    }
    guard !selector.isEmpty else { return nil }
    while index < tokens.count, let word = tokens.word(index), word != "return" {
      index = tokens.isMark(index + 1, "(") ? tokens.behind(index + 1) : index + 1
    }
    return (selector, parameters, index)
  }

  private func parameter(_ start: Int, _ parameters: inout [SourceParameter]) -> Int {
    var index = start
    var written = "id"
    let place = tokens.place(start)
    if tokens.isMark(index, "(") {
      written = type(in: index)
      index = tokens.behind(index)
    }
    while let word = tokens.word(index), word.hasPrefix("__") {
      index = tokens.isMark(index + 1, "(") ? tokens.behind(index + 1) : index + 1
    }
    let name = tokens.word(index) ?? ""
    parameters.append(SourceParameter(name: name, type: written, place: place))
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
      } else if let mark = tokens.mark(index) {
        text += mark == "*" ? " *" : String(mark)
      }
    }
    return text
  }

  // MARK: Bodies

  /// Looks through the group at `group`, the body of the method `selector` or of a function.
  mutating func scanBody(_ group: Int, of selector: String?) {
    let answers = ["canPerformWithURL:", "shouldInterceptRequest:"].contains(selector)
    let table = selector.flatMap { Self.tableKind(of: $0) }
    for index in (group + 1)..<max(group + 1, tokens.close(group)) {
      if let word = tokens.word(index) {
        switch word {
        case "registerModule", "registerComponent", "registerHandler",
          "registerComponentWithName":
          if tokens.isMark(index + 1, ":") { takeCall(word, index) }
        case "setContainerAPIs", "setDecorators", "setWidgets":
          if tokens.isMark(index + 1, ":") { takeByHand(word, index) }
        case "widgets" where tokens.isMark(index - 1, ".") && tokens.isMark(index + 1, "="):
          takeByHand(word, index)
        // Two branches of a condition may open a brace each, and close one.
        case "WX_EXPORT_METHOD", "WX_EXPORT_METHOD_SYNC": _ = takeMacro(word, index)
        case "fireEvent" where tokens.isMark(index + 1, ":"): takeEvent(index + 2)
        case _ where word.hasSuffix("ttributes"): takeAttribute(index + 1)
        default: break
        }
      } else if tokens.isMark(index, "@") {
        takeLiteral(index, isPath: answers, in: table)
      }
    }
  }

  /// Remembers what registers Rexxar's classes.
  private mutating func takeByHand(_ word: String, _ index: Int) {
    // The first part of a method's own name stands behind its type.
    guard !tokens.isMark(index - 1, ")") else { return }
    facts.byHand.append(SourceName(value: word, place: tokens.place(index)))
  }

  private mutating func takeEvent(_ index: Int) {
    guard let name = tokens.textOrConstant(index) else {
      current?.hasUnknownEvents = true
      return
    }
    current?.events.append(SourceName(value: name, place: tokens.place(index)))
  }

  /// `[@"x"]`, or `objectForKey:@"x"]` and the like.
  private mutating func takeAttribute(_ start: Int) {
    var index = start
    if tokens.isMark(index, "[") {
      index += 1
    } else if let word = tokens.word(index), ["objectForKey", "valueForKey"].contains(word),
      tokens.isMark(index + 1, ":")
    {
      index += 2
    } else {
      return
    }
    guard let name = tokens.textOrConstant(index) else {
      current?.hasUnknownAttributes = true
      return
    }
    current?.attributes.append(SourceAttribute(name: name, place: tokens.place(index)))
  }

  /// A text that is a path, or a name in a table of classes.
  private mutating func takeLiteral(
    _ index: Int, isPath: Bool, in table: SourceRegistration.Kind?
  ) {
    guard let text = tokens.text(index + 1) else { return }
    if isPath, text.utf8.first == UInt8(ascii: "/") {
      current?.paths.append(SourceName(value: text, place: tokens.place(index)))
    }
    guard let table, tokens.isMark(index + 2, ":"),
      tokens.isWord(index + 3, "NSStringFromClass"), let name = className(index + 3)
    else { return }
    hasTable = true
    facts.registrations.append(
      SourceRegistration(
        kind: table, name: text, platform: .ios, className: name, way: .dictionary,
        place: tokens.place(index)))
  }

  /// What a table of classes registers in the method `selector`, or `nil` when it registers
  /// nothing.
  private static func tableKind(of selector: String) -> SourceRegistration.Kind? {
    let method = selector.lowercased()
    guard method.contains("register") else { return nil }
    return method.contains("component") ? .component : .module
  }

  // MARK: Calls

  private mutating func takeCall(_ call: String, _ index: Int) {
    guard call != "registerHandler" else { return takeHandler(index) }
    guard let name = tokens.textOrConstant(index + 2) else {
      // The first part of a method's own name is followed by a type.
      let isDeclaration = tokens.isMark(index + 2, "(") && tokens.isMark(index - 1, ")")
      if !isDeclaration, !hasTable {
        facts.reportUnread(Self.title(of: call), at: tokens.place(index))
      }
      return
    }
    var next = index + 2
    while next < min(index + 8, tokens.count), !tokens.isMark(next, ":") { next += 1 }
    guard let label = tokens.word(next - 1), tokens.isMark(next, ":") else { return }
    let kind: SourceRegistration.Kind
    let className: String?
    switch label {
    case "withClass":
      kind = call == "registerModule" ? .module : .component
      className = self.className(next + 1)
    case "clsName":
      kind = .embedView
      className = tokens.textOrConstant(next + 1) ?? self.className(next + 1)
    default: return
    }
    guard let className else {
      return facts.reportUnread(Self.title(of: call), at: tokens.place(index))
    }
    facts.registrations.append(
      SourceRegistration(
        kind: kind, name: name, platform: .ios, className: className, way: .code,
        place: tokens.place(index)))
  }

  private static func title(of call: String) -> String {
    call == "registerModule" ? "module" : "component"
  }

  /// `[registerHandler:[C new] withProtocol:@protocol(P)]`.
  private mutating func takeHandler(_ index: Int) {
    guard tokens.isMark(index + 2, "[") else { return }
    var first = index + 3
    if tokens.isMark(first, "[") { first += 1 }
    let end = tokens.behind(index + 2)
    guard let className = tokens.word(first), tokens.isWord(end, "withProtocol"),
      tokens.isMark(end + 2, "@"), tokens.isWord(end + 3, "protocol"),
      let name = tokens.word(end + 5)
    else { return }
    facts.registrations.append(
      SourceRegistration(
        kind: .handler, name: name, platform: .ios, className: className, way: .code,
        place: tokens.place(index)))
  }

  /// The class in `[C class]`, `C.class`, `NSClassFromString(@"C")` or
  /// `NSStringFromClass([C class])`.
  private func className(_ start: Int) -> String? {
    var index = start
    for _ in 0..<4 {
      if let text = tokens.textOrConstant(index) { return text }
      guard let word = tokens.word(index) else {
        guard tokens.isMark(index, "[") else { return nil }
        index += 1
        continue
      }
      guard ["NSClassFromString", "NSStringFromClass"].contains(word), tokens.isMark(index + 1, "(")
      else {
        let isClass = tokens.isWord(index + 1, "class") || tokens.isWord(index + 2, "class")
        return isClass ? word : nil
      }
      index += 2
    }
    return nil
  }
}
