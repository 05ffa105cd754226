import ErosCore

struct TemplateRenderer {
  /// The maximum length of the output and of each value in bytes.
  var outputLimit = 64 << 20
  /// The maximum number of rendered nodes, filters and loop iterations.
  var stepLimit = 20_000_000

  private(set) var output: [UInt8] = []
  private var scope: TemplateScope
  private var stepCount = 0

  init(_ context: TemplateContext) { scope = TemplateScope(context) }

  /// Appends the text of `nodes` to ``output``.
  mutating func render(_ nodes: [TemplateNode]) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text(let text, let offset):
        try countStep(at: offset)
        try append(text, at: offset)
      case .output(let operand, let filters): try render(operand, filters)
      case .branches(let branches, let offset): try render(branches, at: offset)
      case .loop(let name, let list, let body, let ifEmpty):
        try render(body, for: name, in: list, ifEmpty: ifEmpty)
      }
    }
  }

  private mutating func append(
    _ text: some Collection<UInt8>, at offset: Int
  ) throws(TemplateError) {
    try requireSpace(for: text.count, at: offset)
    output += text
  }

  private func requireSpace(for count: Int, at offset: Int) throws(TemplateError) {
    guard output.count + count <= outputLimit else {
      throw TemplateError(
        offset: offset, reason: "the output is longer than \(outputLimit) bytes")
    }
  }

  private mutating func countStep(at offset: Int) throws(TemplateError) {
    stepCount += 1
    guard stepCount <= stepLimit else {
      throw TemplateError(
        offset: offset, reason: "the template needs more than \(stepLimit) steps")
    }
  }

  // MARK: Tags

  private mutating func render(
    _ operand: TemplateOperand, _ filters: [TemplateFilter]
  ) throws(TemplateError) {
    try countStep(at: operand.offset)
    var text = try text(of: operand)
    for filter in filters {
      try countStep(at: operand.offset)
      text = filter.apply(to: text)
      // A filter can multiply the length.
      try requireSpace(for: text.utf8.count, at: operand.offset)
    }
    try append(text.utf8, at: operand.offset)
  }

  private func text(of operand: TemplateOperand) throws(TemplateError) -> String {
    switch operand {
    case .literal(let text, _): return text
    case .path(let path):
      if let text = try scope.text(at: path) { return text }
      throw TemplateError(
        offset: path.offset,
        reason: "'\(path.text)' has no value here; test it with 'if \(path.text)'")
    }
  }

  private mutating func render(
    _ branches: [TemplateBranch], at offset: Int
  ) throws(TemplateError) {
    for (condition, body) in branches {
      for _ in 0..<(condition?.operandCount ?? 1) { try countStep(at: offset) }
      if let condition, try !scope.isTrue(condition) { continue }
      return try render(body)
    }
  }

  private mutating func render(
    _ body: [TemplateNode], for name: String, in list: TemplatePath, ifEmpty: [TemplateNode]
  ) throws(TemplateError) {
    let elements = try scope.elements(at: list)
    if elements.isEmpty { return try render(ifEmpty) }
    for (index, element) in elements.enumerated() {
      try countStep(at: list.offset)
      scope.enterLoop(
        name, element, isFirst: index == 0, isLast: index == elements.count - 1)
      defer { scope.leaveLoop() }
      try render(body)
    }
  }
}
