extension JSONFields {
  // MARK: - Strings

  package mutating func string(_ key: String) throws(JSONFieldFailure) -> String {
    try string(required(key), key)
  }

  /// Refuses an empty string.
  package mutating func nonemptyString(_ key: String) throws(JSONFieldFailure) -> String {
    try nonemptyString(required(key), key)
  }

  /// Refuses an empty string.
  ///
  /// Returns `nil` if the field is missing.
  package mutating func optionalNonemptyString(_ key: String) throws(JSONFieldFailure) -> String? {
    guard let node = node(key) else { return nil }
    return try nonemptyString(node, key)
  }

  private func nonemptyString(_ node: JSONNode, _ key: String) throws(JSONFieldFailure) -> String {
    let text = try string(node, key)
    guard !text.isEmpty else { throw failure(.empty, key, node) }
    return text
  }

  package mutating func optionalString(_ key: String) throws(JSONFieldFailure) -> String? {
    guard let node = node(key) else { return nil }
    return try string(node, key)
  }

  /// Reads a member of a nested object.
  package func string(of member: JSONObject.Member) throws(JSONFieldFailure) -> String {
    try string(member.node, member.key)
  }

  private func string(_ node: JSONNode, _ key: String) throws(JSONFieldFailure) -> String {
    guard let text = node.value.string else {
      throw wrongType(node, key, expected: "a string")
    }
    return text
  }

  @inlinable
  package mutating func digest<Digest: HexDigest>(
    _ key: String, as type: Digest.Type = Digest.self
  ) throws(JSONFieldFailure) -> Digest {
    try value(key, expected: Digest.expectation) { $0.string.flatMap { Digest($0) } }
  }

  @inlinable
  package mutating func optionalDigest<Digest: HexDigest>(
    _ key: String, as type: Digest.Type = Digest.self
  ) throws(JSONFieldFailure) -> Digest? {
    try optionalValue(key, expected: Digest.expectation) { $0.string.flatMap { Digest($0) } }
  }

  // MARK: - Numbers and Booleans

  package mutating func integer(
    _ key: String, from minimum: Int64 = .min, to maximum: Int64 = .max
  ) throws(JSONFieldFailure) -> Int64 {
    try integer(required(key), key, from: minimum, to: maximum)
  }

  /// Returns `nil` if the field is missing.
  package mutating func optionalInteger(
    _ key: String, from minimum: Int64 = .min, to maximum: Int64 = .max
  ) throws(JSONFieldFailure) -> Int64? {
    guard let node = node(key) else { return nil }
    return try integer(node, key, from: minimum, to: maximum)
  }

  private func integer(
    _ node: JSONNode, _ key: String, from minimum: Int64, to maximum: Int64
  ) throws(JSONFieldFailure) -> Int64 {
    guard let number = node.value.integer else {
      throw wrongType(node, key, expected: "an integer")
    }
    guard number >= minimum else {
      throw unexpected(node, key, expected: "at least \(minimum)")
    }
    guard number <= maximum else {
      throw unexpected(node, key, expected: "at most \(maximum)")
    }
    return number
  }

  /// A missing field is `false`.
  package mutating func flag(_ key: String) throws(JSONFieldFailure) -> Bool {
    try optionalFlag(key) ?? false
  }

  /// Returns `nil` if the field is missing.
  package mutating func optionalFlag(_ key: String) throws(JSONFieldFailure) -> Bool? {
    guard let node = node(key) else { return nil }
    guard let flag = node.value.bool else { throw wrongType(node, key, expected: "a boolean") }
    return flag
  }

  /// Also accepts the strings `"true"` and `"false"`.
  ///
  /// Returns `nil` if the field is missing.
  package mutating func optionalTextFlag(_ key: String) throws(JSONFieldFailure) -> Bool? {
    guard let node = node(key) else { return nil }
    if let flag = node.value.flag { return flag }
    let expected: Message = "true or false"
    guard node.value.string != nil else { throw wrongType(node, key, expected: expected) }
    throw unexpected(node, key, expected: expected)
  }

  // MARK: - Objects and arrays

  package mutating func object(_ key: String) throws(JSONFieldFailure) -> [JSONObject.Member] {
    try object(required(key), key)
  }

  /// Returns `nil` if the field is missing.
  package mutating func optionalObject(
    _ key: String
  ) throws(JSONFieldFailure) -> [JSONObject.Member]? {
    guard let node = node(key) else { return nil }
    return try object(node, key)
  }

  private func object(
    _ node: JSONNode, _ key: String
  ) throws(JSONFieldFailure) -> [JSONObject.Member] {
    guard let object = node.value.object else {
      throw wrongType(node, key, expected: "an object")
    }
    return object.members
  }

  package mutating func array(_ key: String) throws(JSONFieldFailure) -> [JSONNode] {
    try array(required(key), key)
  }

  package mutating func optionalArray(_ key: String) throws(JSONFieldFailure) -> [JSONNode]? {
    guard let node = node(key) else { return nil }
    return try array(node, key)
  }

  private func array(_ node: JSONNode, _ key: String) throws(JSONFieldFailure) -> [JSONNode] {
    guard let items = node.value.array else { throw wrongType(node, key, expected: "an array") }
    return items
  }

  package mutating func strings(_ key: String) throws(JSONFieldFailure) -> [String] {
    try strings(required(key), key)
  }

  /// Returns `nil` if the field is missing.
  package mutating func optionalStrings(_ key: String) throws(JSONFieldFailure) -> [String]? {
    guard let node = node(key) else { return nil }
    return try strings(node, key)
  }

  private func strings(_ node: JSONNode, _ key: String) throws(JSONFieldFailure) -> [String] {
    var strings: [String] = []
    for item in try array(node, key) { strings.append(try self.item(item, of: key)) }
    return strings
  }

  /// Reads an item in the array `key` as a string.
  package func item(_ item: JSONNode, of key: String) throws(JSONFieldFailure) -> String {
    guard let text = item.value.string else {
      throw failure(.wrongItem(found: item.value.kindName), key, item)
    }
    return text
  }
}

extension HexDigest {
  /// Describes a valid digest in messages.
  static var expectation: Message { "\(byteCount * 2) lowercase hexadecimal digits" }
}
