import ErosCore

/// A value of a property list, and where its text stands.
struct PropertyListNode: Sendable {
  enum Value: Sendable {
    case string(String)
    case array([PropertyListNode])
    case dictionary([Member])
    /// A number, a date, data or a truth.
    case other
  }

  struct Member: Sendable {
    let key: String
    let node: PropertyListNode
  }

  /// How deeply values may be inside each other.
  static let depthLimit = 64

  let value: Value

  /// The bytes that make a string what it is, without quotes or tags; of any other value, all of it.
  let range: Range<Int>

  /// The bytes of a string that a new one takes the place of, comments between them left out; none
  /// where there is no room for one.
  let pieces: [Range<Int>]

  init(value: Value, range: Range<Int>, pieces: [Range<Int>]? = nil) {
    self.value = value
    self.range = range
    self.pieces = pieces ?? [range]
  }

  var string: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  var array: [PropertyListNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  var dictionary: [Member]? {
    guard case .dictionary(let members) = value else { return nil }
    return members
  }

  /// The value of a key of a dictionary.
  subscript(key: String) -> PropertyListNode? { dictionary?.first { $0.key == key }?.node }

  /// What it is, with its article, for messages.
  var kindName: String {
    switch value {
    case .string: "a string"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .other: "a number, a date, data or a truth"
    }
  }
}

/// A property list in any of the three forms that Apple's tools read.
struct PropertyList: Sendable {
  enum Form: Sendable {
    case xml, openStep, binary
  }

  let bytes: [UInt8]
  let form: Form
  let root: PropertyListNode

  /// Finds out by itself which form `bytes` have.
  init(_ bytes: [UInt8], file: String) throws(VersionFileError) {
    do throws(VersionFileFailure) {
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
      let kind = VersionFileErrorKind.wrongKind(found: root.kindName, expected: "a dictionary")
      throw VersionFileFailure(kind, at: root.range.lowerBound).error(in: bytes, file: file)
    }
  }

  /// Where the value stands; binary lists have no lines.
  func offset(of node: PropertyListNode) -> Int? { form == .binary ? nil : node.range.lowerBound }
}
