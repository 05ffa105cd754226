import ErosCore
import ErosCrypto

/// Roles that targets metadata delegates to, with their keys.
package struct Delegations: Sendable {
  package var keys: KeyTable
  /// In search order.
  package var roles: [DelegatedRole]
  private var unknown: [String: JSONValue] = [:]

  package init(keys: KeyTable, roles: [DelegatedRole]) {
    self.keys = keys
    self.roles = roles
  }

  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "'delegations'")
    keys = try KeyTable(fields.object("keys"))
    roles = []
    var names: Set<RoleName> = []
    for node in try fields.array("roles") {
      let role = try DelegatedRole(node.value)
      guard names.insert(role.name).inserted else {
        throw JSONFieldFailure(
          "'delegations' has the role '\(role.name.text.shortenedForDisplay())' twice")
      }
      roles.append(role)
    }
    unknown = fields.unknown
  }

  var json: JSONValue {
    .sorted(unknown.merging(["keys": keys.json, "roles": .list(roles.map(\.json))]) { $1 })
  }
}

/// A role that signs some of the targets.
package struct DelegatedRole: Sendable {
  package enum Paths: Sendable {
    /// Paths that match one of these patterns.
    case patterns([PathPattern])
    /// Paths whose SHA-256 digest starts with one of these hexadecimal prefixes.
    case digestPrefixes([String])
  }

  package var name: RoleName
  package var keys: RoleKeys
  var paths: Paths
  /// `true` if a search for a covered path ends here.
  var isTerminating: Bool

  package init(_ name: RoleName, keys: RoleKeys, paths: Paths, isTerminating: Bool) {
    self.name = name
    self.keys = keys
    self.paths = paths
    self.isTerminating = isTerminating
  }

  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a delegated role")
    name = RoleName(try fields.string("name"))
    let displayName = name.text.shortenedForDisplay()
    guard name.allowsDelegation else {
      throw JSONFieldFailure("a delegated role cannot have the name '\(displayName)'")
    }
    keys = try RoleKeys(&fields, of: displayName)
    isTerminating = try fields.flag("terminating")
    let patterns = try fields.optionalStrings("paths")
    let prefixes = try fields.optionalStrings("path_hash_prefixes")
    switch (patterns, prefixes) {
    case (let patterns?, nil): paths = .patterns(try patterns.map(Self.pattern))
    case (nil, let prefixes?): paths = .digestPrefixes(prefixes)
    default:
      throw JSONFieldFailure(
        "the role '\(displayName)' needs either 'paths' or 'path_hash_prefixes', not both")
    }
    keys.unknown = fields.unknown
  }

  private static func pattern(_ text: String) throws(JSONFieldFailure) -> PathPattern {
    let pattern = PathPattern(text)
    guard pattern.hasValidLength else {
      throw JSONFieldFailure(
        "the path pattern '\(text.shortenedForDisplay())' is longer than \(PathPattern.maximumLength) bytes"
      )
    }
    return pattern
  }

  func contains(_ path: String) throws(CryptoError) -> Bool {
    switch paths {
    case .patterns(let patterns): return patterns.contains { $0.matches(path) }
    case .digestPrefixes(let prefixes):
      let digest = try SHA256Digest.of(Array(path.utf8)).description
      return prefixes.contains { digest.hasPrefix($0) }
    }
  }

  var json: JSONValue {
    var fields = keys.json
    fields["name"] = .string(name.text)
    fields["terminating"] = .bool(isTerminating)
    switch paths {
    case .patterns(let patterns): fields["paths"] = .strings(patterns.map(\.text))
    case .digestPrefixes(let prefixes): fields["path_hash_prefixes"] = .strings(prefixes)
    }
    return .sorted(fields)
  }
}
