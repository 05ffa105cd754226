/// A tag or a text of an XML document.
package struct XMLEvent: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case start(String, [XMLAttribute])
    case end(String)
    /// Text with its entities replaced; never empty.
    case text(String)
    /// The contents of a CDATA section.
    case characterData(String)
  }

  package let content: Content

  /// The bytes of the event, without the markers of a CDATA section; empty for the end of an element
  /// such as `<array/>`.
  package let range: Range<Int>
}

/// An attribute of an XML element.
package struct XMLAttribute: Equatable, Sendable {
  package let name: String
  package let value: String
  /// The offset of the name.
  package let offset: Int
}
