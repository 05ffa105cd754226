import ErosCore
import ErosRegistry
import Stencil

/// The filters for values in templates.
///
/// Every value passes through a filter. Stencil renders a misspelled name as an empty string; a
/// filter throws for a missing value.
enum TemplateFilters {
  /// The filters by name.
  ///
  /// The filter `code` is for values that are already code.
  private static let all: [(name: String, escape: @Sendable (String) -> String)] = [
    ("code", { $0 }),
    ("objc", Escaping.objectiveC),
    ("swift", Escaping.swift),
    ("java", Escaping.java),
    ("kotlin", Escaping.kotlin),
    ("js", Escaping.javaScript),
    ("xml", Escaping.xml),
    ("json", { String(decoding: JSONWriter.write(.string($0)), as: UTF8.self) }),
    ("comment", Escaping.comment),
  ]

  static var names: [String] { all.map(\.name) }

  static func makeExtension() -> Stencil.Extension {
    let filters = Stencil.Extension()
    for (name, escape) in all {
      filters.registerFilter(name) { (value: Any?) throws -> Any? in
        switch value {
        case let text as String: return escape(text)
        case let isTrue as Bool: return String(isTrue)
        default:
          throw TemplateSyntaxError(
            "the filter '\(name)' requires a string or Boolean; check the name of the value")
        }
      }
    }
    return filters
  }
}
