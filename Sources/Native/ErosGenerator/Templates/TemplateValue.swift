/// A value that a template uses.
///
/// A context names every value that its template may use. A value that is absent is ``none``, so that
/// a name that is not in the context is a misspelling.
enum TemplateValue: Sendable {
  case none
  case flag(Bool)
  case text(String)
  case list([TemplateValue])
  case object(TemplateContext)

  /// A text, or ``none``.
  static func text(ifPresent text: String?) -> Self { text.map(Self.text) ?? .none }

  /// A list of texts.
  static func texts(_ texts: some Sequence<String>) -> Self { .list(texts.map(Self.text)) }

  /// A list of objects.
  static func objects(_ contexts: some Sequence<TemplateContext>) -> Self {
    .list(contexts.map(Self.object))
  }

  /// Whether a condition is true for the value: a true flag, or something that is not empty.
  var isTrue: Bool {
    switch self {
    case .none: false
    case .flag(let flag): flag
    case .text(let text): !text.isEmpty
    case .list(let values): !values.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// The text of a ``text(_:)``, or `nil`.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

/// The values of a template by name.
typealias TemplateContext = [String: TemplateValue]

extension TemplateValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral {
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
