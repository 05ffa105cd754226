/// A value of a JSON document, and where it stands in the text.
///
/// The tree keeps what Foundation's readers drop and this project needs: the order of keys, numbers
/// as they are written, and the place of everything, so that errors can point at it and unknown keys
/// survive a round trip.
public struct JSONNode: Sendable {
  /// The value itself.
  public var value: JSONValue

  /// The bytes of the text that hold the value; empty for a value that was not read from a text.
  public var range: Range<Int>

  /// Places a value in a text; without `range` it is one that was made, not read.
  public init(_ value: JSONValue, range: Range<Int> = 0..<0) {
    self.value = value
    self.range = range
  }
}

/// What a JSON value can be.
public enum JSONValue: Sendable {
  /// The word `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it is written, for example `1536722733725` or `1e3`.
  case number(String)
  /// A text, with its escapes resolved.
  case string(String)
  /// The elements of an array, in their order.
  case array([JSONNode])
  /// The members of an object, in their order.
  case object(JSONObject)
}

/// The members of a JSON object in the order of the text, each key once.
public struct JSONObject: Sendable {
  /// One `"key": value` of an object.
  public struct Member: Sendable {
    /// The key, with its escapes resolved.
    public var key: String
    /// Where the key stands, with its quotes.
    public var keyRange: Range<Int>
    /// The value, with its own place.
    public var node: JSONNode

    /// Makes a member; without `keyRange` it is one that was made, not read.
    public init(key: String, keyRange: Range<Int> = 0..<0, node: JSONNode) {
      self.key = key
      self.keyRange = keyRange
      self.node = node
    }
  }

  /// The members in the order of the text.
  public private(set) var members: [Member]

  /// Takes members whose keys differ; that they do is up to the caller.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of `key`; setting it keeps the member's place, adds it at the end, or removes it.
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

  /// The value of `key` with its place.
  public func node(of key: String) -> JSONNode? {
    members.first { $0.key == key }?.node
  }
}
