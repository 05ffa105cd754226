import ErosCore
import ErosSyntax

/// Texts of Xcode that stand for build settings, such as `$(MARKETING_VERSION)`.
enum BuildSettingReference {
  /// The setting that a text stands for as a whole, or `nil` when it is something else.
  static func name(in text: String) -> String? {
    for (open, close) in [("$(", ")"), ("${", "}")] {
      guard text.hasPrefix(open), text.hasSuffix(close) else { continue }
      // What is behind a colon changes how the value is written.
      let name = text.dropFirst(2).dropLast().prefix { $0 != ":" }
      let isName = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
      return isName && !name.isEmpty ? String(name) : nil
    }
    return nil
  }

  /// Whether a text refers to settings anywhere.
  static func isIn(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }

  /// A text with the settings in it that `value` knows, or `nil` when it does not know one.
  static func expand(
    _ text: String, _ value: (String) throws -> String?
  ) rethrows -> String? {
    var result = ""
    var rest = Substring(text)
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...].dropFirst()
      let close: Character
      switch rest.first {
      case "(": close = ")"
      case "{": close = "}"
      default: return nil
      }
      guard let end = rest.firstIndex(of: close),
        let known = try value(String(rest[..<end].dropFirst()))
      else { return nil }
      result += known
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }
}
