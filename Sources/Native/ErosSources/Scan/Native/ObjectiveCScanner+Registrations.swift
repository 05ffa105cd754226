import ErosCore
import ErosRegistry
import ErosSyntax

extension ObjectiveCScanner {
  /// Reads a call such as `registerModule:… withClass:…`, at the first keyword.
  mutating func readCall(_ index: Int) {
    guard let group = body.brackets.last, let call = tokens.call(of: group),
      call.arguments.first?.lowerBound == index + 2
    else { return }
    readRegistration(call.name, call.arguments, at: index)
  }

  mutating func readMacros() {
    for macro in tokens.macros {
      guard tokens.file.mentions(anyOf: ["egister"], in: macro.body) else { continue }
      var scanner = ObjectiveCScanner(
        SourceTokens(tokens.file, .objectiveC, in: macro.body),
        SourceUnit(.ios, file: tokens.file.path), body)
      // The unit moves to the scanner and back, because each macro would copy the unit of a copy.
      swap(&scanner.unit, &unit)
      scanner.inFunction(macro.name, macro.parameters, of: "") { scanner in
        scanner.scanRange(0..<scanner.tokens.count, of: nil)
      }
      swap(&scanner.unit, &unit)
    }
  }

  /// Reads a macro that is used outside functions, such as `ACME_MODULE(@"pay", PayModule)`.
  mutating func readMacroUse(_ index: Int) {
    guard let call = tokens.call(of: index + 1), !call.arguments.isEmpty,
      Self.isRegistration(call.name),
      !body.readTokens.contains(index + 1)
    else { return }
    body.readTokens.insert(index + 1)
    unit.calls.append(
      WrittenCall(
        callee: call.name, receiver: [], arguments: call.arguments.map { expression($0) },
        position: tokens.position(index), context: context(at: index)))
  }
}
