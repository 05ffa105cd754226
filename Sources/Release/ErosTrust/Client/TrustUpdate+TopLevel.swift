import ErosCore

/// Sections 5.2 to 5.5 of the TUF specification: root, timestamp and snapshot.
extension TrustUpdate {
  // MARK: Root

  /// Parses root metadata that is trusted by origin.
  ///
  /// It must still be signed by its own keys.
  static func trustedRoot(_ bytes: [UInt8]) throws -> RootMetadata {
    let signed = try SignedMetadata<RootMetadata>(bytes, file: TopLevelRole.root.file)
    try check(
      signed, signedBy: signed.contents[.root], signed.contents.keys, file: TopLevelRole.root.file)
    return signed.contents
  }

  /// Verifies root metadata before you pass it to an update.
  ///
  /// - Returns: Its version.
  /// - Throws: ``TrustError`` if it is malformed, or not signed by its own keys.
  package static func checkRoot(_ bytes: [UInt8]) throws -> Int64 {
    try trustedRoot(bytes).version
  }

  /// Returns `nil` if the stored root metadata is missing or damaged.
  package static func rootVersion(in stored: StoredMetadata) -> Int64? {
    (try? storedRoot(in: stored))?.root.version
  }

  mutating func updateRoot(_ response: MetadataResponse?) throws -> MetadataRequest? {
    let request = MetadataRequest(
      path: "\(root.version + 1).\(TopLevelRole.root.file)", maximumLength: limits.rootBytes,
      mayBeMissing: true)
    guard let response else {
      guard receivedRoots < limits.rootRotations else { return try finishRoot() }
      return request
    }
    switch response {
    case .missing, .denied: return try finishRoot()
    default: break
    }
    let bytes = try Self.bytes(of: response, request)
    trust(try verifiedRoot(bytes, file: request.path), bytes, after: root)
    receivedRoots += 1
    return nil
  }

  /// Trusts and stores root metadata.
  ///
  /// If it withdraws a key from `timestamp` or `snapshot`, both files are removed, so that versions
  /// raised with a stolen key no longer count. This happens first: if the root metadata were stored
  /// first and the device then lost power, the next update would not notice the withdrawal.
  ///
  /// - Parameters:
  ///   - newer: Verified root metadata.
  ///   - bytes: Its file.
  ///   - older: The root metadata trusted before, or `nil` if unknown. With `nil` the files stay.
  ///     They count only if a trusted key has signed them.
  mutating func trust(_ newer: RootMetadata, _ bytes: [UInt8], after older: RootMetadata?) {
    if let older, newer.withdrawsOnlineKey(of: older) {
      for role in [TopLevelRole.timestamp, .snapshot] where stored[role] != nil {
        let change = MetadataChange.remove(file: role.file)
        stored.apply(change)
        changes.append(change)
      }
    }
    root = newer
    storeRoot(bytes)
  }

  /// Writes both copies of the root metadata, unless they are up to date.
  mutating func storeRoot(_ bytes: [UInt8]) {
    for file in [StoredMetadata.rootCopy, TopLevelRole.root.file]
    where stored.files[file] != bytes {
      let change = MetadataChange.store(file: file, bytes)
      stored.apply(change)
      changes.append(change)
    }
  }

  /// Returns the newer of the two stored copies, or `nil` if both are missing.
  ///
  /// - Throws: ``TrustError`` from `root.json` if no copy is valid.
  static func storedRoot(
    in stored: StoredMetadata
  ) throws -> (root: RootMetadata, bytes: [UInt8])? {
    var newest: (root: RootMetadata, bytes: [UInt8])?
    var fault: TrustError?
    for file in [StoredMetadata.rootCopy, TopLevelRole.root.file] {
      guard let bytes = stored.files[file] else { continue }
      do {
        let candidate = try trustedRoot(bytes)
        if candidate.version >= newest?.root.version ?? 0 { newest = (candidate, bytes) }
      } catch let error as TrustError {
        fault = error
      }
    }
    if let fault, newest == nil { throw fault }
    return newest
  }

  /// Verifies that the next root metadata is signed by its own keys and by the trusted keys.
  private func verifiedRoot(_ bytes: [UInt8], file: String) throws -> RootMetadata {
    let signed = try SignedMetadata<RootMetadata>(bytes, file: file)
    let newer = signed.contents
    try Self.check(signed, signedBy: root[.root], root.keys, file: file)
    try Self.check(signed, signedBy: newer[.root], newer.keys, file: file)
    guard newer.version == root.version + 1 else {
      throw newer.version <= root.version
        ? TrustError.rollback(
          file: file, trusted: root.version, found: newer.version, namedBy: nil)
        : TrustError.versionMismatch(
          file: file, expected: root.version + 1, found: newer.version, namedBy: nil)
    }
    return newer
  }

  private mutating func finishRoot() throws -> MetadataRequest? {
    if let unsigned, unsigned.rootVersion == root.version {
      (stage, timestamp, snapshot) = (unsigned.stage, unsigned.timestamp, unsigned.snapshot)
      throw unsigned.error
    }
    try checkExpiry(of: root, file: TopLevelRole.root.file)
    stage = .timestamp
    return nil
  }

  // MARK: Root metadata that is replaced during the update

  ///
  /// A publisher may have replaced the keys of a role after the update asked for root metadata.
  func needsNewerRoot(after error: TrustError) -> Bool {
    guard case .notSigned = error, unsigned?.rootVersion != root.version else { return false }
    switch stage {
    case .timestamp, .snapshot: return true
    case .search: return search.pending.last?.delegator == nil
    case .root, .complete, .searchFailed, .failed: return false
    }
  }

  /// Asks for newer root metadata once more.
  ///
  /// If there is none, the update throws `error`.
  mutating func restart(after error: TrustError) {
    unsigned = UnsignedFile(
      error: error, stage: stage, rootVersion: root.version, timestamp: timestamp,
      snapshot: snapshot)
    (timestamp, snapshot) = (nil, nil)
    (targets, verified, acceptedRoles) = ([:], [], [])
    search = RoleSearch(path: search.path)
    stage = .root
  }

  // MARK: Timestamp

  mutating func updateTimestamp(_ response: MetadataResponse?) throws -> MetadataRequest? {
    let request = MetadataRequest(
      path: TopLevelRole.timestamp.file, maximumLength: limits.timestampBytes, mayBeMissing: false)
    guard let response else {
      timestamp = try stored[.timestamp].flatMap { bytes in
        try Self.trusted { try verifiedTimestamp(bytes) }
      }
      return request
    }
    let bytes = try Self.bytes(of: response, request)
    let newer = timestamp != nil && bytes == stored[.timestamp] ? nil : try verifiedTimestamp(bytes)
    if let newer, try isUpdate(newer) {
      try checkExpiry(of: newer, file: TopLevelRole.timestamp.file)
      timestamp = newer
      store(bytes, as: .timestamp)
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

  mutating func updateSnapshot(_ response: MetadataResponse?) throws -> MetadataRequest? {
    guard let reference = timestamp?.snapshot else { return nil }
    let request = request(
      for: TopLevelRole.snapshot.file, reference: reference, limit: limits.snapshotBytes)
    guard let response else {
      snapshot = try stored[.snapshot].flatMap { bytes in
        try Self.trusted { try verifiedSnapshot(bytes, file: TopLevelRole.snapshot.file) }
      }
      guard let bytes = stored[.snapshot], let snapshot, try reference.record.matches(bytes),
        snapshot.version == reference.version, !isExpired(snapshot)
      else { return request }
      stage = .search
      return nil
    }
    let bytes = try Self.bytes(of: response, request)
    guard try reference.record.matches(bytes) else {
      throw TrustError.mismatch(file: request.path, namedBy: TopLevelRole.timestamp.file)
    }
    let newer = try verifiedSnapshot(bytes, file: request.path)
    try checkVersion(of: newer, reference, file: request.path, namedBy: TopLevelRole.timestamp.file)
    if let (file, trusted, listedVersion) = snapshot?.firstRollback(in: newer) {
      throw TrustError.rollback(
        file: file, trusted: trusted, found: listedVersion, namedBy: request.path)
    }
    try checkExpiry(of: newer, file: request.path)
    snapshot = newer
    store(bytes, as: .snapshot)
    removeUnlistedFiles(newer)
    stage = .search
    return nil
  }

  /// Removes roles that the snapshot no longer lists, for example after a rotation.
  private mutating func removeUnlistedFiles(_ snapshot: SnapshotMetadata) {
    let listed = snapshot.fileNames.union(TopLevelRole.allCases.map(\.file))
      .union([StoredMetadata.rootCopy])
    for file in stored.names.subtracting(listed).sorted(by: inByteOrder) {
      let change = MetadataChange.remove(file: file)
      stored.apply(change)
      changes.append(change)
    }
  }

  private func verifiedSnapshot(_ bytes: [UInt8], file: String) throws -> SnapshotMetadata {
    let signed = try SignedMetadata<SnapshotMetadata>(bytes, file: file)
    try Self.check(signed, signedBy: root[.snapshot], root.keys, file: file)
    return signed.contents
  }

  // MARK: Rules of all roles

  private mutating func store(_ bytes: [UInt8], as role: TopLevelRole) {
    let change = MetadataChange.store(file: role.file, bytes)
    stored.apply(change)
    changes.append(change)
  }

  /// Turns a ``TrustError`` into `nil`.
  ///
  /// Everything else is thrown: a file that cannot be read now may still be trusted.
  private static func trusted<Contents>(_ read: () throws -> Contents) throws -> Contents? {
    do { return try read() } catch is TrustError { return nil }
  }

  /// Requests a file that other metadata lists.
  func request(
    for file: String, reference: MetadataReference, limit: Int
  ) -> MetadataRequest {
    MetadataRequest(
      path: root.usesConsistentSnapshots ? "\(reference.version).\(file)" : file,
      maximumLength: reference.record.length.map { Int(min($0, Int64(limit))) } ?? limit,
      mayBeMissing: false)
  }

  static func bytes(of response: MetadataResponse, _ request: MetadataRequest) throws -> [UInt8] {
    switch response {
    case .bytes(let bytes) where bytes.count <= request.maximumLength: return bytes
    case .bytes, .tooLong:
      throw TrustError.tooLong(file: request.path, limit: request.maximumLength)
    case .missing: throw TrustError.missing(file: request.path)
    case .denied: throw TrustError.missing(file: request.path, status: 403)
    }
  }

  /// Verifies signatures, and that the version leaves room for newer ones.
  static func check<Contents>(
    _ signed: SignedMetadata<Contents>, signedBy role: RoleKeys, _ keys: KeyTable, file: String
  ) throws {
    let signers = try signed.signerCount(of: role, from: keys)
    guard signers >= role.threshold else {
      throw TrustError.notSigned(file: file, found: signers, threshold: role.threshold)
    }
    let limit = TrustLimits.maximumVersion
    guard signed.contents.version <= limit else {
      throw TrustError.fastForward(file: file, version: signed.contents.version, namedBy: nil)
    }
    if let high = signed.contents.references.first(where: { $0.version > limit }) {
      throw TrustError.fastForward(file: high.file, version: high.version, namedBy: file)
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
