import ErosCore
import ErosTemplates

/// The templates of generated files: the built-in templates and the project's replacements.
public struct TemplateSet: Sendable {
  /// The suffix of template file names, after the name of the generated file.
  public static let suffix = ".stencil"

  /// A template that is not parsed yet.
  fileprivate struct Source {
    let text: [UInt8]
    /// The name of the generated file, or the path of the project's template, for errors.
    let label: String
  }

  private var sources: [String: Source]

  /// The built-in templates.
  public static let builtIn = TemplateSet(BuiltInTemplate.all)

  init(_ templates: [BuiltInTemplate]) {
    sources = Dictionary(
      uniqueKeysWithValues: templates.map { ($0.name, Source(text: $0.bytes, label: $0.name)) })
  }

  /// The names of the generated files that have a template, sorted.
  public var names: [String] { sources.keys.sorted(by: inByteOrder) }

  /// Returns the template of the file `name`.
  ///
  /// - Throws: ``GeneratorError/unknownTemplate(name:)``.
  public func text(of name: String) throws(GeneratorError) -> String {
    String(decoding: try source(of: name).text, as: UTF8.self)
  }

  /// Replaces the template of the file `name` with `text`.
  ///
  /// - Parameters:
  ///   - name: the name of the generated file.
  ///   - text: the new template; the language is described in docs/templates.md.
  ///   - path: the path of the file with the template, for errors.
  /// - Throws: ``GeneratorError/unknownTemplate(name:)``, and
  ///   ``GeneratorError/badTemplate(name:position:reason:)`` if the template has a syntax error.
  public mutating func replace(
    _ name: String, with text: String, from path: String? = nil
  ) throws(GeneratorError) {
    _ = try source(of: name)
    let source = Source(text: Array(text.utf8), label: path ?? name)
    _ = try parse(source)
    sources[name] = source
  }

  /// Renders the template of the file `name`.
  func render(_ name: String, _ context: TemplateContext) throws(GeneratorError) -> [UInt8] {
    let source = try source(of: name)
    let template = try parse(source)
    do { return try template.render(context) } catch { throw source.error(error) }
  }

  private func source(of name: String) throws(GeneratorError) -> Source {
    guard let source = sources[name] else { throw .unknownTemplate(name: name) }
    return source
  }

  private func parse(_ source: Source) throws(GeneratorError) -> Template {
    do { return try Template(source.text) } catch { throw source.error(error) }
  }
}

extension TemplateSet.Source {
  fileprivate func error(_ error: TemplateError) -> GeneratorError {
    .badTemplate(
      name: label, position: TextPosition(ofByte: error.offset, in: text), reason: error.reason)
  }
}
