import ErosCore

/// Section 5.6 of the TUF specification: targets and delegated roles.
extension TrustUpdate {
  /// Visits roles until the target is found, a file must be fetched, or a file was stored.
  mutating func continueSearch(_ response: MetadataResponse?) throws -> MetadataRequest? {
    var response = response
    while changes.isEmpty, target == nil, search.visited.count <= limits.searchedRoles,
      let delegation = search.pending.last
    {
      if !search.visited.contains(delegation.role) {
        if let request = try load(delegation, response) { return request }
        response = nil
      }
      search.pending.removeLast()
      guard search.visited.insert(delegation.role).inserted else { continue }
      try visit(delegation.role)
    }
    if changes.isEmpty { stage = .complete }
    return nil
  }

  /// Looks up the target in a role, then queues the roles it is delegated to.
  private mutating func visit(_ role: RoleName) throws {
    guard let path = search.path, let contents = targets[role] else { return }
    if let file = contents.target(at: path) {
      target = (role, file)
      return
    }
    var children: [RoleSearch.Delegation] = []
    for child in contents.delegations?.roles ?? [] where try child.contains(path) {
      children.append(.init(role: child.name, delegator: role))
      if child.isTerminating {
        search.pending = []
        break
      }
    }
    search.pending += children.reversed()
  }

  /// Loads the metadata of a role from the stored files or the response.
  ///
  /// - Returns: A request if the file must be fetched, or `nil` once it is verified.
  private mutating func load(
    _ delegation: RoleSearch.Delegation, _ response: MetadataResponse?
  ) throws -> MetadataRequest? {
    guard !verified.contains(delegation) else { return nil }
    let role = delegation.role
    guard role.hasValidLength else { throw TrustError.nameTooLong(role: role.text) }
    guard let reference = snapshot?[role] else { throw TrustError.notInSnapshot(file: role.file) }
    let request = request(
      for: role.file, reference: reference, limit: limits.bytes(of: role))
    if let response {
      let bytes = try Self.bytes(of: response, request)
      try accept(bytes, delegation, reference, file: request.path)
      let change = MetadataChange.store(file: role.file, bytes)
      stored.apply(change)
      changes.append(change)
      return nil
    }
    guard let bytes = try stored.contents(of: role.file) else { return request }
    do {
      try accept(bytes, delegation, reference, file: role.file)
      return nil
    } catch let error as TrustError {
      // The file was accepted in this update, so the distrust of another delegator is final.
      guard !acceptedRoles.contains(role) else { throw error }
      return request
    }
  }

  private mutating func accept(
    _ bytes: [UInt8], _ delegation: RoleSearch.Delegation, _ reference: MetadataReference,
    file: String
  ) throws {
    guard try reference.record.matches(bytes) else {
      throw TrustError.mismatch(file: file, namedBy: TopLevelRole.snapshot.file)
    }
    guard bytes.count <= limits.searchBytes - search.readBytes else {
      throw TrustError.tooMuch(file: file, limit: limits.searchBytes)
    }
    search.readBytes += bytes.count
    let signed = try SignedMetadata<TargetsMetadata>(bytes, file: file)
    let (role, keys) = try delegatedKeys(of: delegation, file: file)
    try Self.check(signed, signedBy: role, keys, file: file)
    try checkVersion(
      of: signed.contents, reference, file: file, namedBy: TopLevelRole.snapshot.file)
    try checkExpiry(of: signed.contents, file: file)
    targets[delegation.role] = signed.contents
    verified.insert(delegation)
    acceptedRoles.insert(delegation.role)
  }

  private func delegatedKeys(
    of delegation: RoleSearch.Delegation, file: String
  ) throws -> (RoleKeys, KeyTable) {
    guard let delegator = delegation.delegator else { return (root[.targets], root.keys) }
    let delegations = targets[delegator]?.delegations
    guard let delegations, let role = delegations.roles.first(where: { $0.name == delegation.role })
    else { throw TrustError.notSigned(file: file, found: 0, threshold: 1) }
    return (role.keys, delegations.keys)
  }
}
