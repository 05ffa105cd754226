/// Encodes values as JSON, without Foundation.
///
/// An optional property without a value becomes `null`, so that all documents of a type have the
/// same keys:
///
/// ```swift
/// struct Release: Encodable {
///   let number: Int
///   let notes: String?
/// }
/// let value = try JSONValueEncoder.encode(Release(number: 7, notes: nil))
/// // {"notes":null,"number":7}
/// ```
package enum JSONValueEncoder {
  /// Returns `value` as JSON, with keys in byte order.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, or whatever `value` throws.
  package static func encode(_ value: some Encodable) throws -> JSONValue {
    let root = EncodedValue()
    try value.encode(to: root)
    return root.json
  }
}

/// A value that is being encoded, and the values in it.
private final class EncodedValue: Encoder {
  private let key: (any CodingKey)?
  private unowned let parent: EncodedValue?
  fileprivate var scalar: JSONValue?
  fileprivate var items: [EncodedValue]?
  private var members: [(key: String, value: EncodedValue)] = []

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] {
    guard let key else { return [] }
    return (parent?.codingPath ?? []) + [key]
  }

  var json: JSONValue {
    scalar ?? items.map { .list($0.map(\.json)) } ?? .object(object)
  }

  private var object: JSONObject {
    JSONObject(
      members.sorted { inByteOrder($0.key, $1.key) }
        .map { JSONObject.Member(key: $0.key, node: JSONNode($0.value.json)) })
  }

  init(_ key: (any CodingKey)? = nil, in parent: EncodedValue? = nil) {
    self.key = key
    self.parent = parent
  }

  func member(_ key: any CodingKey) -> EncodedValue {
    let member = EncodedValue(key, in: self)
    members.append((key.stringValue, member))
    return member
  }

  func appendItem() -> EncodedValue {
    let item = EncodedValue(EncodedKey(intValue: items?.count ?? 0), in: self)
    items?.append(item)
    return item
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(EncodedMembers(of: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if items == nil { items = [] }
    return EncodedItems(of: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { EncodedScalar(of: self) }
}

/// The key of an item, or a key that is known only at run time.
struct EncodedKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

// MARK: - Containers

private struct EncodedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let value: EncodedValue

  var codingPath: [any CodingKey] { value.codingPath }

  init(of value: EncodedValue) { self.value = value }

  func encodeNil(forKey key: Key) { value.member(key).scalar = .null }

  func encode<Value: Encodable>(_ member: Value, forKey key: Key) throws {
    try member.encode(to: value.member(key))
  }

  private func set<Value: Encodable>(_ key: Key, _ member: Value?) throws {
    if let member { try encode(member, forKey: key) } else { encodeNil(forKey: key) }
  }

  // The protocol has a method for each type, and each omits `nil`.
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try set(key, value)
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try set(key, value) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try set(key, value) }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    value.member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    value.member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { value.member(EncodedKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { value.member(key) }
}

private struct EncodedItems: UnkeyedEncodingContainer {
  private let value: EncodedValue

  var codingPath: [any CodingKey] { value.codingPath }
  var count: Int { value.items?.count ?? 0 }

  init(of value: EncodedValue) { self.value = value }

  func encodeNil() { value.appendItem().scalar = .null }

  func encode<Item: Encodable>(_ item: Item) throws { try item.encode(to: value.appendItem()) }

  func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    value.appendItem().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    value.appendItem().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { value.appendItem() }
}

private struct EncodedScalar: SingleValueEncodingContainer {
  private let value: EncodedValue

  var codingPath: [any CodingKey] { value.codingPath }

  init(of value: EncodedValue) { self.value = value }

  func encodeNil() { value.scalar = .null }

  func encode(_ bool: Bool) { value.scalar = .bool(bool) }

  func encode(_ text: String) { value.scalar = .string(text) }

  func encode<Number: BinaryInteger & Encodable>(_ number: Number) {
    value.scalar = .integer(number)
  }

  func encode<Number>(_ number: Number) throws
  where Number: BinaryFloatingPoint & CustomStringConvertible & Encodable {
    guard number.isFinite else {
      let context = EncodingError.Context(
        codingPath: codingPath, debugDescription: "JSON has no number \(number.description)")
      throw EncodingError.invalidValue(number, context)
    }
    let text = number.description
    value.scalar = .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  func encode<Value: Encodable>(_ other: Value) throws { try other.encode(to: value) }
}
