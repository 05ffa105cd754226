import ErosCore
import ErosRegistry
import ErosSyntax

extension AndroidScanner {
  mutating func scanBody(_ group: Int, of name: String?, in scope: Scope) {
    scan(group..<max(group, tokens.close(group)), of: name, in: scope)
  }

  mutating func scan(_ range: Range<Int>, of name: String?, in scope: Scope) {
    for index in range {
      visit(index)
      if let type = scope.type, let path = path(at: index, in: name) {
        unit.classes[type].paths.append(path)
      }
      if let type = scope.type, let member = viewMember(at: index) {
        unit.classes[type].written.append(member)
      }
      guard tokens.isPunctuation(index + 1, "("), let call = tokens.word(index) else { continue }
      readCall(call, index, in: scope)
    }
  }

  mutating func readCall(_ name: String, _ index: Int, in scope: Scope) {
    switch name {
    case "fireEvent": readEvent(index, in: scope)
    case _ where WrittenRegistration.androidCalls[name] != nil: readRegistration(index)
    case "getAttrs", "getAttributes":
      readAttribute(tokens.index(after: index + 1), in: scope)
    // `props.get("x")` in `updateProperties(Map<String, Object> props)`.
    case "get", "containsKey":
      if tokens.isPunctuation(index - 1, "."), let map = tokens.word(index - 2),
        map == "attrs" || body.functionName == "updateProperties" && body.parameters.contains(map)
      {
        readAttribute(index - 1, in: scope)
      }
    case _ where tokens.isPunctuation(index - 1, ".") && isManual(name):
      unit.manual.append(SourceName(value: name, position: tokens.position(index)))
    case _ where name.hasPrefix("register") || name.hasPrefix("add"):
      let parts = tokens.parts(of: index + 1, angles: true)
      readRegistration("\(name)/\(parts.count)", parts, at: index)
    default: break
    }
  }

  /// Returns `true` if the method registers something that only a person can describe.
  private func isManual(_ name: String) -> Bool {
    RegistrationIdiom.manualMethods.contains(name)
      || RegistrationIdiom.interceptors.contains(name) && body.mentionsRexxar
  }

  /// Handles `fireEvent("x", …)` and `fireEvent(reference, "x", …)`.
  private mutating func readEvent(_ index: Int, in scope: Scope) {
    guard let type = scope.type else { return }
    let parts = tokens.parts(of: index + 1).prefix(2)
    let values = parts.map { expression($0) }
    // The event name is a literal or a constant, unlike the reference.
    let nameIndex =
      values.firstIndex(where: \.isText)
      ?? values.firstIndex(where: \.isConstant)
    guard let first = nameIndex ?? (values.isEmpty ? nil : 0) else { return }
    unit.classes[type].written.append(
      member(.event, values[first], at: parts[first].lowerBound, isReported: nameIndex != nil))
  }

  /// Handles `getAttrs().get("x")` and `getAttrs().containsKey("x")`.
  private mutating func readAttribute(_ next: Int, in scope: Scope) {
    guard let type = scope.type, tokens.isPunctuation(next, "."),
      let call = tokens.word(next + 1), ["get", "containsKey", "getOrDefault"].contains(call),
      let part = tokens.isPunctuation(next + 2, "(") ? tokens.parts(of: next + 2).first : nil
    else { return }
    unit.classes[type].written.append(
      member(.attribute(type: nil), expression(part), at: part.lowerBound))
  }

  /// Handles `WXSDKEngine.registerModule(…)`, or the same call with an unknown receiver.
  private mutating func readRegistration(_ index: Int) {
    guard let call = tokens.call(of: index + 1), call.arguments.count > 1 else { return }
    let arguments = call.arguments.map { expression($0) }
    let written = WrittenCall(
      callee: call.name, receiver: call.receiver, arguments: arguments,
      position: tokens.position(index), context: context(at: index))
    if call.receiver.last.map(RegistrationIdiom.engines.contains) == true,
      let registration = WrittenRegistration(written)
    {
      unit.registrations.append(registration)
    } else if call.receiver.isEmpty || arguments.contains(where: \.isType)
      || call.receiver.last?.first?.isUppercase == true
    {
      unit.calls.append(written)
    }
  }
}
