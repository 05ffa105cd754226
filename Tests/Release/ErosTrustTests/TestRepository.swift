import ErosCore
import ErosCrypto

@testable import ErosStore
@testable import ErosTrust

/// A repository in memory whose roles the test signs, rotates and attacks.
struct TestRepository {
  static let start = Timestamp(milliseconds: 1_700_000_000_000)
  static let day: Int64 = 86_400_000

  /// Published files by their path in the metadata folder.
  private(set) var files: [String: [UInt8]] = [:]
  /// Keys that sign each role when it is published.
  var signers: [String: [SigningKey]] = [:]
  var root: RootMetadata
  var timestamp: TimestampMetadata
  var snapshot: SnapshotMetadata
  /// Metadata of the targets role and of delegated roles.
  var targets: [RoleName: TargetsMetadata]
  /// `true` if timestamp and snapshot record lengths and digests.
  var recordsDigests = true

  private let makeKey: () throws -> SigningKey

  /// Creates a repository in which every role has one key, and publishes it.
  init(makingKeysBy makeKey: @escaping () throws -> SigningKey = { try SigningKey.generate() })
    throws
  {
    self.makeKey = makeKey
    let expires = Timestamp(milliseconds: Self.start.milliseconds + 30 * Self.day)
    root = RootMetadata(version: 0, expires: expires, keys: [:]) { _ in
      RoleKeys([], threshold: 1)
    }
    targets = ["targets": TargetsMetadata(version: 0, expires: expires)]
    snapshot = SnapshotMetadata(version: 0, expires: expires, roles: [:])
    timestamp = TimestampMetadata(
      version: 0, expires: expires, snapshot: MetadataReference(version: 1))
    for role in TopLevelRole.allCases { try addKey(to: role) }
    try publish("root", "targets", "snapshot", "timestamp")
  }

  /// The first root metadata, which ships with the app.
  var pinnedRoot: [UInt8] { files["1.root.json"] ?? [] }

  // MARK: Keys

  @discardableResult
  mutating func addKey(to role: TopLevelRole) throws -> SigningKey {
    let key = try makeKey()
    try addKey(key, to: role)
    return key
  }

  mutating func addKey(_ key: SigningKey, to role: TopLevelRole) throws {
    root[role].keyIDs.append(try root.keys.add(key.publicKey))
    signers[role.rawValue, default: []].append(key)
  }

  /// Replaces all keys of a role.
  ///
  /// Old and new keys sign the next root metadata once.
  mutating func rotate(_ role: TopLevelRole) throws {
    let old = signers[role.rawValue] ?? []
    let count = root[role].keyIDs.count
    root[role].keyIDs = []
    signers[role.rawValue] = []
    for _ in 0..<count { try addKey(to: role) }
    guard role == .root else { return }
    let new = signers["root"] ?? []
    signers["root"] = old + new
    try publish("root")
    signers["root"] = new
  }

  // MARK: Delegations

  /// Adds a role to which `delegator` delegates `paths`.
  ///
  /// The next ``publish(_:)`` of both publishes it.
  mutating func delegate(
    _ role: RoleName, from delegator: RoleName = "targets", paths: DelegatedRole.Paths,
    isTerminating: Bool = false, keys count: Int = 1, threshold: Int = 1
  ) throws {
    var delegations = targets[delegator]?.delegations ?? Delegations(keys: [:], roles: [])
    var keyIDs: [String] = []
    for _ in 0..<count {
      let key = try makeKey()
      keyIDs.append(try delegations.keys.add(key.publicKey))
      signers[role.text, default: []].append(key)
    }
    delegations.roles.append(
      DelegatedRole(
        role, keys: RoleKeys(keyIDs, threshold: threshold), paths: paths,
        isTerminating: isTerminating))
    targets[delegator]?.delegations = delegations
    if targets[role] == nil {
      targets[role] = TargetsMetadata(version: 0, expires: root.header.expires)
    }
  }

  mutating func addTarget(
    _ path: String, to role: RoleName = "targets", contents bytes: [UInt8] = [1, 2, 3]
  ) throws {
    targets[role]?.targets[path] = TargetFile(
      length: Int64(bytes.count), digest: try SHA256Digest.of(bytes.span))
  }

  /// The targets role and the delegated roles, by name.
  var roleNames: [String] { targets.keys.map(\.text).sorted() }

  // MARK: Publishing

  /// Raises the versions of roles, signs them and adds their files, in the order given.
  mutating func publish(_ roles: String...) throws {
    for role in roles {
      switch role {
      case "root":
        root.version += 1
        files["\(root.version).root.json"] = try sign(root, role)
      case "timestamp":
        timestamp.version += 1
        timestamp.snapshot = try reference(
          snapshot.version, files["\(snapshot.version).snapshot.json"])
        files["timestamp.json"] = try sign(timestamp, role)
      case "snapshot":
        snapshot.version += 1
        files["\(snapshot.version).snapshot.json"] = try sign(snapshot, role)
      default: try publishTargets(RoleName(role))
      }
    }
  }

  private mutating func publishTargets(_ role: RoleName) throws {
    guard var contents = targets[role] else { return }
    contents.version += 1
    targets[role] = contents
    let path = role.file(version: contents.version)
    files[path] = try sign(contents, role.text)
    snapshot[role] = try reference(contents.version, files[path])
  }

  private func reference(_ version: Int64, _ bytes: [UInt8]?) throws -> MetadataReference {
    guard recordsDigests, let bytes else { return MetadataReference(version: version) }
    return MetadataReference(version: version, record: try FileRecord(of: bytes))
  }

  func sign(_ contents: some RoleMetadata, _ role: String) throws -> [UInt8] {
    try contents.signed(by: signers[role] ?? [])
  }

  /// Replaces a published file without signing it.
  mutating func replace(_ path: String, _ bytes: [UInt8]?) { files[path] = bytes }
}

/// A device that stores its metadata in memory.
struct TestDevice {
  struct ConnectionError: Error {}

  var stored = StoredMetadata()
  var pinnedRoot: [UInt8]?
  var now = TestRepository.start.milliseconds
  /// A path whose download fails.
  var failingPath: String?
  /// Paths requested by the last update.
  private(set) var requests: [String] = []
  /// Changes made by the last update.
  private(set) var changes: [MetadataChange] = []

  init(_ repository: TestRepository) { pinnedRoot = repository.pinnedRoot }

  init(pinnedRoot: [UInt8]) { self.pinnedRoot = pinnedRoot }

  /// Updates from the repository and searches for a target.
  @discardableResult
  mutating func update(
    from repository: TestRepository, find path: String? = nil
  ) throws -> TrustUpdate {
    try update(from: repository.files, find: path)
  }

  /// Updates from files by their path and searches for a target.
  mutating func update(
    from files: [String: [UInt8]], find path: String? = nil
  ) throws -> TrustUpdate {
    requests = []
    changes = []
    var update = try TrustUpdate(stored: stored, pinnedRoot: pinnedRoot, now: now)
    try run(&update, from: files)
    if let path {
      update.find(path)
      try run(&update, from: files)
    }
    return update
  }

  mutating func run(_ update: inout TrustUpdate, from files: [String: [UInt8]]) throws {
    while let step = try update.next() {
      switch step {
      case .fetch(let request):
        requests.append(request.path)
        guard request.path != failingPath else { throw ConnectionError() }
        update.receive(files[request.path].map { .bytes($0) } ?? .missing)
      case .change(let change):
        changes.append(change)
        stored.apply(change)
      }
    }
  }

  /// Updates and returns the error.
  mutating func error(
    from repository: TestRepository, find path: String? = nil
  ) -> TrustError? {
    do {
      try update(from: repository, find: path)
      return nil
    } catch {
      return error as? TrustError
    }
  }

  /// The version of a stored file, or `nil` if it is missing or invalid.
  func version<Contents: RoleMetadata>(_ type: Contents.Type) -> Int64? {
    stored[Contents.type].flatMap { bytes in
      (try? SignedMetadata<Contents>(bytes, file: "test"))?.contents.version
    }
  }
}
