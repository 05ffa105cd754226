import ErosCore
import ErosCrypto
import ErosTestSupport

@testable import ErosTrust

/// Random histories of repositories, with mistakes and attacks.
struct RandomRepository {
  private static let roles = ["root", "timestamp", "snapshot", "targets"]
  private static let paths = ["file", "x/a.zip", "x/b.zip", "y/ä", "x/y/z", "y/a.zip"]

  private var repository: TestRepository
  private var now = TestRepository.start.milliseconds

  /// Returns a history of two to six steps.
  static func history(using generator: inout SeededGenerator) throws -> History {
    var random = try RandomRepository(using: &generator)
    var history = History(root: random.repository.pinnedRoot, steps: [])
    var before: [String: [UInt8]] = [:]
    for _ in 0..<generator.pick(2...6) {
      let files = random.repository.files
      var changed: [String: [UInt8]?] = files.filter { before[$0.key] != $0.value }
      for name in before.keys where files[name] == nil { changed[name] = .some(nil) }
      history.steps.append(
        .init(now: random.now, path: paths[generator.pick(0...paths.count - 1)], files: changed))
      before = files
      try random.change(using: &generator)
    }
    return history
  }

  private init(using generator: inout SeededGenerator) throws {
    repository = try TestRepository()
    repository.recordsDigests = generator.isOne(in: 2)
    for role in TopLevelRole.allCases {
      for _ in 1..<generator.pick(1...3) { try repository.addKey(to: role) }
      repository.root[role].threshold = generator.pick(1...repository.root[role].keyIDs.count)
    }
    for _ in 0..<generator.pick(0...3) { try delegate(using: &generator) }
    for _ in 0..<8 { try addTarget(using: &generator) }
    try publishAll(using: &generator)
  }

  private mutating func change(using generator: inout SeededGenerator) throws {
    switch generator.pick(0...9) {
    case 0, 1:
      try addTarget(using: &generator)
      try publishAll(using: &generator)
    case 2:
      let role = TopLevelRole.allCases[generator.pick(0...3)]
      try repository.rotate(role)
      // python-tuf forgets only the metadata of the rotated key, this project also the timestamp.
      if role == .snapshot { try repository.rotate(.timestamp) }
      try publishAll(using: &generator)
    case 3:
      try delegate(using: &generator)
      try publishAll(using: &generator)
    case 4: now += Int64(generator.pick(1...40)) * TestRepository.day
    case 5:
      now += 3 * TestRepository.day
      let expires = now + Int64(generator.pick(2...60)) * TestRepository.day
      repository.root.expires = expires
      repository.timestamp.expires = expires
      repository.snapshot.expires = expires
      for role in repository.targets.keys { repository.targets[role]?.expires = expires }
      try publishAll(using: &generator)
    case 6:
      try repository.publish(Self.roles[generator.pick(1...3)])
      try repository.publish("timestamp")
    case 7:
      let names = repository.files.keys.sorted()
      repository.replace(names[generator.pick(0...names.count - 1)], nil)
    case 8:
      // A timestamp with an older version.
      repository.timestamp.version -= min(2, repository.timestamp.version)
      try publishAll(using: &generator)
    default:
      // A role without one of its signatures.
      let role = Self.roles[generator.pick(1...3)]
      let signers = repository.signers[role]
      repository.signers[role]?.removeFirst()
      try publishAll(using: &generator)
      repository.signers[role] = signers
    }
  }

  private mutating func addTarget(using generator: inout SeededGenerator) throws {
    let roles = repository.roleNames
    try repository.addTarget(
      Self.paths[generator.pick(0...Self.paths.count - 1)],
      to: RoleName(roles[generator.pick(0...roles.count - 1)]), contents: generator.noise(4))
  }

  private mutating func delegate(using generator: inout SeededGenerator) throws {
    let names = ["a", "b c", "d/e", "ü", "?", "app-production"]
    let name = names[generator.pick(0...names.count - 1)]
    guard repository.targets[RoleName(name)] == nil else { return }
    let roles = repository.roleNames
    let patterns = ["*", "x/*", "x/?.zip", "y/*", "*/[ab].zip", "x/*/*"]
    let digits = Array("0123456789abcdef")
    let count = generator.pick(1...3)
    try repository.delegate(
      RoleName(name), from: RoleName(roles[generator.pick(0...roles.count - 1)]),
      paths: generator.isOne(in: 3)
        ? .digestPrefixes(digits.filter { _ in generator.isOne(in: 2) }.map { String($0) })
        : .patterns((0..<2).map { _ in PathPattern(patterns[generator.pick(0...5)]) }),
      isTerminating: generator.isOne(in: 3), keys: count, threshold: generator.pick(1...count))
  }

  private mutating func publishAll(using generator: inout SeededGenerator) throws {
    try repository.publish("root")
    for role in repository.roleNames where role != "targets" {
      try repository.publish(role)
    }
    try repository.publish("targets", "snapshot", "timestamp")
  }
}
