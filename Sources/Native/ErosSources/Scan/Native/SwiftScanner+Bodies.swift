import ErosCore
import ErosRegistry
import ErosSyntax

extension SwiftScanner {
  mutating func scanBody(_ group: Int, of name: String?, in scope: Scope) {
    for index in group..<max(group, tokens.close(group)) {
      visit(index)
      if let type = scope.type, let path = path(at: index, in: name) {
        unit.classes[type].paths.append(path)
      }
      if let type = scope.type, let member = viewMember(at: index) {
        unit.classes[type].written.append(member)
      }
      guard let word = tokens.word(index) else { continue }
      if tokens.isPunctuation(index + 1, "(") {
        readCall(index, in: scope)
      } else if RegistrationIdiom.objectLists[word] != nil {
        readObjects(assignedAt: index)
      } else if word.hasSuffix("ttributes"), let type = scope.type {
        // `attributes["x"]` or `attributes?["x"]`.
        let bracket = tokens.isPunctuation(index + 1, "?") ? index + 2 : index + 1
        guard tokens.isPunctuation(bracket, "[") else { continue }
        let name = expression(tokens.content(of: bracket))
        unit.classes[type].written.append(member(.attribute(type: nil), name, at: bracket + 1))
      }
    }
  }

  /// Handles `fireEvent("x", …)` and registration calls.
  mutating func readCall(_ index: Int, in scope: Scope) {
    guard let call = tokens.word(index) else { return }
    switch call {
    case "fireEvent":
      guard let type = scope.type else { return }
      guard let part = tokens.parts(of: index + 1).first else { return }
      unit.classes[type].written.append(member(.event, expression(part), at: index + 2))
    default:
      guard call.hasPrefix("register") || call.hasPrefix("set") else { return }
      let parts = tokens.parts(of: index + 1)
      let labels = parts.map { part in
        tokens.isPunctuation(part.lowerBound + 1, ":") ? tokens.word(part.lowerBound) ?? "_" : "_"
      }
      readRegistration(call + "(" + labels.map { $0 + ":" }.joined() + ")", parts, at: index)
    }
  }
}
