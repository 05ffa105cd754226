public import ErosCore

/// All that a sandbox remembers; everything else in it can be made again from this and the releases.
public struct SandboxState: Hashable, Sendable {
  /// The bundle that the app itself carries.
  public struct Embedded: Hashable, Sendable {
    public let release: TreeHash
    /// The timestamp in its manifest, in milliseconds since 1970.
    public let timestamp: Int64
  }

  /// The release that runs.
  public let active: TreeHash
  /// The releases that are known to work, newest first.
  public let confirmed: [TreeHash]
  public let embedded: Embedded

  public init(active: TreeHash, confirmed: [TreeHash], embedded: Embedded) {
    self.active = active
    self.confirmed = confirmed
    self.embedded = embedded
  }
}

// MARK: - As JSON

extension SandboxState {
  /// The keys that this version knows; any other one comes from a later version.
  private static let knownKeys: Set<String> = ["active", "confirmed", "embedded"]

  /// The state as it is written.
  var json: JSONValue {
    var embedded = JSONObject()
    embedded["release"] = .string(self.embedded.release.description)
    embedded["timestamp"] = .number(String(self.embedded.timestamp))
    var body = JSONObject()
    body["active"] = .string(active.description)
    body["confirmed"] = .array(confirmed.map { JSONNode(.string($0.description)) })
    body["embedded"] = .object(embedded)
    return .object(body)
  }

  /// Reads what ``json`` gives, or `nil` for anything else.
  init?(_ json: JSONValue) {
    guard let body = json.object, body.members.allSatisfy({ Self.knownKeys.contains($0.key) }),
      let active = Self.hash(body["active"]),
      let list = body["confirmed"]?.array,
      let embedded = body["embedded"]?.object,
      let release = Self.hash(embedded["release"]),
      let timestamp = embedded["timestamp"]?.integer
    else { return nil }
    let confirmed = list.compactMap { Self.hash($0.value) }
    guard confirmed.count == list.count, confirmed.contains(active) else { return nil }
    self.init(
      active: active, confirmed: confirmed,
      embedded: Embedded(release: release, timestamp: timestamp))
  }

  private static func hash(_ value: JSONValue?) -> TreeHash? {
    value?.string.flatMap { TreeHash($0) }
  }
}
