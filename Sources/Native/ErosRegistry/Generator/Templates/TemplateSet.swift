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
    var isReplacement = false
  }

  private var sources: [String: Source]
  /// Receives the values of templates, which are then not rendered.
  private let recorder: TemplateRecorder?

  /// The built-in templates.
  public static let builtIn = TemplateSet(BuiltInTemplate.all)

  init(_ templates: [BuiltInTemplate], recorder: TemplateRecorder? = nil) {
    sources = Dictionary(
      uniqueKeysWithValues: templates.map { ($0.name, Source(text: $0.bytes, label: $0.name)) })
    self.recorder = recorder
  }

  /// The names of the generated files that have a template, sorted.
  public var names: [String] { sources.keys.sorted(by: inByteOrder) }

  /// Returns the name of the template that `name` probably refers to, or `nil`.
  ///
  /// `name` can be misspelled, and can be the name of a generated file with the prefix of the
  /// project, such as `AcmeErosRegistrant.h`.
  public func nearestName(to name: String) -> String? {
    let stem = name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
    let ends = names.filter { stem.hasSuffix($0) }
    return ends.max { $0.utf8.count < $1.utf8.count } ?? Spelling.nearest(to: stem, among: names)
  }

  /// Returns the template of the file `name`.
  ///
  /// - Throws: ``GeneratorError/unknownTemplate(name:nearest:)``.
  public func text(of name: String) throws(GeneratorError) -> String {
    String(decoding: try source(of: name).text, as: UTF8.self)
  }

  /// Replaces the template of the file `name` with `text`, without a byte order mark.
  ///
  /// - Parameters:
  ///   - name: the name of the generated file.
  ///   - text: the new template; the language is described in docs/templates.md.
  ///   - path: the path of the file with the template, for errors.
  /// - Throws: ``GeneratorError/unknownTemplate(name:nearest:)``, and
  ///   `TextError<TemplateErrorKind>` if the template has a syntax error.
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

  /// Checks the names of values in all replaced templates, also in parts that a description does not
  /// render.
  ///
  /// - Throws: `TextError<TemplateErrorKind>` for the first unknown name, and `CryptoError` if
  ///   hashing fails.
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

  /// Renders the template of the file `name`.
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
