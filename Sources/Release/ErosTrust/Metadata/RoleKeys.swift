package import ErosCore
package import ErosCrypto

/// The keys of a role, and the number that must sign.
package struct RoleKeys: Sendable {
  /// Unique.
  package var keyIDs: [String]
  package var threshold: Int
  /// Fields that the specification does not define.
  var unknown: [String: JSONValue] = [:]

  package init(_ keyIDs: [String], threshold: Int) {
    self.keyIDs = keyIDs
    self.threshold = threshold
  }

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

/// Keys by the IDs recorded in metadata.
package typealias KeyTable = [String: TrustKey]

extension KeyTable {
  package init(_ keys: [PublicKey]) throws(CryptoError) {
    self.init()
    for key in keys { try add(key) }
  }

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
