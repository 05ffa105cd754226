import ErosCore
import ErosRegistry
import ErosTemplates
import Stencil

/// The templates that files are made with: those of the tool, and a project's own in their place.
public struct TemplateSet: Sendable {
  /// What a template's file is called after the name of what it makes.
  public static let suffix = ".stencil"

  private var texts: [String: String]

  /// The templates that the tool brings along.
  public static let builtIn = TemplateSet(BuiltInTemplate.all)

  init(_ templates: [BuiltInTemplate]) {
    texts = Dictionary(
      uniqueKeysWithValues: templates.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  /// The names of the files that there are templates for, sorted.
  public var names: [String] { texts.keys.sorted(by: inByteOrder) }

  /// The text of the template for the file `name`.
  public func text(of name: String) throws(GeneratorError) -> String {
    guard let text = texts[name] else { throw .unknownTemplate(name: name, known: names) }
    return text
  }

  /// Puts `text` in the place of the template for the file `name`.
  public mutating func replace(_ name: String, with text: String) throws(GeneratorError) {
    guard texts[name] != nil else { throw .unknownTemplate(name: name, known: names) }
    texts[name] = text
  }

  /// Renders the template for the file `name`.
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
