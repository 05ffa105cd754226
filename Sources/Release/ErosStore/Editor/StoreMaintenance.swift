package import ErosCore
package import ErosTrust

package struct RefreshOutcome: Sendable {
  package let timestampVersion: Int64
  /// `nil` if no repair was needed or asked for.
  package let repair: StoreRepair.Outcome?
  /// Repaired channels, and the brake if it was repaired.
  package let repairedRoles: [String]
  package let channels: [ChannelName]
  /// Losses, an incomplete rotation, damaged or unreadable metadata, and metadata that expires.
  ///
  /// Expiring metadata is listed if keys other than the online key sign it.
  package let findings: [Finding]
}

/// Keeps a store valid between publications.
package struct StoreMaintenance: Sendable {
  private let editor: StoreEditor

  private var store: any ObjectStore { editor.store }

  init(_ editor: StoreEditor) { self.editor = editor }

  /// Signs snapshot and timestamp again, for another 7 days.
  ///
  /// - Parameter isRepair: If `true`, missing or damaged metadata is replaced, see ``StoreRepair``.
  ///   Leave it `false` in a cron job: a person must decide which snapshot is the newest.
  /// - Returns: The new timestamp, the repair and the findings.
  /// - Throws: ``PublishError`` if the store cannot be refreshed or repaired, ``KeyError`` if a key
  ///   cannot be used, or `TrustError` if metadata is not trusted.
  package func refresh(isRepair: Bool = false) async throws -> RefreshOutcome {
    var repairFindings: [Finding] = []
    var repair: Repair?
    if isRepair {
      let result = try await self.repair()
      (repairFindings, repair) = (result.findings, result.repair)
    }
    if let repair, repair.isWritten {
      let state = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
      return RefreshOutcome(
        timestampVersion: state.timestamp.version, repair: repair.store,
        repairedRoles: repair.roles, channels: state.channels,
        findings: repairFindings + (try await findings(state, includingDamage: false)))
    }
    let (state, version) = try await editor.update([]) { state in
      ([:], (state, state.timestamp.version + 1))
    }.result
    return RefreshOutcome(
      timestampVersion: version, repair: repair?.store, repairedRoles: [], channels: state.channels,
      findings: repairFindings + (try await findings(state, includingDamage: !isRepair)))
  }

  private struct Repair {
    let store: StoreRepair.Outcome?
    let roles: [String]

    var isWritten: Bool { store != nil || !roles.isEmpty }
  }

  /// Repairs the top-level roles, then the channels.
  private func repair() async throws -> (findings: [Finding], repair: Repair) {
    try await StoreRepair.restorePinnedRoot(editor)
    let repair = try await StoreRepair.run(editor)
    let channels: ChannelRepair.Outcome
    do {
      channels = try await ChannelRepair.run(editor)
    } catch PublishError.expired where repair != nil {
      // Other keys sign the expired metadata, and a finding says so.
      return (repair?.findings ?? [], Repair(store: repair, roles: []))
    }
    // A repaired channel is not lost.
    let losses = repair?.lossFindings.filter { !channels.signed.contains($0.role) } ?? []
    return (
      losses.map(\.finding) + channels.findings, Repair(store: repair, roles: channels.signed)
    )
  }

  /// Reports an incomplete rotation, damage and expiries.
  ///
  /// Everything is signed by now, so a store that fails here is a finding. A repair reports damaged
  /// channels itself.
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

  /// Reports on metadata that the online key does not sign.
  ///
  /// Channels are only compared with their digest in the snapshot, so a damaged channel does not
  /// keep others from being refreshed.
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

  /// Reports metadata that differs from its record in the snapshot.
  private func damage(of role: String, _ reference: MetadataReference) async throws -> Finding {
    let key = StoreLayout.metadata(role, version: reference.version)
    let file = key.components[1]
    return try await store.status(of: key) == nil
      ? Finding(TrustError.missing(file: file), key)
      : Finding(TrustError.mismatch(file: file, namedBy: TopLevelRole.snapshot.file), key)
  }
}
