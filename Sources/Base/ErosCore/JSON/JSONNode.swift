/// A value of a JSON document, with its range in the document.
///
/// Unlike Foundation's readers, the tree keeps the order of keys, the spelling of numbers and the
/// source range of each value, so that errors have a position and unknown keys survive a round
/// trip.
public struct JSONNode: Sendable {
  /// The value itself.
  public var value: JSONValue

  /// The byte range of the value in the document; empty if the value was not parsed.
  public var range: Range<Int>

  /// Creates a node; omit `range` for a value that was not parsed.
  public init(_ value: JSONValue, range: Range<Int> = 0..<0) {
    self.value = value
    self.range = range
  }
}

/// A JSON value.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with its original spelling, for example `1536722733725` or `1e3`.
  case number(String)
  /// A string with its escape sequences resolved.
  case string(String)
  /// An array.
  case array([JSONNode])
  /// An object.
  case object(JSONObject)
}

/// The members of a JSON object in document order, each key once.
public struct JSONObject: Sendable {
  /// A `"key": value` pair of an object.
  public struct Member: Sendable {
    /// The key with its escape sequences resolved.
    public var key: String
    /// The byte range of the key, including its quotes.
    public var keyRange: Range<Int>
    /// The value with its range.
    public var node: JSONNode

    /// Creates a member; omit `keyRange` for a member that was not parsed.
    public init(key: String, keyRange: Range<Int> = 0..<0, node: JSONNode) {
      self.key = key
      self.keyRange = keyRange
      self.node = node
    }
  }

  /// The maximum number of members without an index; a linear search is faster below it.
  static let maximumLinearSearch = 8

  /// The members in document order.
  public private(set) var members: [Member]

  /// The index of each key in ``members``; empty for a small object.
  private var indexes: [String: Int] = [:]

  /// Creates an object; the caller ensures that the keys are unique.
  public init(_ members: [Member] = []) {
    self.members = members
    makeIndex()
  }

  private mutating func makeIndex() {
    guard members.count > Self.maximumLinearSearch else { return indexes = [:] }
    indexes = Dictionary(
      members.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of `key`, or `nil` if it is missing.
  ///
  /// Setting a value replaces it in its position or appends a member; setting `nil` removes it.
  public subscript(key: String) -> JSONValue? {
    get { node(of: key)?.value }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].node = JSONNode(value)
      case (let index?, nil):
        members.remove(at: index)
        makeIndex()
      case (nil, let value?):
        members.append(Member(key: key, node: JSONNode(value)))
        if indexes.isEmpty { makeIndex() } else { indexes[key] = members.count - 1 }
      case (nil, nil): break
      }
    }
  }

  /// Returns the value of `key` with its range.
  public func node(of key: String) -> JSONNode? {
    index(of: key).map { members[$0].node }
  }

  private func index(of key: String) -> Int? {
    indexes.isEmpty ? members.firstIndex { $0.key == key } : indexes[key]
  }
}
