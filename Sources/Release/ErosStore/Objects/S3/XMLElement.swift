import ErosCore
import ErosSyntax

/// An element of an S3 document, with either text or child elements.
struct XMLElement: Equatable {
  /// The rules for S3 documents: only elements and text, because stores send no other markup.
  static let rules = XMLRules(
    allowsMarkup: false, depth: 8, nameLength: 64, textLength: 16 << 10, attributeCount: 4)

  let name: String
  private(set) var text = ""
  private(set) var children: [XMLElement] = []

  /// Parses a document.
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

  /// Returns the text of the child with a name, or `nil` unless there is exactly one.
  subscript(name: String) -> String? {
    let matches = children.filter { $0.name == name }
    return matches.count == 1 ? matches[0].text : nil
  }
}

extension XMLElement {
  /// Parses a response with the status 200; it may still be an error document.
  static func parsing(_ bytes: [UInt8]) throws(S3Failure) -> XMLElement {
    do { return try parse(bytes) } catch {
      guard case .truncated = error.kind else { throw .malformedResponse(.document) }
      throw .malformedResponse(.truncated)
    }
  }
}
