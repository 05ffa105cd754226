import ErosCore

/// A parsed template of a generated file.
///
/// The language is a part of Stencil's, the template language for Swift; docs/templates.md describes
/// it. Unlike in Stencil, a name that the context lacks is an error.
struct Template: Sendable {
  let nodes: [TemplateNode]

  /// Parses the text of a template.
  init(_ text: [UInt8]) throws(TemplateError) {
    var parser = TemplateParser(text)
    nodes = try parser.parse()
  }

  /// Returns the text for the values of `context`.
  func render(_ context: TemplateContext) throws(TemplateError) -> [UInt8] {
    var renderer = TemplateRenderer(context)
    try renderer.render(nodes)
    return renderer.output
  }
}

/// A part of a parsed template.
indirect enum TemplateNode: Sendable {
  case text([UInt8], offset: Int)
  /// `{{ value|filter }}`
  case output(TemplateOperand, [TemplateFilter])
  /// `{% if a %}`, `{% elif b %}` and so on; `{% else %}` is a branch without a condition.
  case branches([TemplateBranch], offset: Int)
  /// `{% for name in list %}`; `{% empty %}` is for a list without elements.
  case loop(name: String, list: TemplatePath, body: [TemplateNode], ifEmpty: [TemplateNode])
}

/// A condition of an `if`, or `nil` for `else`, and the nodes that it selects.
typealias TemplateBranch = (condition: TemplateCondition?, body: [TemplateNode])

/// The name of a value, such as `method.name`, and its offset in the template.
struct TemplatePath: Sendable {
  let names: [String]
  let offset: Int

  var text: String { names.joined(separator: ".") }
}

/// A value in a template: a name, or a text in quotation marks.
enum TemplateOperand: Sendable {
  case path(TemplatePath)
  case literal(String, offset: Int)

  /// The offset in the template.
  var offset: Int {
    switch self {
    case .path(let path): path.offset
    case .literal(_, let offset): offset
    }
  }
}

/// The condition of an `if`.
indirect enum TemplateCondition: Sendable {
  case path(TemplatePath)
  case not(TemplateCondition)
  /// Conditions with `and` between them.
  case all([TemplateCondition])
  /// Conditions with `or` between them.
  case any([TemplateCondition])

  /// The number of paths in the condition.
  var operandCount: Int {
    switch self {
    case .path: 1
    case .not(let condition): condition.operandCount
    case .all(let conditions), .any(let conditions):
      conditions.reduce(0) { $0 + $1.operandCount }
    }
  }
}
