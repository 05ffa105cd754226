/// A tag or a text in an XML document.
package struct XMLEvent: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case start(String, [XMLAttribute])
    case end(String)
    /// Text whose entities are replaced.
    ///
    /// Never empty.
    case text(String)
    /// A CDATA section's contents.
    case characterData(String)
  }

  package let content: Content

  /// The event's bytes, except a CDATA section's markers.
  ///
  /// Empty where `<array/>` ends.
  package let range: Range<Int>
}

/// An attribute of an XML element.
package struct XMLAttribute: Equatable, Sendable {
  package let name: String
  package let value: String
  /// The name's offset.
  package let offset: Int
}
