import Foundation

@testable import ErosCore
@testable import ErosCrypto
@testable import ErosStore
@testable import ErosTrust

// Prints the processor time of an update without changes, with a root of two of three keys, a
// timestamp, a snapshot, targets and one channel, and of verifying one Ed25519 signature.
// `scripts/bench trust` runs it.

let now: Int64 = 1_700_000_000_000
let expires = Timestamp(milliseconds: now + 86_400_000)
let rounds = 200

func time(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  var start = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
  for _ in 0..<count { try body() }
  var end = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  let seconds = Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
  return seconds / Double(count) * 1e6
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let keys = try (0..<6).map { _ in try SigningKey.generate() }
var table = KeyTable()
let ids = try keys.map { try table.add($0.publicKey) }
let roots = RoleKeys(Array(ids[0..<3]), threshold: 2)
let online = RoleKeys([ids[3]], threshold: 1)
let root = try RootMetadata(version: 1, expires: expires, keys: table) { role in
  role == .root ? roots : role == .targets ? RoleKeys([ids[4]], threshold: 1) : online
}.signed(by: Array(keys[0..<2]))
let digest = try SHA256Digest.of([1, 2, 3].span)
let files = Dictionary(
  uniqueKeysWithValues: (0..<23).map {
    ("my-app/production/\($0)/bundle.zip", TargetFile(length: 1_000_000, digest: digest))
  })
let channel = try TargetsMetadata(version: 1, expires: expires, targets: files)
  .signed(by: [keys[5]])
let role = DelegatedRole(
  "my-app-production", keys: RoleKeys([ids[5]], threshold: 1),
  paths: .patterns([PathPattern("my-app/production/*/*")]), isTerminating: true)
let targets = try TargetsMetadata(
  version: 1, expires: expires,
  delegations: Delegations(keys: KeyTable([keys[5].publicKey]), roles: [role])
).signed(by: [keys[4]])
let snapshot = try SnapshotMetadata(
  version: 1, expires: expires,
  roles: [
    "targets": MetadataReference(version: 1, record: FileRecord(of: targets)),
    role.name: MetadataReference(version: 1, record: FileRecord(of: channel)),
  ]
).signed(by: [keys[3]])
let timestamp = try TimestampMetadata(
  version: 1, expires: expires,
  snapshot: MetadataReference(version: 1, record: FileRecord(of: snapshot))
).signed(by: [keys[3]])
let stored = StoredMetadata([
  "root.json": root, "timestamp.json": timestamp, "snapshot.json": snapshot,
  "targets.json": targets, "my-app-production.json": channel,
])

func update() throws {
  var update = try TrustUpdate(stored: stored, now: now)
  for path in [nil, "my-app/production/3/bundle.zip"] as [String?] {
    if let path { update.find(path) }
    while let step = try update.next() {
      guard case .fetch(let request) = step else { fatalError("\(step)") }
      update.receive(request.mayBeMissing ? .missing : .bytes(timestamp))
    }
  }
  precondition(update.found != nil)
}

let message = [UInt8](repeating: 1, count: 500)
let signature = try keys[0].sign(message)
var updates: [Double] = []
var checks: [Double] = []
for _ in 0..<9 {
  updates.append(try time(rounds, update))
  checks.append(
    try time(rounds) {
      let isValid = try keys[0].publicKey.isValid(signature, for: message)
      precondition(isValid)
    })
}
print("update \(Int(median(updates)))")
print("signature \(Int(median(checks)))")
