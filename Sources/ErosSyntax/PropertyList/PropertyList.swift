import ErosCore

/// A value of a property list, and where its text stands.
package struct PropertyListNode: Sendable {
  package enum Value: Sendable {
    case string(String)
    case array([PropertyListNode])
    case dictionary([Member])
    /// A number, a date, data or a truth.
    case other
  }

  package struct Member: Sendable {
    package let key: String
    package let node: PropertyListNode
  }

  /// How deeply values may be inside each other.
  package static let depthLimit = 64

  package let value: Value

  /// The bytes that make a string what it is, without quotes or tags; of any other value, all of it.
  package let range: Range<Int>

  /// The bytes of a string that a new one takes the place of, comments between them left out; none
  /// where there is no room for one.
  package let pieces: [Range<Int>]

  package init(value: Value, range: Range<Int>, pieces: [Range<Int>]? = nil) {
    self.value = value
    self.range = range
    self.pieces = pieces ?? [range]
  }

  package var string: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  package var array: [PropertyListNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  package var dictionary: [Member]? {
    guard case .dictionary(let members) = value else { return nil }
    return members
  }

  /// The value of a key of a dictionary.
  package subscript(key: String) -> PropertyListNode? { dictionary?.first { $0.key == key }?.node }

  /// What it is, with its article, for messages.
  package var kindName: String {
    switch value {
    case .string: "a string"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .other: "a number, a date, data or a truth"
    }
  }
}

/// A property list in any of the three forms that Apple's tools read.
package struct PropertyList: Sendable {
  package enum Form: Sendable {
    case xml, openStep, binary
  }

  package let bytes: [UInt8]
  package let form: Form
  package let root: PropertyListNode

  /// Finds out by itself which form `bytes` have.
  package init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    do throws(SyntaxFailure) {
      self.bytes = bytes
      if bytes.starts(with: "bplist".utf8) {
        form = .binary
        root = try BinaryPropertyList(bytes).root
      } else {
        var scanner = try ByteScanner(bytes)
        scanner.skipSpace()
        form = scanner.current == UInt8(ascii: "<") ? .xml : .openStep
        root =
          form == .xml
          ? try XMLPropertyList.read(scanner) : try OpenStepPropertyList.read(scanner)
      }
    } catch {
      throw error.error(in: bytes, file: file)
    }
    guard root.dictionary != nil else {
      let kind = SyntaxErrorKind.wrongKind(found: root.kindName, expected: "a dictionary")
      throw SyntaxFailure(kind, at: root.range.lowerBound).error(in: bytes, file: file)
    }
  }

  /// Where the value stands; binary lists have no lines.
  package func offset(of node: PropertyListNode) -> Int? {
    form == .binary ? nil : node.range.lowerBound
  }
}
