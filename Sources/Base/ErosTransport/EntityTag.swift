import ErosCore

/// A resource's entity tag with its quotes, such as `"5f3a"` or `W/"5f3a"`.
///
/// A client sends the tag back to the server. Some proxies and hosts do not check the header fields
/// that they pass on, so only the printable ASCII characters are accepted that RFC 9110 allows. Any
/// other character would make the next request invalid, or may not survive the conversion to a
/// string.
package struct EntityTag: Sendable, Hashable {
  /// In bytes.
  static let maximumLength = 512

  /// Includes the quotes.
  package let text: String

  /// `true` if the tag identifies the resource's bytes.
  package let isStrong: Bool

  /// Returns `nil` if the tag is malformed or longer than ``maximumLength``.
  package init?(_ text: String) {
    let prefix = "W/"
    isStrong = !text.hasPrefix(prefix)
    let quote = UInt8(ascii: "\"")
    let bytes = text.dropFirst(isStrong ? 0 : prefix.count).utf8
    guard text.utf8.count <= Self.maximumLength, bytes.count >= 2, bytes.first == quote,
      bytes.last == quote,
      bytes.dropFirst().dropLast().allSatisfy({ 0x21...0x7E ~= $0 && $0 != quote })
    else { return nil }
    self.text = text
  }
}
