import ErosCore
import ErosSyntax

/// References to Xcode build settings, such as `$(MARKETING_VERSION)`.
enum BuildSettingReference {
  /// Returns the setting if `text` is exactly one reference.
  static func name(in text: String) -> String? {
    for (open, close) in [("$(", ")"), ("${", "}")] {
      guard text.hasPrefix(open), text.hasSuffix(close) else { continue }
      // An operator after a colon changes only the notation of the value.
      let name = text.dropFirst(2).dropLast().prefix { $0 != ":" }
      let isName = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
      return isName && !name.isEmpty ? String(name) : nil
    }
    return nil
  }

  static func isIn(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }

  /// Replaces all references with their values.
  ///
  /// Returns `nil` if a value is unknown.
  static func expand(
    _ text: String, _ value: (String) throws -> String?
  ) rethrows -> String? {
    var result = ""
    var remainder = Substring(text)
    while let dollar = remainder.firstIndex(of: "$") {
      result += remainder[..<dollar]
      remainder = remainder[dollar...].dropFirst()
      let close: String
      switch remainder.first {
      case "(": close = ")"
      case "{": close = "}"
      default: return nil
      }
      guard let end = remainder.firstIndex(of: close),
        let expansion = try value(String(remainder[..<end].dropFirst()))
      else { return nil }
      result += expansion
      remainder = remainder[end...].dropFirst()
    }
    return result + remainder
  }
}
