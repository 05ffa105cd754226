import ErosCore

/// A BCP 47 language tag in canonical case, such as `zh-Hans`.
///
/// It consists of a language and optionally a script, a region and variants. Extensions, private
/// use and grandfathered tags are rejected.
package struct LanguageTag: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// In bytes, as RFC 5646 recommends.
  static let maximumLength = 35

  package let description: String

  /// Parses a tag in any case, or returns `nil` if it is malformed.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength,
      text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
    else { return nil }
    var parts = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)[...]
    guard let language = parts.popFirst(), [2, 3, 5, 6, 7, 8].contains(language.utf8.count),
      language.isAlphabetic
    else { return nil }
    var canonical = [String(language)]
    if let script = parts.first, script.utf8.count == 4, script.isAlphabetic {
      canonical.append(script.prefix(1).uppercased() + script.dropFirst())
      parts.removeFirst()
    }
    if let region = parts.first, region.isRegion {
      canonical.append(region.uppercased())
      parts.removeFirst()
    }
    guard parts.allSatisfy(\.isVariant) else { return nil }
    description = (canonical + parts.map(String.init)).joined(separator: "-")
  }

  package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

extension Substring {
  fileprivate var isAlphabetic: Bool { utf8.allSatisfy(\.isLetter) }

  /// A country such as `cn`, or an area such as `419`.
  fileprivate var isRegion: Bool {
    utf8.count == 2 && isAlphabetic || utf8.count == 3 && utf8.allSatisfy(\.isDigit)
  }

  /// Such as `polyton` or `1996`.
  fileprivate var isVariant: Bool {
    (5...8).contains(utf8.count) || utf8.count == 4 && utf8.first?.isDigit == true
  }
}
