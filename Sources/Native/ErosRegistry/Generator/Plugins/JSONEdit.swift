import ErosCore

/// Changes single values of a JSON document, and keeps all its other bytes.
struct JSONEdit {
  private(set) var bytes: [UInt8]
  private let file: String
  private let newline: String
  /// One level of indentation.
  private let unit: String

  /// Wraps a document.
  ///
  /// New lines get the indentation and the line ends that it already has.
  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    newline = bytes.lineEnd
    let text = String(decoding: bytes, as: UTF8.self)
    let indentation = text.split(whereSeparator: \.isNewline).lazy
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
    let items =
      parent.value.array?.map(\.range)
      ?? parent.value.object?.members.map { $0.keyRange.lowerBound..<$0.node.range.upperBound }
      ?? []
    let outer = bytes.indentation(at: parent.range.lowerBound)
    let inner = items.last.map { bytes.indentation(at: $0.lowerBound) } ?? outer + unit
    let name = key.map { text(of: .string($0), in: "") + ": " } ?? ""
    let item = newline + inner + name + text(of: value, in: inner)
    if let last = items.last {
      replace(last.upperBound..<last.upperBound, with: "," + item)
    } else {
      let brackets = key == nil ? ("[", "]") : ("{", "}")
      replace(parent.range, with: brackets.0 + item + newline + outer + brackets.1)
    }
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
