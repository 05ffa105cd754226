/// A JSON value with its range in the document.
///
/// ```swift
/// let root = try JSONReader.read(bytes, file: "package.json")
/// let name = root.value.object?["name"]?.string
/// ```
///
/// Unlike Foundation's readers, the tree keeps the order of keys, the spelling of numbers and the
/// range of each value. So errors have a position, and unknown keys survive a round trip.
public struct JSONNode: Sendable {
  /// The value itself.
  public var value: JSONValue

  /// A byte range in the document.
  ///
  /// Empty if the value was not parsed.
  public var range: Range<Int>

  /// Creates a node.
  ///
  /// Omit `range` for a value that was not parsed.
  public init(_ value: JSONValue, range: Range<Int> = 0..<0) {
    self.value = value
    self.range = range
  }
}

/// A JSON value.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// Either `true` or `false`.
  case bool(Bool)
  /// A number in its original spelling, for example `1536722733725` or `1e3`.
  case number(String)
  /// A string whose escape sequences are resolved.
  case string(String)
  /// An array.
  case array([JSONNode])
  /// An object.
  case object(JSONObject)
}

/// An object's members in document order.
///
/// Each key occurs once.
public struct JSONObject: Sendable {
  /// A `"key": value` pair.
  public struct Member: Sendable {
    /// The key, with escape sequences resolved.
    public var key: String
    /// The key's byte range, including its quotes.
    public var keyRange: Range<Int>
    /// The value with its range.
    public var node: JSONNode

    /// Creates a member.
    ///
    /// Omit `keyRange` for a member that was not parsed.
    public init(key: String, keyRange: Range<Int> = 0..<0, node: JSONNode) {
      self.key = key
      self.keyRange = keyRange
      self.node = node
    }
  }

  /// Up to this number of members, a linear search is faster than an index.
  static let maximumLinearSearch = 8

  /// In document order.
  public private(set) var members: [Member]

  /// The index of each key in ``members``.
  ///
  /// Empty for a small object.
  private var indexes: [String: Int] = [:]

  /// Creates an object.
  ///
  /// You ensure that keys are unique.
  public init(_ members: [Member] = []) {
    self.members = members
    makeIndex()
  }

  private mutating func makeIndex() {
    guard members.count > Self.maximumLinearSearch else { return indexes = [:] }
    indexes = Dictionary(
      members.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads or changes a member.
  ///
  /// A new value replaces the old one in its place, or is appended. `nil` removes the member.
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
