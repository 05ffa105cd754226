package import ErosCore
package import ErosTrust

/// The result of a refresh.
package struct RefreshOutcome: Sendable {
  /// The version of the new timestamp.
  package let timestampVersion: Int64
  /// The result of the repair, or `nil` if there was none.
  package let repair: StoreRepair.Outcome?
  /// The channels, and possibly the brake, that were repaired.
  package let repairedRoles: [String]
  /// The channels of the store.
  package let channels: [ChannelName]
  /// The findings: the losses of a repair, an incomplete rotation, damaged channels, metadata that
  /// cannot be read, and expiring metadata.
  ///
  /// Expiring metadata is metadata signed by other keys that has expired or expires soon.
  package let findings: [Finding]
}

/// The maintenance of a store between publications.
package struct StoreMaintenance: Sendable {
  private let editor: StoreEditor

  private var store: any ObjectStore { editor.store }

  init(_ editor: StoreEditor) { self.editor = editor }

  /// Signs the snapshot and the timestamp again, so that they are valid for another 7 days.
  ///
  /// - Parameter isRepair: Whether to replace missing or damaged metadata, as described for
  ///   ``StoreRepair``. A refresh without a repair, for example in a cron job, never decides which
  ///   snapshot is the newest.
  /// - Returns: The result.
  /// - Throws: The errors of keys and of the store. With a repair, also the errors of
  ///   ``StoreRepair/run(_:)``.
  package func refresh(isRepair: Bool = false) async throws -> RefreshOutcome {
    var found: [Finding] = []
    var repair: Repair?
    if isRepair {
      let result = try await self.repair()
      (found, repair) = (result.findings, result.repair)
    }
    if let repair, repair.isWritten {
      let state = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
      return RefreshOutcome(
        timestampVersion: state.timestamp.version, repair: repair.store,
        repairedRoles: repair.roles, channels: state.channels,
        findings: found + (try await findings(state, includingDamage: false)))
    }
    let (state, version) = try await editor.update([]) { state in
      ([:], (state, state.timestamp.version + 1))
    }.result
    return RefreshOutcome(
      timestampVersion: version, repair: repair?.store, repairedRoles: [], channels: state.channels,
      findings: found + (try await findings(state, includingDamage: !isRepair)))
  }

  /// The parts of a store that a repair has written.
  private struct Repair {
    let store: StoreRepair.Outcome?
    let roles: [String]

    var isWritten: Bool { store != nil || !roles.isEmpty }
  }

  /// Repairs the metadata of the roles, and then the channels.
  private func repair() async throws -> (findings: [Finding], repair: Repair) {
    try await StoreRepair.restorePinnedRoot(editor)
    let repair = try await StoreRepair.run(editor)
    let channels: ChannelRepair.Outcome
    do {
      channels = try await ChannelRepair.run(editor)
    } catch PublishError.expired where repair != nil {
      // Other keys sign the expired metadata, as a finding says.
      return (repair?.findings ?? [], Repair(store: repair, roles: []))
    }
    // A repaired channel is not lost.
    let losses = repair?.lossFindings.filter { !channels.signed.contains($0.role) } ?? []
    return (
      losses.map(\.finding) + channels.findings, Repair(store: repair, roles: channels.signed)
    )
  }

  /// Returns findings about an incomplete rotation, about damage and about expiries.
  ///
  /// The new metadata is already signed, so an error of the store is a finding. A repair itself
  /// reports the channels that stay damaged.
  private func findings(
    _ state: StoreState, includingDamage: Bool = true
  ) async throws -> [Finding] {
    rotationFindings(state.root)
      + (try await roleFindings(state, includingDamage: includingDamage))
  }

  private func rotationFindings(_ root: RootMetadata) -> [Finding] {
    do {
      return try root.unfinishedRotation().map { [Finding(unfinishedRotationOf: $0)] } ?? []
    } catch {
      let object = StoreLayout.metadata(TopLevelRole.root.rawValue, version: root.version)
      return [Finding(error, object)]
    }
  }

  /// Returns findings about metadata that the online key does not sign.
  ///
  /// The metadata of channels is only compared with its digest in the snapshot. A damaged channel
  /// does not prevent a refresh of the other channels.
  private func roleFindings(
    _ state: StoreState, includingDamage: Bool
  ) async throws -> [Finding] {
    var findings: [Finding] = []
    var expiries: [(role: String, channel: ChannelName?, expires: Timestamp)] = [
      ("root", nil, state.root.header.expires), ("targets", nil, state.targets.header.expires),
    ]
    var roles: [(role: String, channel: ChannelName?)] = state.channels.map { ($0.role, $0) }
    if state.brakeDelegation != nil { roles.append((Brake.role.text, nil)) }
    for (role, channel) in roles {
      guard let reference = state.snapshot[role] else { continue }
      do {
        let metadata: SignedMetadata<TargetsMetadata>? = try await store.metadata(
          role, reference, limit: TrustLimits.standard.targetsBytes)
        if let metadata {
          expiries.append((role, channel, metadata.contents.header.expires))
        } else if includingDamage {
          findings.append(try await damage(of: role, reference))
        }
      } catch let error as any ErosError {
        findings.append(Finding(unreadable: role, channel, error))
      }
    }
    return findings
      + expiries.compactMap {
        Finding(expiryOf: $0.role, $0.channel, $0.expires, now: editor.now)
      }
  }

  /// Returns a finding about metadata that differs from its record in the snapshot.
  private func damage(of role: String, _ reference: MetadataReference) async throws -> Finding {
    let key = StoreLayout.metadata(role, version: reference.version)
    let file = key.components[1]
    return try await store.status(of: key) == nil
      ? Finding(TrustError.missing(file: file), key)
      : Finding(TrustError.mismatch(file: file, namedBy: TopLevelRole.snapshot.file), key)
  }
}
