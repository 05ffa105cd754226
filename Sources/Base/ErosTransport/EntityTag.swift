import ErosCore

/// The entity tag of a resource, with its quotes, such as `"5f3a"` or `W/"5f3a"`.
///
/// A client sends the tag back to the server. Some proxies and hosts do not check the header fields
/// that they pass on, so only the printable ASCII characters that RFC 9110 allows are accepted.
/// Other characters would make the next request invalid, or may not survive the conversion to a
/// string.
package struct EntityTag: Sendable, Hashable {
  /// The maximum number of bytes of a tag.
  static let maximumLength = 512

  /// The tag with its quotes.
  package let text: String

  /// Whether the tag is strong: it identifies the bytes of the resource.
  package let isStrong: Bool

  /// Parses a tag; returns `nil` if it is malformed or longer than ``maximumLength``.
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
