import ErosCore
import ErosRegistry
import ErosSyntax

/// Function bodies.
extension SwiftScanner {
  /// Scans the body of the function `name`, or of a property.
  mutating func scanBody(_ group: Int, of name: String?, in scope: Scope) {
    for index in group..<max(group, tokens.close(group)) {
      visit(index)
      if tokens.isString(index) { readPath(index, in: name ?? "", scope) }
      guard let word = tokens.word(index) else { continue }
      if tokens.isPunctuation(index + 1, "(") {
        readCall(index, in: scope)
      } else if Self.objectKind(of: word) != nil {
        readObjects(assignedAt: index)
      } else if word.hasSuffix("ttributes"), let type = scope.type {
        // `attributes["x"]` or `attributes?["x"]`.
        let bracket = tokens.isPunctuation(index + 1, "?") ? index + 2 : index + 1
        if tokens.isPunctuation(bracket, "[") { readAttribute(bracket, of: type) }
      }
    }
  }

  private mutating func readAttribute(_ bracket: Int, of type: Int) {
    let range = (bracket + 1)..<max(bracket + 1, tokens.close(bracket))
    addMember(.attribute(type: nil), expression(range), at: bracket + 1, of: type)
  }

  private mutating func addMember(
    _ kind: SourceClass.WrittenMember.Kind, _ name: SourceExpression, at index: Int, of type: Int
  ) {
    unit.classes[type].written.append(
      .init(
        kind: kind, name: name, position: tokens.position(index), context: context,
        isReported: name.isConstant))
  }

  private mutating func readPath(_ index: Int, in name: String, _ scope: Scope) {
    guard let type = scope.type,
      ["canPerform", "shouldInterceptRequest", "shouldIntercept"]
        .contains(name), let text = tokens.string(index), text.utf8.first == UInt8(ascii: "/")
    else { return }
    unit.classes[type].paths.append(SourceName(value: text, position: tokens.position(index)))
  }

  /// `fireEvent("x", …)` and registration calls.
  mutating func readCall(_ index: Int, in scope: Scope) {
    guard let call = tokens.word(index) else { return }
    switch call {
    case "fireEvent":
      guard let type = scope.type else { return }
      guard let part = tokens.parts(of: index + 1).first else { return }
      addMember(.event, expression(part), at: index + 2, of: type)
    case "registerModule", "registerComponent": register(call, index)
    case "registerHandler": registerHandler(index)
    case "setContainerAPIs", "setDecorators", "setWidgets", "setProxies":
      guard let kind = Self.objectKind(of: call), tokens.isPunctuation(index - 1, "."),
        let part = tokens.parts(of: index + 1).first
      else { return }
      addObjects(kind, part)
    case "registerJsApi":
      unit.manual.append(SourceName(value: call, position: tokens.position(index)))
    default: break
    }
  }

  private mutating func register(_ call: String, _ index: Int) {
    let parts = tokens.parts(of: index + 1)
    // `func registerModule(…)` of the same name has other arguments.
    guard parts.count > 1, let label = tokens.word(parts[1].lowerBound) else { return }
    let isEmbedView = label == "clsName"
    guard isEmbedView || label == "with" || label == "withClass" else { return }
    var type = expression(parts[1])
    if isEmbedView, !type.isType { type = .typeNamed(type) }
    unit.registrations.append(
      WrittenRegistration(
        kind: isEmbedView ? .embedView : call == "registerModule" ? .module : .component,
        names: [expression(parts[0])], className: type, mechanism: .code,
        position: tokens.position(index), context: context(at: index)))
  }

  /// `registerHandler(C(), with: P.self)`.
  private mutating func registerHandler(_ index: Int) {
    let parts = tokens.parts(of: index + 1)
    guard parts.count == 2, let className = tokens.word(parts[0].lowerBound),
      case .type(let path) = expression(parts[1]), let name = path.last
    else { return }
    let isInstance = tokens.isPunctuation(parts[0].lowerBound + 1, "(")
    unit.registrations.append(
      WrittenRegistration(
        kind: .handler, names: [.text(name)], className: isInstance ? .type([className]) : .unknown,
        mechanism: .code, position: tokens.position(index), context: context))
  }
}
