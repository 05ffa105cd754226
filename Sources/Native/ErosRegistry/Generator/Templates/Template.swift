import ErosCore

/// A parsed template for a generated file.
///
/// The language is part of Stencil's, the template language for Swift. docs/templates.md describes
/// it. Unlike in Stencil, a name that the context lacks is an error.
struct Template: Sendable {
  let nodes: [TemplateNode]

  init(_ text: [UInt8]) throws(TemplateError) {
    var parser = TemplateParser(text)
    nodes = try parser.parse()
  }

  /// Renders the template with the values in `context`.
  func render(_ context: TemplateContext) throws(TemplateError) -> [UInt8] {
    var renderer = TemplateRenderer(context)
    try renderer.render(nodes)
    return renderer.output
  }
}

indirect enum TemplateNode: Sendable {
  case text([UInt8], offset: Int)
  /// `{{ value|filter }}`
  case output(TemplateOperand, [TemplateFilter])
  /// `{% if a %}`, `{% elif b %}` and so on.
  ///
  /// `{% else %}` is a branch without a condition.
  case branches([TemplateBranch], offset: Int)
  /// `{% for name in list %}`.
  ///
  /// If the list has no elements, `{% empty %}` applies.
  case loop(name: String, list: TemplatePath, body: [TemplateNode], ifEmpty: [TemplateNode])
}

/// A condition, or `nil` for `else`, and the nodes that it selects.
typealias TemplateBranch = (condition: TemplateCondition?, body: [TemplateNode])

/// A value's name, such as `method.name`, and its offset in the template.
struct TemplatePath: Sendable {
  let names: [String]
  let offset: Int

  var text: String { names.joined(separator: ".") }
}

/// A value in a template: a name, or a text in quotation marks.
enum TemplateOperand: Sendable {
  case path(TemplatePath)
  case literal(String, offset: Int)

  var offset: Int {
    switch self {
    case .path(let path): path.offset
    case .literal(_, let offset): offset
    }
  }
}

indirect enum TemplateCondition: Sendable {
  case path(TemplatePath)
  case not(TemplateCondition)
  /// Conditions with `and` between them.
  case all([TemplateCondition])
  /// Conditions with `or` between them.
  case any([TemplateCondition])

  var operandCount: Int {
    switch self {
    case .path: 1
    case .not(let condition): condition.operandCount
    case .all(let conditions), .any(let conditions):
      conditions.reduce(0) { $0 + $1.operandCount }
    }
  }
}
