import ErosCore

/// Escapes values in templates.
///
/// The built-in templates pass every value through a filter for its language.
enum TemplateFilter: String, Sendable, CaseIterable {
  /// For values that are already code.
  case code
  case objc, swift, java, kotlin, js, xml, json, comment
  case uppercase, lowercase, capitalize

  func apply(to text: String) -> String {
    switch self {
    case .code: text
    case .objc: Escaping.objectiveC(text)
    case .swift: Escaping.swift(text)
    case .java: Escaping.java(text)
    case .kotlin: Escaping.kotlin(text)
    case .js: Escaping.javaScript(text)
    case .xml: Escaping.xml(text)
    case .json: String(decoding: JSONWriter.write(.string(text)), as: UTF8.self)
    case .comment: Escaping.comment(text)
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    case .capitalize: text.prefix(1).uppercased() + text.dropFirst()
    }
  }
}
