package import ErosCore
package import ErosCrypto

/// The keys of a role, and its signature threshold.
package struct RoleKeys: Sendable {
  /// The IDs of the keys, without duplicates.
  package var keyIDs: [String]
  /// The number of different keys that must sign.
  package var threshold: Int
  /// The fields that the specification does not define.
  var unknown: [String: JSONValue] = [:]

  package init(_ keyIDs: [String], threshold: Int) {
    self.keyIDs = keyIDs
    self.threshold = threshold
  }

  /// Parses the keys and the threshold of the role `name`.
  init(_ fields: inout JSONFields, of name: String) throws(JSONFieldFailure) {
    keyIDs = try fields.strings("keyids")
    guard let threshold = Int(exactly: try fields.integer("threshold", from: 1)) else {
      throw JSONFieldFailure("the threshold of the role '\(name)' is too large")
    }
    self.threshold = threshold
    guard Set(keyIDs).count == keyIDs.count else {
      throw JSONFieldFailure("the role '\(name)' lists a key ID twice")
    }
  }

  var json: [String: JSONValue] {
    unknown.merging(["keyids": .strings(keyIDs), "threshold": .integer(threshold)]) { $1 }
  }
}

/// The keys in metadata, by their recorded key IDs.
package typealias KeyTable = [String: TrustKey]

extension KeyTable {
  /// Creates a table of keys by their key IDs.
  package init(_ keys: [PublicKey]) throws(CryptoError) {
    self.init()
    for key in keys { try add(key) }
  }

  /// Adds a key and returns its key ID.
  @discardableResult
  mutating func add(_ key: PublicKey) throws(CryptoError) -> String {
    let trusted = TrustKey(key)
    let keyID = try trusted.id()
    self[keyID] = trusted
    return keyID
  }

  init(_ members: [JSONObject.Member]) throws(JSONFieldFailure) {
    self.init(minimumCapacity: members.count)
    for member in members { self[member.key] = try TrustKey(member.node.value) }
  }

  var json: JSONValue { .sorted(mapValues(\.json)) }
}
