/// The parts of XML that a document may use, and their limits.
package struct XMLRules: Sendable {
  /// Whether comments, processing instructions, CDATA sections and a document type are allowed.
  let allowsMarkup: Bool
  /// The maximum number of open elements.
  let depth: Int
  /// The maximum length of the name of an element or attribute, in bytes.
  let nameLength: Int
  /// The maximum length of a text or attribute value, in bytes.
  let textLength: Int
  /// The maximum number of attributes of an element.
  let attributeCount: Int

  package init(
    allowsMarkup: Bool, depth: Int, nameLength: Int, textLength: Int, attributeCount: Int
  ) {
    self.allowsMarkup = allowsMarkup
    self.depth = depth
    self.nameLength = nameLength
    self.textLength = textLength
    self.attributeCount = attributeCount
  }

  /// The rules for files of native projects.
  package static let projectFile = XMLRules(
    allowsMarkup: true, depth: 256, nameLength: 256, textLength: 1 << 20, attributeCount: 64)
}
