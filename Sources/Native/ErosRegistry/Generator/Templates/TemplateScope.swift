import ErosCore

/// The values that a template can use at some point: the context and loop variables.
struct TemplateScope {
  private let context: TemplateContext
  /// The loop variables, the innermost last.
  private var variables: [(name: String, value: TemplateValue)] = []

  init(_ context: TemplateContext) { self.context = context }

  /// Adds the variables for one iteration of a loop: `name` and `forloop`.
  mutating func enterLoop(
    _ name: String, _ element: TemplateValue, isFirst: Bool, isLast: Bool
  ) {
    variables.append((name, element))
    variables.append(("forloop", .object(["first": .flag(isFirst), "last": .flag(isLast)])))
  }

  mutating func leaveLoop() { variables.removeLast(2) }

  /// Returns the value at `path`.
  ///
  /// A member of an absent value is absent.
  func value(at path: TemplatePath) throws(TemplateError) -> TemplateValue {
    var value: TemplateValue
    if let variable = variables.last(where: { $0.name == path.names[0] }) {
      value = variable.value
    } else if let member = context[path.names[0]] {
      value = member
    } else {
      throw unknown(path, count: 1, among: variables.map(\.name) + context.keys)
    }
    for (index, name) in path.names.enumerated().dropFirst() {
      switch value {
      case .none: return .none
      case .object(let members):
        guard let member = members[name] else {
          throw unknown(path, count: index + 1, among: Array(members.keys))
        }
        value = member
      case .flag, .text, .list:
        let owner = path.names[..<index].joined(separator: ".")
        throw TemplateError(
          offset: path.offset, reason: "'\(owner)' has no values, so it has no '\(name)'")
      }
    }
    return value
  }

  /// Returns the text at `path`, or `nil` if the value is absent.
  func text(at path: TemplatePath) throws(TemplateError) -> String? {
    switch try value(at: path) {
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    case .none: return nil
    case .list:
      throw TemplateError(
        offset: path.offset, reason: "'\(path.text)' is a list; use 'for NAME in \(path.text)'")
    case .object(let members):
      throw TemplateError(
        offset: path.offset,
        reason: "'\(path.text)' is not a text; it has \(Self.quoted(members.keys))")
    }
  }

  /// Returns the list's elements.
  ///
  /// An absent list has none.
  func elements(at path: TemplatePath) throws(TemplateError) -> [TemplateValue] {
    switch try value(at: path) {
    case .list(let values): return values
    case .none: return []
    case .text, .flag, .object:
      throw TemplateError(offset: path.offset, reason: "'\(path.text)' is not a list")
    }
  }

  /// Evaluates a condition.
  ///
  /// All operands are evaluated, so that a misspelled name is an error.
  func isTrue(_ condition: TemplateCondition) throws(TemplateError) -> Bool {
    switch condition {
    case .path(let path): return try value(at: path).isTrue
    case .not(let condition): return try !isTrue(condition)
    case .all(let conditions):
      var result = true
      for condition in conditions where try !isTrue(condition) { result = false }
      return result
    case .any(let conditions):
      var result = false
      for condition in conditions where try isTrue(condition) { result = true }
      return result
    }
  }

  /// Returns the error for the first `count` names of a path.
  private func unknown(
    _ path: TemplatePath, count: Int, among names: [String]
  ) -> TemplateError {
    let names = Set(names).sorted(by: inByteOrder)
    let hint =
      Spelling.hint(for: path.names[count - 1], among: names)
      ?? "the values here are \(Self.quoted(names))"
    let name = path.names[..<count].joined(separator: ".")
    return TemplateError(offset: path.offset, reason: "unknown value '\(name)'; \(hint)")
  }

  private static func quoted(_ names: some Collection<String>) -> String {
    names.sorted(by: inByteOrder).map { "'\($0)'" }.joined(separator: ", ")
  }
}
