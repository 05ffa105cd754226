package import ErosCore

/// Metadata of the targets role or a delegated role: files, and delegations to further roles.
package struct TargetsMetadata: RoleMetadata {
  package static let type = TopLevelRole.targets

  package var header: MetadataHeader
  package var unknown: [String: JSONValue] = [:]
  /// Keyed by path.
  package var targets: [String: TargetFile]
  package var delegations: Delegations?

  package init(
    version: Int64, expires: Timestamp, targets: [String: TargetFile] = [:],
    delegations: Delegations? = nil
  ) {
    header = MetadataHeader(version: version, expires: expires)
    self.targets = targets
    self.delegations = delegations
  }

  package init(header: MetadataHeader, _ fields: inout JSONFields) throws(JSONFieldFailure) {
    self.header = header
    targets = [:]
    for member in try fields.object("targets") {
      targets[member.key] = try TargetFile(member.node.value, path: member.key)
    }
    delegations = try fields.optionalValue("delegations").map { value throws(JSONFieldFailure) in
      try Delegations(value)
    }
  }

  /// Returns the target at exactly this path.
  ///
  /// Delegation patterns compare bytes too. `targets[path]` would also match a different Unicode
  /// composition, for which the role may not be trusted.
  func target(at path: String) -> TargetFile? {
    guard let index = targets.index(forKey: path),
      targets[index].key.utf8.elementsEqual(path.utf8)
    else { return nil }
    return targets[index].value
  }

  package var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = ["targets": .sorted(targets.mapValues(\.json))]
    if let delegations { fields["delegations"] = delegations.json }
    return fields
  }
}

package struct TargetFile: Sendable {
  /// In bytes.
  package let length: Int64
  package let digest: RecordedDigest
  /// Data from the publisher that TUF does not interpret.
  var custom: JSONObject?
  /// Digests by unsupported algorithms, kept but never verified.
  private let otherDigests: [String: JSONValue]
  private var unknown: [String: JSONValue] = [:]

  package init(length: Int64, digest: SHA256Digest, custom: JSONObject? = nil) {
    self.length = length
    self.digest = .sha256(digest)
    self.custom = custom
    otherDigests = [:]
  }

  /// Returns the path on a server, where the file name starts with the digest.
  ///
  /// ```
  /// my-app/production/7/bundle.zip → my-app/production/7/<digest>.bundle.zip
  /// ```
  package func consistentPath(of path: String) -> String {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    let name = start.map { path[$0...] } ?? path[...]
    return "\(path[..<name.startIndex])\(digest).\(name)"
  }

  init(_ value: JSONValue, path: String) throws(JSONFieldFailure) {
    let name = path.shortenedForDisplay()
    var fields = try JSONFields(value, "the target '\(name)'")
    let record = try FileRecord(&fields, of: name)
    guard let length = record.length, let digest = record.digest else {
      throw JSONFieldFailure("the target '\(name)' lacks a length or a digest")
    }
    self.length = length
    self.digest = digest
    otherDigests = record.otherDigests
    custom = try fields.optionalObject("custom").map { JSONObject($0) }
    unknown = fields.unknown
  }

  var json: JSONValue {
    let record = FileRecord(length: length, digest: digest, otherDigests: otherDigests)
    var fields = unknown.merging(record.fields) { $1 }
    if let custom { fields["custom"] = .object(custom) }
    return .sorted(fields)
  }
}
