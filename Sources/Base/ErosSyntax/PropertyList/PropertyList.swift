package import ErosCore

/// A value in a property list, with its byte range.
package struct PropertyListNode: Sendable {
  enum Value: Sendable {
    case string(String)
    case array([PropertyListNode])
    case dictionary([Member])
    /// A number, a date, data or a Boolean.
    case other
  }

  package struct Member: Sendable {
    package let key: String
    package let node: PropertyListNode
  }

  static let depthLimit = 64

  let value: Value

  /// The value's bytes.
  ///
  /// A string's range contains no quotes or tags.
  package let range: Range<Int>

  /// The byte ranges to replace when a string is edited.
  ///
  /// They contain no comments. There are none if the string cannot be replaced.
  package let parts: [Range<Int>]

  init(value: Value, range: Range<Int>, parts: [Range<Int>]? = nil) {
    self.value = value
    self.range = range
    self.parts = parts ?? [range]
  }

  package var string: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  package var array: [PropertyListNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  /// In source order.
  ///
  /// A key may occur twice.
  package var dictionary: [Member]? {
    guard case .dictionary(let members) = value else { return nil }
    return members
  }

  /// Returns a key's last value, because Apple's parsers replace earlier ones.
  package subscript(key: String) -> PropertyListNode? { dictionary?.last { $0.key == key }?.node }

  /// Members whose key occurs before in the same dictionary.
  package var duplicates: [Member] {
    switch value {
    case .array(let nodes): return nodes.flatMap(\.duplicates)
    case .dictionary(let members):
      var keys: Set<String> = []
      return members.flatMap { member in
        (keys.insert(member.key).inserted ? [] : [member]) + member.node.duplicates
      }
    case .string, .other: return []
    }
  }

  /// Type with its article, such as `a string`.
  package var kindName: Message {
    switch value {
    case .string: "a string"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .other: "a number, a date, data or a Boolean"
    }
  }
}

/// A property list in XML or OpenStep format.
package struct PropertyList: Sendable {
  package let root: PropertyListNode

  /// Binary property lists are not supported.
  package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Parses either format.
  package init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    do throws(SyntaxFailure) {
      if Self.isBinary(bytes) { throw SyntaxFailure(.binary, at: 0) }
      var scanner = try ByteScanner(bytes)
      scanner.skipSpace()
      root =
        scanner.current == UInt8(ascii: "<")
        ? try XMLPropertyList.read(scanner) : try OpenStepPropertyList.read(scanner)
    } catch {
      throw error.error(in: bytes, file: file)
    }
    guard root.dictionary != nil else {
      let kind = SyntaxErrorKind.wrongKind(found: root.kindName, expected: "a dictionary")
      throw SyntaxFailure(kind, at: root.range.lowerBound).error(in: bytes, file: file)
    }
  }
}
