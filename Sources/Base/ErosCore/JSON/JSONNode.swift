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

  /// The members in document order.
  public private(set) var members: [Member]

  /// Creates an object; the caller ensures that the keys are unique.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of `key`, or `nil` if it is missing.
  ///
  /// Setting a value replaces it in its position or appends a member; setting `nil` removes it.
  public subscript(key: String) -> JSONValue? {
    get { node(of: key)?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].node = JSONNode(value)
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, node: JSONNode(value)))
      case (nil, nil): break
      }
    }
  }

  /// Returns the value of `key` with its range.
  public func node(of key: String) -> JSONNode? {
    members.first { $0.key == key }?.node
  }
}
