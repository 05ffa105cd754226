import ErosCore
import ErosRegistry
import ErosSyntax

/// Function bodies.
extension SwiftScanner {
  /// Scans the body of the function `name`, or of a property.
  mutating func scanBody(_ group: Int, of name: String?, in scope: Scope) {
    for index in group..<max(group, tokens.close(group)) {
      if tokens.isString(index) { readPath(index, in: name ?? "", scope) }
      guard let word = tokens.word(index) else { continue }
      if tokens.isPunctuation(index + 1, "(") {
        readCall(index, in: scope)
      } else if word.hasSuffix("ttributes"), let type = scope.type {
        // `attributes["x"]` or `attributes?["x"]`.
        let bracket = tokens.isPunctuation(index + 1, "?") ? index + 2 : index + 1
        if tokens.isPunctuation(bracket, "[") { readAttribute(bracket + 1, of: type) }
      }
    }
  }

  private mutating func readAttribute(_ index: Int, of type: Int) {
    guard let name = tokens.stringOrConstant(index) else {
      facts.classes[type].hasUnknownAttributes = true
      return
    }
    facts.classes[type].attributes.append(
      SourceAttribute(name: name, position: tokens.position(index)))
  }

  private mutating func readPath(_ index: Int, in name: String, _ scope: Scope) {
    guard let type = scope.type,
      ["canPerform", "shouldInterceptRequest", "shouldIntercept"]
        .contains(name), let text = tokens.string(index), text.utf8.first == UInt8(ascii: "/")
    else { return }
    facts.classes[type].paths.append(SourceName(value: text, position: tokens.position(index)))
  }

  /// `fireEvent("x", …)` and registration calls.
  mutating func readCall(_ index: Int, in scope: Scope) {
    guard let call = tokens.word(index) else { return }
    switch call {
    case "fireEvent":
      guard let type = scope.type else { return }
      guard let name = tokens.stringOrConstant(index + 2) else {
        facts.classes[type].hasUnknownEvents = true
        return
      }
      facts.classes[type].events.append(
        SourceName(value: name, position: tokens.position(index + 2)))
    case "registerModule", "registerComponent": register(call, index)
    case "registerHandler": registerHandler(index)
    case "setContainerAPIs", "setDecorators":
      facts.manual.append(SourceName(value: call, position: tokens.position(index)))
    default: break
    }
  }

  private mutating func register(_ call: String, _ index: Int) {
    let parts = tokens.parts(of: index + 1)
    guard parts.count > 1 else { return }
    let first = value(parts[0])
    let label = tokens.word(parts[1].lowerBound)
    let second = value(parts[1])
    let isEmbedView = label == "clsName"
    guard let name = tokens.stringOrConstant(first),
      let className = isEmbedView ? tokens.stringOrConstant(second) : self.className(second)
    else {
      return facts.reportUnread(
        call == "registerModule" ? "module" : "component", at: tokens.position(index))
    }
    facts.registrations.append(
      SourceRegistration(
        kind: isEmbedView ? .embedView : call == "registerModule" ? .module : .component,
        name: name, platform: .ios, className: className, mechanism: .code,
        position: tokens.position(index)))
  }

  /// `registerHandler(C(), with: P.self)`.
  private mutating func registerHandler(_ index: Int) {
    let parts = tokens.parts(of: index + 1)
    guard parts.count == 2, let className = tokens.word(parts[0].lowerBound),
      let name = self.className(value(parts[1]))
    else { return }
    facts.registrations.append(
      SourceRegistration(
        kind: .handler, name: name, platform: .ios, className: className, mechanism: .code,
        position: tokens.position(index)))
  }

  /// The start of an argument's value, after its label.
  private func value(_ part: Range<Int>) -> Int {
    tokens.isPunctuation(part.lowerBound + 1, ":") ? part.lowerBound + 2 : part.lowerBound
  }

  /// The class in `C.self`, `Module.C.self` or `C.classForCoder()`.
  private func className(_ start: Int) -> String? {
    guard var name = tokens.word(start) else { return nil }
    var index = start
    while tokens.isPunctuation(index + 1, "."), let word = tokens.word(index + 2) {
      if word == "self" || word == "classForCoder" { return name }
      name = word
      index += 2
    }
    return nil
  }
}
