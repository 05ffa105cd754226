import ErosCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

package enum ConfigText {
  /// Accepts one to four numbers and an optional suffix, such as `1.0.0` or `1.2.0-beta.1`.
  package static func isVersion(_ text: String) -> Bool {
    let numbers = text.utf8.prefix { $0 != UInt8(ascii: "-") }
    return isNumbers(String(decoding: numbers, as: UTF8.self)) && NativeVersion(text) != nil
  }

  /// Accepts one to four numbers separated by dots, such as `1.0.0`.
  package static func isNumbers(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...4).contains(parts.count)
      && parts.allSatisfy { (1...9).contains($0.count) && $0.allSatisfy(\.isDigit) }
  }

  /// Accepts a placeholder from a project template, such as `eros-template-version`.
  package static func isPlaceholder(_ text: String) -> Bool {
    !text.utf8.contains { $0.isDigit }
      && ["template", "version"].contains { text.lowercased().contains($0) }
  }

  /// Accepts `#` and three, six or eight hexadecimal digits.
  static func isColor(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "#"), [4, 7, 9].contains(text.utf8.count) else {
      return false
    }
    return text.utf8.dropFirst().allSatisfy { byte in
      switch byte | 0x20 {
      case UInt8(ascii: "a")...UInt8(ascii: "f"): true
      default: byte.isDigit
      }
    }
  }

  /// Accepts an absolute URL that has a host and uses one of `schemes`.
  package static func isURL(_ text: String, schemes: [String]) -> Bool {
    guard !text.unicodeScalars.contains(where: { $0.properties.isWhitespace }),
      let components = URLComponents(string: text), let scheme = components.scheme?.lowercased()
    else { return false }
    return schemes.contains(scheme) && components.host?.isEmpty == false
  }

  /// Tells an absolute URL from a path in the bundle.
  static func isAbsoluteURL(_ text: String) -> Bool { text.utf8.contains("://".utf8) }

  static func hasParentComponent(_ path: String) -> Bool {
    path.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      .contains { $0.elementsEqual("..".utf8) }
  }
}
