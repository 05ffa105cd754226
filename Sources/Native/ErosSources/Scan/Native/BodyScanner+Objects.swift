import ErosCore
import ErosRegistry
import ErosSyntax

/// Lists of objects that a host receives, such as Rexxar's widgets.
extension BodyScanner {
  /// Reads `receiver.widgets = value` or, in Swift, `widgets = value`.
  ///
  /// The property is at `index`.
  mutating func readObjects(assignedAt index: Int) {
    let isOwn = tokens.language == .swift && body.function != nil && tokens.beginsLine(index)
    guard let kind = tokens.word(index).flatMap({ RegistrationIdiom.objectLists[$0] }),
      tokens.isPunctuation(index - 1, ".") || isOwn, tokens.isPunctuation(index + 1, "="),
      !tokens.isPunctuation(index + 2, "="), body.mentionsRexxar
    else { return }
    addObjects(kind, (index + 2)..<tokens.statementEnd(index + 2))
  }

  /// Adds a registration for each object in the list in `range`.
  mutating func addObjects(_ kind: SourceRegistration.Kind, _ range: Range<Int>) {
    if range.count == 1, tokens.isWord(range.lowerBound, "nil") { return }
    guard let list = list(range) else { return addObject(kind, .unknown, at: range.lowerBound) }
    for part in tokens.parts(of: list) where !part.isEmpty {
      addObject(kind, expression(part), at: part.lowerBound)
    }
  }

  mutating func addObject(
    _ kind: SourceRegistration.Kind, _ value: SourceExpression, at index: Int
  ) {
    unit.registrations.append(
      WrittenRegistration(
        kind: kind, names: [], className: value, mechanism: .code,
        position: tokens.position(index), context: context(at: index)))
  }

  /// Returns the opening bracket of the literal list in `range`, or in the variable named there.
  private func list(_ range: Range<Int>) -> Int? {
    if let literal = tokens.literalList(range) { return literal }
    guard range.count == 1, let name = tokens.word(range.lowerBound),
      !body.parameters.contains(name)
    else { return nil }
    // The variable must have a single value in the function, and no call may change it.
    var list: Int?
    let start = max(0, range.lowerBound - Self.maximumDistance)
    for index in start..<range.lowerBound where tokens.isWord(index, name) {
      if tokens.isPunctuation(index + 1, "=") || tokens.isPunctuation(index + 1, ":") {
        let value = (index..<min(index + 16, range.lowerBound)).first {
          tokens.isPunctuation($0, "=")
        }
        guard list == nil, let value,
          let literal = tokens.literalList((value + 1)..<tokens.statementEnd(value + 1))
        else { return nil }
        list = literal
      } else if list != nil {
        return nil
      }
    }
    return list
  }

  /// The maximum number of tokens between a variable's value and its use.
  private static var maximumDistance: Int { 512 }
}
