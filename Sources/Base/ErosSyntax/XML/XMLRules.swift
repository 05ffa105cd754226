/// The parts of XML that a document may use, and limits.
package struct XMLRules: Sendable {
  /// `true` allows comments, processing instructions, CDATA sections and a document type.
  let allowsMarkup: Bool
  /// Counts open elements.
  let depth: Int
  /// In bytes, for elements and attributes.
  let nameLength: Int
  /// In bytes, for texts and attribute values.
  let textLength: Int
  /// Per element.
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

  /// For files of native projects.
  package static let projectFile = XMLRules(
    allowsMarkup: true, depth: 256, nameLength: 256, textLength: 1 << 20, attributeCount: 64)
}
