import ErosCore
import ErosTemplates

/// The templates for generated files: the built-in ones, and those that the project replaces.
public struct TemplateSet: Sendable {
  /// The suffix that a template file adds to the generated file's name.
  public static let suffix = ".stencil"

  /// A template that is not parsed yet.
  fileprivate struct Source {
    let text: [UInt8]
    /// The generated file's name, or the path of the project's template, for errors.
    let label: String
    var isReplacement = false
  }

  private var sources: [String: Source]
  /// If set, it receives the values, and templates are not rendered.
  private let recorder: TemplateRecorder?

  /// The built-in templates.
  public static let builtIn = TemplateSet(BuiltInTemplate.all)

  init(_ templates: [BuiltInTemplate], recorder: TemplateRecorder? = nil) {
    sources = Dictionary(
      uniqueKeysWithValues: templates.map { ($0.name, Source(text: $0.bytes, label: $0.name)) })
    self.recorder = recorder
  }

  /// The names of generated files that have a template, sorted.
  public var names: [String] { sources.keys.sorted(by: inByteOrder) }

  /// Returns the template that `name` probably means.
  ///
  /// `name` can be misspelled, or be a generated file with the project's prefix, such as
  /// `AcmeErosRegistrant.h`.
  public func nearestName(to name: String) -> String? {
    let stem = name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
    let ends = names.filter { stem.hasSuffix($0) }
    return ends.max { $0.utf8.count < $1.utf8.count } ?? Spelling.nearest(to: stem, among: names)
  }

  /// Returns the template for the file `name`.
  ///
  /// - Throws: ``GeneratorError/unknownTemplate(name:nearest:)`` if there is none.
  public func text(of name: String) throws(GeneratorError) -> String {
    String(decoding: try source(of: name).text, as: UTF8.self)
  }

  /// Replaces the template for a file.
  ///
  /// A byte order mark is removed.
  ///
  /// - Parameters:
  ///   - name: The generated file's name.
  ///   - text: The new template. docs/templates.md describes the language.
  ///   - path: The path of the file with the template, for errors.
  /// - Throws: ``GeneratorError/unknownTemplate(name:nearest:)`` if there is no such template.
  ///   `TextError<TemplateErrorKind>` if the text has a syntax error.
  public mutating func replace(
    _ name: String, with text: String, from path: String? = nil
  ) throws {
    _ = try source(of: name)
    let bytes = Array(text.utf8)
    let source = Source(
      text: Array(bytes.dropFirst(UTF8Text.markLength(of: bytes))), label: path ?? name,
      isReplacement: true)
    _ = try parse(source)
    sources[name] = source
  }

  /// Checks the names in all replaced templates, even in parts that your description does not
  /// render.
  ///
  /// - Throws: `TextError<TemplateErrorKind>` for the first unknown name. `CryptoError` if hashing
  ///   fails.
  public func checkNames() throws {
    let replaced = sources.filter(\.value.isReplacement).sorted { inByteOrder($0.key, $1.key) }
    guard !replaced.isEmpty else { return }
    let contexts = try TemplateSample.contexts()
    for (name, source) in replaced {
      var checker = TemplateChecker(contexts[name] ?? [:])
      let nodes = try parse(source).nodes
      do { try checker.check(nodes) } catch { throw source.error(error) }
    }
  }

  /// Renders the template for the file `name`.
  func render(_ name: String, _ context: TemplateContext) throws -> [UInt8] {
    let source = try source(of: name)
    if let recorder {
      recorder.add(context, for: name)
      return []
    }
    let template = try parse(source)
    do { return try template.render(context) } catch { throw source.error(error) }
  }

  private func source(of name: String) throws(GeneratorError) -> Source {
    guard let source = sources[name] else {
      throw .unknownTemplate(name: name, nearest: nearestName(to: name))
    }
    return source
  }

  private func parse(_ source: Source) throws(TextError<TemplateErrorKind>) -> Template {
    do { return try Template(source.text) } catch { throw source.error(error) }
  }
}

extension TemplateSet.Source {
  fileprivate func error(_ error: TemplateError) -> TextError<TemplateErrorKind> {
    error.error(in: text, file: label)
  }
}
