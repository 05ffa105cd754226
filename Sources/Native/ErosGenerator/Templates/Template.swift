import ErosCore

/// A parsed template of a generated file.
///
/// The language is a part of Stencil's, the template language for Swift; docs/templates.md describes
/// it. Unlike in Stencil, a name that the context does not have is an error.
struct Template: Sendable {
  let nodes: [TemplateNode]

  /// Parses the text of a template.
  init(_ text: [UInt8]) throws(TemplateError) {
    var parser = try TemplateParser(text)
    nodes = try parser.parse()
  }

  /// Returns the text for the values of `context`.
  func render(_ context: TemplateContext) throws(TemplateError) -> [UInt8] {
    var renderer = TemplateRenderer(context)
    try renderer.render(nodes)
    return renderer.output
  }
}

/// An error in a template, with the offset of the byte at which it is.
struct TemplateError: Error {
  let offset: Int
  let reason: String
}

/// A part of a parsed template.
indirect enum TemplateNode: Sendable {
  case text([UInt8])
  /// `{{ value|filter }}`
  case output(TemplateOperand, [TemplateFilter])
  /// `{% if a %}`, `{% elif b %}` and so on; `{% else %}` is a branch without a condition.
  case branches([(condition: TemplateCondition?, body: [TemplateNode])])
  /// `{% for name in list %}`; `{% empty %}` is for a list without elements.
  case loop(name: String, list: TemplatePath, body: [TemplateNode], ifEmpty: [TemplateNode])
}

/// The name of a value, such as `method.name`, and its offset in the template.
struct TemplatePath: Sendable {
  let names: [String]
  let offset: Int

  var text: String { names.joined(separator: ".") }
}

/// A value in a template: a name, or a text in quotation marks.
enum TemplateOperand: Sendable {
  case path(TemplatePath)
  case literal(String)
}

/// The condition of an `if`.
indirect enum TemplateCondition: Sendable {
  case path(TemplatePath)
  case not(TemplateCondition)
  case and(TemplateCondition, TemplateCondition)
  case or(TemplateCondition, TemplateCondition)
}
