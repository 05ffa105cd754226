import ErosCore

/// Renders the nodes of a template.
struct TemplateRenderer {
  /// The maximum length of the output in bytes.
  var outputLimit = 64 << 20
  /// The maximum number of rendered nodes, which also ends loops without output.
  var nodeLimit = 20_000_000

  private(set) var output: [UInt8] = []
  private let context: TemplateContext
  /// The values of loops, the innermost last.
  private var loops: [(name: String, value: TemplateValue)] = []
  private var nodeCount = 0

  init(_ context: TemplateContext) { self.context = context }

  /// Appends the text of `nodes` to ``output``.
  mutating func render(_ nodes: [TemplateNode]) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text(let text): try append(text, at: 0)
      case .output(let operand, let filters): try append(operand, filters)
      case .branches(let branches): try render(branches)
      case .loop(let name, let list, let body, let ifEmpty):
        try render(body, for: name, in: list, ifEmpty: ifEmpty)
      }
    }
  }

  private mutating func append(
    _ text: some Collection<UInt8>, at offset: Int
  ) throws(TemplateError) {
    try count(at: offset)
    guard output.count + text.count <= outputLimit else {
      throw TemplateError(
        offset: offset, reason: "the output is longer than \(outputLimit) bytes")
    }
    output += text
  }

  private mutating func count(at offset: Int) throws(TemplateError) {
    nodeCount += 1
    guard nodeCount <= nodeLimit else {
      throw TemplateError(
        offset: offset, reason: "the loops have more than \(nodeLimit) steps")
    }
  }

  // MARK: Tags

  private mutating func append(
    _ operand: TemplateOperand, _ filters: [TemplateFilter]
  ) throws(TemplateError) {
    switch operand {
    case .literal(let text): try append(filtered(text, filters).utf8, at: 0)
    case .path(let path):
      try append(filtered(try text(at: path), filters).utf8, at: path.offset)
    }
  }

  private func filtered(_ text: String, _ filters: [TemplateFilter]) -> String {
    filters.reduce(text) { text, filter in filter.apply(to: text) }
  }

  private func text(at path: TemplatePath) throws(TemplateError) -> String {
    switch try value(at: path) {
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    case .none:
      throw TemplateError(
        offset: path.offset,
        reason: "'\(path.text)' has no value here; test it with 'if \(path.text)'")
    case .list:
      throw TemplateError(
        offset: path.offset, reason: "'\(path.text)' is a list; use 'for NAME in \(path.text)'")
    case .object(let members):
      throw TemplateError(
        offset: path.offset,
        reason: "'\(path.text)' is not a text; it has \(Self.quoted(members.keys))")
    }
  }

  private mutating func render(
    _ branches: [(condition: TemplateCondition?, body: [TemplateNode])]
  ) throws(TemplateError) {
    try count(at: 0)
    for (condition, body) in branches {
      if let condition, try !isTrue(condition) { continue }
      return try render(body)
    }
  }

  private func isTrue(_ condition: TemplateCondition) throws(TemplateError) -> Bool {
    switch condition {
    case .path(let path): try value(at: path).isTrue
    case .not(let condition): try !isTrue(condition)
    // Both sides are evaluated, so that a misspelled name is found.
    case .and(let left, let right): try Self.both(isTrue(left), isTrue(right))
    case .or(let left, let right): try !Self.both(!isTrue(left), !isTrue(right))
    }
  }

  private static func both(_ left: Bool, _ right: Bool) -> Bool { left && right }

  private mutating func render(
    _ body: [TemplateNode], for name: String, in list: TemplatePath, ifEmpty: [TemplateNode]
  ) throws(TemplateError) {
    let elements: [TemplateValue]
    switch try value(at: list) {
    case .list(let values): elements = values
    case .none: elements = []
    case .text, .flag, .object:
      throw TemplateError(offset: list.offset, reason: "'\(list.text)' is not a list")
    }
    if elements.isEmpty { return try render(ifEmpty) }
    for (index, element) in elements.enumerated() {
      try count(at: list.offset)
      loops.append((name, element))
      loops.append(
        (
          "forloop",
          .object([
            "first": .flag(index == 0), "last": .flag(index == elements.count - 1),
          ])
        ))
      defer { loops.removeLast(2) }
      try render(body)
    }
  }

  // MARK: Names

  private func value(at path: TemplatePath) throws(TemplateError) -> TemplateValue {
    var value: TemplateValue
    if let loop = loops.last(where: { $0.name == path.names[0] }) {
      value = loop.value
    } else if let found = context[path.names[0]] {
      value = found
    } else {
      throw unknown(path, count: 1, among: loops.map(\.name) + context.keys)
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

  /// The error for the first `count` names of a path.
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
