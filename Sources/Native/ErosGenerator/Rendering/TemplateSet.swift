import ErosCore
import ErosRegistry
import ErosTemplates
import Stencil

/// The templates of generated files: the built-in templates and the project's replacements.
public struct TemplateSet: Sendable {
  /// The suffix of template file names, after the name of the generated file.
  public static let suffix = ".stencil"

  private var texts: [String: String]

  /// The built-in templates.
  public static let builtIn = TemplateSet(BuiltInTemplate.all)

  init(_ templates: [BuiltInTemplate]) {
    texts = Dictionary(
      uniqueKeysWithValues: templates.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  /// The names of the generated files that have a template, sorted.
  public var names: [String] { texts.keys.sorted(by: inByteOrder) }

  /// Returns the template of the file `name`.
  public func text(of name: String) throws(GeneratorError) -> String {
    guard let text = texts[name] else { throw .unknownTemplate(name: name) }
    return text
  }

  /// Replaces the template of the file `name` with `text`.
  public mutating func replace(_ name: String, with text: String) throws(GeneratorError) {
    guard texts[name] != nil else { throw .unknownTemplate(name: name) }
    texts[name] = text
  }

  /// Renders the template of the file `name`.
  func render(_ name: String, _ context: [String: Any]) throws(GeneratorError) -> String {
    let environment = Environment(
      loader: DictionaryLoader(templates: texts),
      extensions: [TemplateFilters.makeExtension()], trimBehaviour: .smart)
    do {
      return try environment.renderTemplate(
        name: name, context: context.mapValues(TemplateObject.wrap))
    } catch let error as TemplateSyntaxError {
      let line = error.token.map { "line \($0.sourceMap.location.lineNumber): " } ?? ""
      throw .badTemplate(name: name, reason: line + error.reason)
    } catch {
      throw .badTemplate(name: name, reason: "\(error)")
    }
  }
}
