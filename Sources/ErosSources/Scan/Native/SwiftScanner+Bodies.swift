import ErosCore
import ErosRegistry
import ErosSyntax

/// What stands in the bodies of functions.
extension SwiftScanner {
  /// Looks through the group at `group`, the body of the function `name` or of a property.
  mutating func scanBody(_ group: Int, of name: String?, in scope: Scope) {
    for index in group..<max(group, tokens.close(group)) {
      if tokens.isText(index) { takePath(index, in: name ?? "", scope) }
      guard let word = tokens.word(index) else { continue }
      if tokens.isMark(index + 1, "(") {
        takeCall(index, in: scope)
      } else if word.hasSuffix("ttributes"), let type = scope.type {
        // `attributes["x"]`, with `?` before the bracket or not.
        let bracket = tokens.isMark(index + 1, "?") ? index + 2 : index + 1
        if tokens.isMark(bracket, "[") { takeAttribute(bracket + 1, of: type) }
      }
    }
  }

  private mutating func takeAttribute(_ index: Int, of type: Int) {
    guard let name = tokens.textOrConstant(index) else {
      facts.classes[type].hasUnknownAttributes = true
      return
    }
    facts.classes[type].attributes.append(
      SourceAttribute(name: name, place: tokens.place(index)))
  }

  private mutating func takePath(_ index: Int, in name: String, _ scope: Scope) {
    guard let type = scope.type,
      ["canPerform", "shouldInterceptRequest", "shouldIntercept"]
        .contains(name), let text = tokens.text(index), text.utf8.first == UInt8(ascii: "/")
    else { return }
    facts.classes[type].paths.append(SourceName(value: text, place: tokens.place(index)))
  }

  /// `fireEvent("x", …)` and the calls that register something.
  mutating func takeCall(_ index: Int, in scope: Scope) {
    guard let call = tokens.word(index) else { return }
    switch call {
    case "fireEvent":
      guard let type = scope.type else { return }
      guard let name = tokens.textOrConstant(index + 2) else {
        facts.classes[type].hasUnknownEvents = true
        return
      }
      facts.classes[type].events.append(
        SourceName(value: name, place: tokens.place(index + 2)))
    case "registerModule", "registerComponent": register(call, index)
    case "registerHandler": registerHandler(index)
    case "setContainerAPIs", "setDecorators":
      facts.byHand.append(SourceName(value: call, place: tokens.place(index)))
    default: break
    }
  }

  private mutating func register(_ call: String, _ index: Int) {
    let pieces = tokens.pieces(of: index + 1)
    guard pieces.count > 1 else { return }
    let first = value(pieces[0])
    let label = tokens.word(pieces[1].lowerBound)
    let second = value(pieces[1])
    let isEmbedView = label == "clsName"
    guard let name = tokens.textOrConstant(first),
      let className = isEmbedView ? tokens.textOrConstant(second) : self.className(second)
    else {
      return facts.reportUnread(
        call == "registerModule" ? "module" : "component", at: tokens.place(index))
    }
    facts.registrations.append(
      SourceRegistration(
        kind: isEmbedView ? .embedView : call == "registerModule" ? .module : .component,
        name: name, platform: .ios, className: className, way: .code, place: tokens.place(index)))
  }

  /// `registerHandler(C(), with: P.self)`.
  private mutating func registerHandler(_ index: Int) {
    let pieces = tokens.pieces(of: index + 1)
    guard pieces.count == 2, let className = tokens.word(pieces[0].lowerBound),
      let name = self.className(value(pieces[1]))
    else { return }
    facts.registrations.append(
      SourceRegistration(
        kind: .handler, name: name, platform: .ios, className: className, way: .code,
        place: tokens.place(index)))
  }

  /// Where the value of an argument begins, behind its label.
  private func value(_ piece: Range<Int>) -> Int {
    tokens.isMark(piece.lowerBound + 1, ":") ? piece.lowerBound + 2 : piece.lowerBound
  }

  /// The class in `C.self`, `Module.C.self` or `C.classForCoder()`.
  private func className(_ start: Int) -> String? {
    guard var name = tokens.word(start) else { return nil }
    var index = start
    while tokens.isMark(index + 1, "."), let word = tokens.word(index + 2) {
      if word == "self" || word == "classForCoder" { return name }
      name = word
      index += 2
    }
    return nil
  }
}
