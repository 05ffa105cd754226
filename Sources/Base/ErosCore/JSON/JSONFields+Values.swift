extension JSONFields {
  // MARK: - Strings

  package mutating func string(_ key: String) throws(JSONFieldFailure) -> String {
    try string(required(key), key)
  }

  /// Reads a string that is not empty.
  package mutating func nonemptyString(_ key: String) throws(JSONFieldFailure) -> String {
    try nonemptyString(required(key), key)
  }

  /// Reads a string that is not empty, or returns `nil` if it is missing.
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

  /// Returns the string of a member of an object in this one.
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

  /// Reads an integer from `minimum` to `maximum`.
  package mutating func integer(
    _ key: String, from minimum: Int64 = .min, to maximum: Int64 = .max
  ) throws(JSONFieldFailure) -> Int64 {
    try integer(required(key), key, from: minimum, to: maximum)
  }

  /// Reads an integer from `minimum` to `maximum`, or returns `nil` if it is missing.
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

  /// Reads a Boolean; a missing field is `false`.
  package mutating func flag(_ key: String) throws(JSONFieldFailure) -> Bool {
    try optionalFlag(key) ?? false
  }

  /// Reads a Boolean, or returns `nil` if it is missing.
  package mutating func optionalFlag(_ key: String) throws(JSONFieldFailure) -> Bool? {
    guard let node = node(key) else { return nil }
    guard let flag = node.value.bool else { throw wrongType(node, key, expected: "a boolean") }
    return flag
  }

  /// Reads a Boolean, also written as the string `"true"` or `"false"`, or returns `nil` if it is
  /// missing.
  package mutating func optionalTextFlag(_ key: String) throws(JSONFieldFailure) -> Bool? {
    guard let node = node(key) else { return nil }
    if let flag = node.value.flag { return flag }
    let expected = "true or false"
    guard node.value.string != nil else { throw wrongType(node, key, expected: expected) }
    throw unexpected(node, key, expected: expected)
  }

  // MARK: - Objects and arrays

  /// Reads the members of an object.
  package mutating func object(_ key: String) throws(JSONFieldFailure) -> [JSONObject.Member] {
    try object(required(key), key)
  }

  /// Reads the members of an object, or returns `nil` if it is missing.
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

  /// Reads an array of strings.
  package mutating func strings(_ key: String) throws(JSONFieldFailure) -> [String] {
    try strings(required(key), key)
  }

  /// Reads an array of strings, or returns `nil` if it is missing.
  package mutating func optionalStrings(_ key: String) throws(JSONFieldFailure) -> [String]? {
    guard let node = node(key) else { return nil }
    return try strings(node, key)
  }

  private func strings(_ node: JSONNode, _ key: String) throws(JSONFieldFailure) -> [String] {
    var strings: [String] = []
    for item in try array(node, key) { strings.append(try self.item(item, of: key)) }
    return strings
  }

  /// Returns the string in an item of the array `key`.
  package func item(_ item: JSONNode, of key: String) throws(JSONFieldFailure) -> String {
    guard let text = item.value.string else {
      throw failure(.wrongItem(found: item.value.kindName), key, item)
    }
    return text
  }
}

extension HexDigest {
  /// The allowed text of a digest, for messages.
  static var expectation: String { "\(byteCount * 2) lowercase hexadecimal digits" }
}
