import ErosCore

/// Sections 5.2 to 5.5 of the specification: root, timestamp and snapshot.
extension TrustUpdate {
  // MARK: Root

  /// Reads root metadata that is trusted because of its origin; it must be signed by its own keys.
  static func trustedRoot(_ bytes: [UInt8]) throws -> RootMetadata {
    let signed = try SignedMetadata<RootMetadata>(bytes, file: TopLevelRole.root.file)
    try check(
      signed, signedBy: signed.contents[.root], signed.contents.keys, file: TopLevelRole.root.file)
    return signed.contents
  }

  mutating func updateRoot(_ answer: MetadataAnswer?) throws -> MetadataRequest? {
    let request = MetadataRequest(
      path: "\(root.version + 1).\(TopLevelRole.root.file)", maximumLength: limits.rootBytes,
      mayBeMissing: true)
    guard let answer else {
      guard receivedRoots < limits.rootRotations else { return try finishRoot() }
      return request
    }
    if case .missing = answer { return try finishRoot() }
    let bytes = try Self.bytes(of: answer, request)
    root = try verifiedRoot(bytes, file: request.path)
    receivedRoots += 1
    changes.append(.store(file: TopLevelRole.root.file, bytes))
    return nil
  }

  /// Returns the next root metadata; it must be signed by its own keys and by those of the trusted
  /// one.
  private func verifiedRoot(_ bytes: [UInt8], file: String) throws -> RootMetadata {
    let signed = try SignedMetadata<RootMetadata>(bytes, file: file)
    let newer = signed.contents
    try Self.check(signed, signedBy: root[.root], root.keys, file: file)
    try Self.check(signed, signedBy: newer[.root], newer.keys, file: file)
    guard newer.version == root.version + 1 else {
      throw TrustError.rollback(
        file: file, trusted: root.version, found: newer.version, namedBy: nil)
    }
    return newer
  }

  private mutating func finishRoot() throws -> MetadataRequest? {
    if root.version != initialRoot?.version { forgetRotatedRoles() }
    try checkExpiry(of: root, file: TopLevelRole.root.file)
    stage = .timestamp
    return nil
  }

  /// Forgets the stored timestamp and snapshot if a key of one of the roles was withdrawn.
  ///
  /// After a stolen key is replaced, versions that the thief raised no longer count as a rollback.
  private mutating func forgetRotatedRoles() {
    guard let initialRoot else { return }
    let isRotated = [TopLevelRole.timestamp, .snapshot].contains { role in
      !Set(initialRoot[role].keyIDs).isSubset(of: root[role].keyIDs)
    }
    guard isRotated else { return }
    for file in [TopLevelRole.timestamp.file, TopLevelRole.snapshot.file]
    where stored.files[file] != nil {
      stored.apply(.remove(file: file))
      changes.append(.remove(file: file))
    }
  }

  // MARK: Timestamp

  mutating func updateTimestamp(_ answer: MetadataAnswer?) throws -> MetadataRequest? {
    let request = MetadataRequest(
      path: TopLevelRole.timestamp.file, maximumLength: limits.timestampBytes, mayBeMissing: false)
    guard let answer else {
      timestamp = stored[.timestamp].flatMap { try? verifiedTimestamp($0) }
      return request
    }
    let bytes = try Self.bytes(of: answer, request)
    let newer = timestamp != nil && bytes == stored[.timestamp] ? nil : try verifiedTimestamp(bytes)
    if let newer, try isUpdate(newer) {
      try checkExpiry(of: newer, file: TopLevelRole.timestamp.file)
      timestamp = newer
      changes.append(.store(file: TopLevelRole.timestamp.file, bytes))
    } else if let timestamp {
      try checkExpiry(of: timestamp, file: TopLevelRole.timestamp.file)
    }
    stage = .snapshot
    return nil
  }

  private func verifiedTimestamp(_ bytes: [UInt8]) throws -> TimestampMetadata {
    let signed = try SignedMetadata<TimestampMetadata>(bytes, file: TopLevelRole.timestamp.file)
    try Self.check(signed, signedBy: root[.timestamp], root.keys, file: TopLevelRole.timestamp.file)
    return signed.contents
  }

  /// Returns whether `newer` replaces the trusted timestamp; one with the same version does not.
  private func isUpdate(_ newer: TimestampMetadata) throws -> Bool {
    guard let timestamp, newer.version != timestamp.version else { return timestamp == nil }
    guard newer.version > timestamp.version else {
      throw TrustError.rollback(
        file: TopLevelRole.timestamp.file, trusted: timestamp.version, found: newer.version,
        namedBy: nil)
    }
    guard newer.snapshot.version >= timestamp.snapshot.version else {
      throw TrustError.rollback(
        file: TopLevelRole.snapshot.file, trusted: timestamp.snapshot.version,
        found: newer.snapshot.version, namedBy: TopLevelRole.timestamp.file)
    }
    return true
  }

  // MARK: Snapshot

  mutating func updateSnapshot(_ answer: MetadataAnswer?) throws -> MetadataRequest? {
    guard let reference = timestamp?.snapshot else { return nil }
    let request = request(
      for: TopLevelRole.snapshot.file, reference: reference, limit: limits.snapshotBytes)
    guard let answer else {
      snapshot = stored[.snapshot].flatMap {
        try? verifiedSnapshot($0, file: TopLevelRole.snapshot.file)
      }
      guard let bytes = stored[.snapshot], let snapshot, try reference.record.matches(bytes),
        snapshot.version == reference.version, !isExpired(snapshot)
      else { return request }
      stage = .search
      return nil
    }
    let bytes = try Self.bytes(of: answer, request)
    guard try reference.record.matches(bytes) else {
      throw TrustError.mismatch(file: request.path, namedBy: TopLevelRole.timestamp.file)
    }
    let newer = try verifiedSnapshot(bytes, file: request.path)
    try checkVersion(of: newer, reference, file: request.path, namedBy: TopLevelRole.timestamp.file)
    if let (file, trusted, found) = snapshot?.firstRollback(in: newer) {
      throw TrustError.rollback(
        file: file, trusted: trusted, found: found, namedBy: request.path)
    }
    try checkExpiry(of: newer, file: request.path)
    snapshot = newer
    changes.append(.store(file: TopLevelRole.snapshot.file, bytes))
    stage = .search
    return nil
  }

  private func verifiedSnapshot(_ bytes: [UInt8], file: String) throws -> SnapshotMetadata {
    let signed = try SignedMetadata<SnapshotMetadata>(bytes, file: file)
    try Self.check(signed, signedBy: root[.snapshot], root.keys, file: file)
    return signed.contents
  }

  // MARK: Rules of all roles

  /// Returns the request for a file that other metadata names.
  func request(
    for file: String, reference: MetadataReference, limit: Int
  ) -> MetadataRequest {
    MetadataRequest(
      path: root.usesConsistentSnapshots ? "\(reference.version).\(file)" : file,
      maximumLength: reference.record.length.map { Int(min($0, Int64(limit))) } ?? limit,
      mayBeMissing: false)
  }

  /// Returns the contents of a file that must exist.
  static func bytes(of answer: MetadataAnswer, _ request: MetadataRequest) throws -> [UInt8] {
    switch answer {
    case .bytes(let bytes) where bytes.count <= request.maximumLength: return bytes
    case .bytes, .tooLong:
      throw TrustError.tooLong(file: request.path, limit: request.maximumLength)
    case .missing: throw TrustError.missing(file: request.path)
    }
  }

  /// Checks the signatures, and that later versions are possible.
  static func check<Contents>(
    _ signed: SignedMetadata<Contents>, signedBy role: RoleKeys, _ keys: KeyTable, file: String
  ) throws {
    guard try signed.isSigned(by: role, from: keys) else {
      throw TrustError.notSigned(file: file, threshold: role.threshold)
    }
    guard signed.contents.version <= TrustLimits.maximumVersion else {
      throw TrustError.fastForward(file: file, version: signed.contents.version)
    }
  }

  func checkVersion(
    of contents: some RoleMetadata, _ reference: MetadataReference, file: String, namedBy: String
  ) throws {
    guard contents.version == reference.version else {
      throw TrustError.versionMismatch(
        file: file, expected: reference.version, found: contents.version, namedBy: namedBy)
    }
  }

  func checkExpiry(of contents: some RoleMetadata, file: String) throws {
    guard !isExpired(contents) else {
      throw TrustError.expired(file: file, since: contents.header.expires)
    }
  }

  func isExpired(_ contents: some RoleMetadata) -> Bool { contents.expires <= now }
}
