import ErosCore
import ErosRegistry
import ErosSyntax

/// Registrations in bodies and macros.
extension ObjectiveCScanner {
  /// Reads a call such as `registerModule:… withClass:…`, at the first keyword.
  mutating func readRegistration(_ word: String, _ index: Int) {
    guard let group = body.brackets.last, let call = call(of: group),
      call.arguments.first?.lowerBound == index + 2
    else { return }
    switch call.name {
    case "registerModule:withClass:": add(.module, call, index)
    case "registerComponent:withClass:", "registerComponent:withClass:withProperties:":
      add(.component, call, index)
    case "registerHandler:withProtocol:": readHandler(call, index)
    case _ where call.name.hasSuffix(":clsName:"): add(.embedView, call, index)
    default: break
    }
  }

  private mutating func add(_ kind: SourceRegistration.Kind, _ call: BodyCall, _ index: Int) {
    var type = expression(call.arguments[1])
    if kind == .embedView, !type.isType { type = .typeNamed(type) }
    unit.registrations.append(
      WrittenRegistration(
        kind: kind, names: [expression(call.arguments[0])], className: type, mechanism: .code,
        position: tokens.position(index), context: context(at: index)))
  }

  /// `registerHandler:[C new] withProtocol:@protocol(P)`.
  private mutating func readHandler(_ call: BodyCall, _ index: Int) {
    let name = call.arguments[1]
    guard tokens.isPunctuation(name.lowerBound, "@"),
      tokens.isWord(name.lowerBound + 1, "protocol"),
      let protocolName = tokens.word(name.lowerBound + 3)
    else { return }
    var first = call.arguments[0].lowerBound
    while tokens.isPunctuation(first, "[") { first += 1 }
    let isInstance = first > call.arguments[0].lowerBound
    let className =
      tokens.isWord(first, "NSClassFromString")
      ? expression(first..<tokens.index(after: first + 1))
      : tokens.word(first).flatMap { $0.first?.isUppercase == true ? .type([$0]) : nil }
    unit.registrations.append(
      WrittenRegistration(
        kind: .handler, names: [.text(protocolName)],
        className: isInstance ? className ?? .unknown : .unknown, mechanism: .code,
        position: tokens.position(index), context: context(at: index)))
  }

  /// Scans the macros that register their parameters.
  mutating func readMacros() {
    for macro in tokens.macros {
      guard tokens.file.mentionsRegistration(in: macro.body) else { continue }
      var scanner = ObjectiveCScanner(SourceTokens(tokens.file, .objectiveC, in: macro.body), unit)
      scanner.inFunction(macro.name, macro.parameters, of: "") { scanner in
        scanner.scanRange(0..<scanner.tokens.count, of: nil)
      }
      unit = scanner.unit
    }
  }

  /// A use of a macro outside functions, such as `ACME_MODULE(@"pay", PayModule)`.
  mutating func readMacroUse(_ index: Int) {
    guard let call = call(of: index + 1), !call.arguments.isEmpty, Self.isRegistration(call.name),
      !body.known.contains(index + 1)
    else { return }
    body.known.insert(index + 1)
    unit.calls.append(
      WrittenCall(
        callee: call.name, receiver: [], arguments: call.arguments.map { expression($0) },
        position: tokens.position(index), context: context))
  }
}
