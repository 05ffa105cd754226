@testable import ErosCore
@testable import ErosCrypto
@testable import ErosStore
@testable import ErosTrust

/// A repository of four roles and one delegated role, which all have the same key.
struct Repository {
  private static let now: Int64 = 1_700_000_000_000

  private let key: SigningKey
  private let keyID: String
  private let root: [UInt8]
  private let timestamp: [UInt8]
  private let snapshot: [UInt8]
  private let targets: [UInt8]
  private let delegated: [UInt8]

  init() throws {
    let key = try SigningKey.generate()
    var table = KeyTable()
    let id = try table.add(key.publicKey)
    self.key = key
    keyID = id
    let expires = Timestamp(milliseconds: Self.now + 86_400_000)
    let keys = RoleKeys([id], threshold: 1)
    let role = DelegatedRole(
      "a", keys: keys, paths: .patterns([PathPattern("x/*")]), isTerminating: false)
    root = try RootMetadata(version: 1, expires: expires, keys: table) { _ in keys }
      .signed(by: [key])
    timestamp = try TimestampMetadata(
      version: 1, expires: expires, snapshot: MetadataReference(version: 1)
    ).signed(by: [key])
    snapshot = try SnapshotMetadata(
      version: 1, expires: expires,
      roles: ["targets": MetadataReference(version: 1), "a": MetadataReference(version: 1)]
    ).signed(by: [key])
    targets = try TargetsMetadata(
      version: 1, expires: expires,
      delegations: Delegations(keys: table, roles: [role])
    ).signed(by: [key])
    delegated = try TargetsMetadata(version: 1, expires: expires).signed(by: [key])
  }

  /// Returns the files, one of which has other contents; the key of the repository has the ID `K` in
  /// them.
  func files(replacing selector: UInt8, with contents: [UInt8]) throws -> [String: [UInt8]] {
    let names = [
      "2.root.json", "timestamp.json", "1.snapshot.json", "1.targets.json", "1.a.json",
    ]
    var files = [
      names[1]: timestamp, names[2]: snapshot, names[3]: targets, names[4]: delegated,
    ]
    let text = String(decoding: contents, as: UTF8.self)
    let parts = text.split(separator: "\"K\"", omittingEmptySubsequences: false)
    let bytes = Array(parts.joined(separator: "\"\(keyID)\"").utf8)
    let name = names[Int(selector) % names.count]
    guard let value = try? JSONReader.read(bytes, file: name).value,
      let message = CanonicalJSON.encode(value)
    else {
      files[name] = contents
      return files
    }
    let signature = JSONValue.sorted([
      "keyid": .string(keyID), "sig": .string(try key.sign(message).hexadecimalText),
    ])
    files[name] = JSONWriter.write(.sorted(["signed": value, "signatures": .list([signature])]))
    return files
  }

  /// Updates a new device, and searches for a target.
  func update(from files: [String: [UInt8]]) throws {
    var update = try TrustUpdate(stored: StoredMetadata(), pinnedRoot: root, now: Self.now)
    for path in [nil, "x/file"] as [String?] {
      if let path { update.find(path) }
      while let step = try update.next() {
        if case .fetch(let request) = step {
          update.receive(files[request.path].map { .bytes($0) } ?? .missing)
        }
      }
    }
  }
}
