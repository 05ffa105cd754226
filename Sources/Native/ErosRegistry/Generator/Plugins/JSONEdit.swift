package import ErosCore

/// Changes single values of a JSON document, and keeps all its other bytes.
///
/// A configuration may also be a JavaScript module.
package struct JSONEdit {
  package private(set) var bytes: [UInt8]
  private let file: String
  private let newline: String
  /// One level of indentation.
  private let unit: String

  /// Wraps a document.
  ///
  /// New lines get the indentation and the line ends that it already has.
  package init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    newline = bytes.lineEnd
    // A comment may precede the value.
    let value = bytes.drop { $0 != UInt8(ascii: "{") }
    let indentation = String(decoding: value, as: UTF8.self).split(whereSeparator: \.isNewline).lazy
      .map { $0.prefix { $0 == " " || $0 == "\t" } }.first { !$0.isEmpty }
    unit = indentation.map(String.init) ?? "  "
  }

  /// Parses the document as it is now.
  ///
  /// - Throws: `JSONError` if it is not JSON.
  func root() throws -> JSONNode { try JSONReader.read(bytes, file: file) }

  /// Replaces a value that the document has.
  mutating func replace(_ node: JSONNode, with value: JSONValue) {
    replace(node.range, with: text(of: value, in: bytes.indentation(at: node.range.lowerBound)))
  }

  /// Appends a member to an object, or an item to an array for the key `nil`.
  mutating func append(_ value: JSONValue, key: String?, to parent: JSONNode) {
    append([(key, value)], to: parent)
  }

  /// Appends members to an object, or items without keys to an array.
  ///
  /// They get the indentation of the last one. Nothing is appended to a value without a range.
  package mutating func append(
    _ additions: [(key: String?, value: JSONValue)], to parent: JSONNode
  ) {
    guard !additions.isEmpty, !parent.range.isEmpty else { return }
    let items =
      parent.value.array?.map(\.range)
      ?? parent.value.object?.members.map { $0.keyRange.lowerBound..<$0.node.range.upperBound }
      ?? []
    let outer = bytes.indentation(at: parent.range.lowerBound)
    let inner = items.last.flatMap { indentation(of: $0, in: parent) } ?? outer + unit
    let lines = additions.map { key, value in
      let name = key.map { text(of: .string($0), in: "") + ": " } ?? ""
      return newline + inner + name + text(of: value, in: inner)
    }.joined(separator: ",")
    if let last = items.last {
      replace(last.upperBound..<last.upperBound, with: "," + lines)
    } else {
      let content = (parent.range.lowerBound + 1)..<(parent.range.upperBound - 1)
      // Comments stay.
      let isBlank = bytes[content].allSatisfy(\.isSpace)
      replace(
        isBlank ? content : content.lowerBound..<content.lowerBound, with: lines + newline + outer)
    }
  }

  /// Returns `nil` for an item on the same line as the start of `parent`.
  private func indentation(of item: Range<Int>, in parent: JSONNode) -> String? {
    guard bytes[parent.range.lowerBound..<item.lowerBound].contains(UInt8(ascii: "\n")) else {
      return nil
    }
    return bytes.indentation(at: item.lowerBound)
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
  }

  private func text(of value: JSONValue, in indentation: String) -> String {
    let lines = String(decoding: JSONWriter.write(value, layout: .pretty), as: UTF8.self)
      .split(separator: "\n")
    return lines.enumerated().map { index, line in
      let depth = line.prefix { $0 == " " }.count / 2
      let levels = String(repeating: unit, count: depth)
      return (index == 0 ? "" : indentation) + levels + line.drop { $0 == " " }
    }.joined(separator: newline)
  }
}

extension [UInt8] {
  /// The end of new lines in this text.
  var lineEnd: String { contains(UInt8(ascii: "\r")) ? "\r\n" : "\n" }

  /// Returns the white space at the start of the line with the byte at `offset`.
  func indentation(at offset: Int) -> String {
    let start = self[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let spaces = self[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: spaces, as: UTF8.self)
  }
}
