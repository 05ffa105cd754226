/// A value in a template.
///
/// A context names every value that its template may use. An absent value is ``none``, so a name
/// that is not in the context must be misspelled.
enum TemplateValue: Sendable {
  case none
  case flag(Bool)
  case text(String)
  case list([TemplateValue])
  case object(TemplateContext)

  static func text(ifPresent text: String?) -> Self { text.map(Self.text) ?? .none }

  static func texts(_ texts: some Sequence<String>) -> Self { .list(texts.map(Self.text)) }

  static func objects(_ contexts: some Sequence<TemplateContext>) -> Self {
    .list(contexts.map(Self.object))
  }

  /// `true` for a true flag, and for anything that is not empty.
  var isTrue: Bool {
    switch self {
    case .none: false
    case .flag(let flag): flag
    case .text(let text): !text.isEmpty
    case .list(let values): !values.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// The text of a ``text(_:)``.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Merges the members of two values.
  ///
  /// A list keeps at most one element, merged from all elements.
  ///
  /// If the values differ in kind, the result is ``none``.
  func merged(with other: TemplateValue) -> TemplateValue {
    switch (self, other) {
    case (.none, let value), (let value, .none): value.withMergedElements
    case (.object(let members), .object(let others)):
      .object(members.merging(others) { $0.merged(with: $1) }.mapValues(\.withMergedElements))
    case (.list(let elements), .list(let others)): .list(elements + others).withMergedElements
    case (.text, .text), (.flag, .flag): self
    default: .none
    }
  }

  private var withMergedElements: TemplateValue {
    switch self {
    case .object(let members): .object(members.mapValues(\.withMergedElements))
    case .list(let elements):
      .list(elements.isEmpty ? [] : [elements.reduce(.none) { $0.merged(with: $1) }])
    case .none, .flag, .text: self
    }
  }
}

typealias TemplateContext = [String: TemplateValue]

extension TemplateValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral {
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
