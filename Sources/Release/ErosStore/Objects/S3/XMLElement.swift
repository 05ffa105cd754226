import ErosCore
import ErosSyntax

/// An element in an S3 document, with text or children but not both.
struct XMLElement: Equatable {
  /// S3 documents have only elements and text.
  ///
  /// Stores send no other markup.
  static let rules = XMLRules(
    allowsMarkup: false, depth: 8, nameLength: 64, textLength: 16 << 10, attributeCount: 4)

  let name: String
  private(set) var text = ""
  private(set) var children: [XMLElement] = []

  static func parse(_ bytes: [UInt8]) throws(SyntaxFailure) -> XMLElement {
    var reader = try XMLReader(ByteScanner(bytes), rules)
    guard let event = try reader.next(), case .start = event.content else {
      throw .init(.truncated(expected: "an element"), at: bytes.count)
    }
    let root = try XMLElement(event, &reader)
    _ = try reader.next()
    return root
  }

  private init(_ start: XMLEvent, _ reader: inout XMLReader) throws(SyntaxFailure) {
    guard case .start(let name, _) = start.content, name.utf8.allSatisfy(\.isAlphanumeric) else {
      throw reader.unexpected(start, "an element without a prefix")
    }
    self.name = name
    while let event = try reader.next() {
      switch event.content {
      case .start: children.append(try XMLElement(event, &reader))
      case .text(let part), .characterData(let part): text += part
      case .end:
        guard !children.isEmpty else { return }
        guard text.utf8.allSatisfy(\.isSpace) else {
          throw reader.unexpected(event, "elements only")
        }
        text = ""
        return
      }
    }
  }

  /// Returns the text of a child, or `nil` unless exactly one child has this name.
  subscript(name: String) -> String? {
    let matches = children.filter { $0.name == name }
    return matches.count == 1 ? matches[0].text : nil
  }
}

extension XMLElement {
  /// Parses a response with status 200, which may still be an error document.
  static func parsing(_ bytes: [UInt8]) throws(S3Failure) -> XMLElement {
    do { return try parse(bytes) } catch {
      guard case .truncated = error.kind else { throw .malformedResponse(.document) }
      throw .malformedResponse(.truncated)
    }
  }
}
