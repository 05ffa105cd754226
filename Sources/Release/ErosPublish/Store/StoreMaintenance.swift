package import ErosCore
import ErosRepository
import ErosStore
import ErosTrust

/// The result of a refresh.
package struct RefreshOutcome: Sendable {
  /// The version of the new timestamp.
  package let timestampVersion: Int64
  /// The result of the repair; `nil` if there was none.
  package let repair: StoreRepair.Outcome?
  /// The losses of a repair, a rotation that is not complete, and the metadata that other keys sign and
  /// that has expired or expires within 7 days.
  package let findings: [Finding]
}

/// The maintenance of a store between publications.
package struct StoreMaintenance: Sendable {
  private let editor: StoreEditor

  private var store: any ObjectStore { editor.store }

  package init(_ editor: StoreEditor) { self.editor = editor }

  /// Signs the snapshot and the timestamp again, so that they are valid for another 7 days.
  ///
  /// - Parameter isRepair: Whether missing or damaged metadata is replaced, as ``StoreRepair``
  ///   describes. A refresh without it, such as that of a cron job, never decides which snapshot is
  ///   the newest one.
  /// - Returns: The result.
  /// - Throws: The errors of keys and of the store; of a repair, those of ``StoreRepair/run(_:)``.
  package func refresh(isRepair: Bool = false) async throws -> RefreshOutcome {
    if isRepair, let repair = try await StoreRepair.run(editor) {
      let state = try await StoreState.load(from: store, pinnedRoot: editor.pinnedRoot)
      return RefreshOutcome(
        timestampVersion: state.timestamp.version, repair: repair,
        findings: repair.findings + (try await findings(state)))
    }
    let (state, version) = try await editor.update([]) { state in
      ([:], (state, state.timestamp.version + 1))
    }.result
    return RefreshOutcome(
      timestampVersion: version, repair: nil, findings: try await findings(state))
  }

  /// Returns findings about a rotation that is not complete, and about expiries.
  private func findings(_ state: StoreState) async throws -> [Finding] {
    let rotation = try state.root.unfinishedRotation().map { Finding(unfinishedRotationOf: $0) }
    return [rotation].compactMap(\.self) + (await expiryFindings(state))
  }

  /// Returns findings about the metadata that the online key does not sign.
  ///
  /// The metadata of channels is only compared with the digest in the snapshot. A channel that cannot
  /// be read is left to `eros store check`, so that it does not stop the refresh of the others.
  private func expiryFindings(_ state: StoreState) async -> [Finding] {
    var expiries: [(role: String, channel: ChannelName?, expires: Timestamp)] = [
      ("root", nil, state.root.header.expires), ("targets", nil, state.targets.header.expires),
    ]
    var roles: [(role: String, channel: ChannelName?)] = state.channels.map { ($0.role, $0) }
    if state.brakeDelegation != nil { roles.append((Brake.role.text, nil)) }
    for (role, channel) in roles {
      guard let reference = state.snapshot[role] else { continue }
      let found: SignedMetadata<TargetsMetadata>? = try? await store.metadata(
        role, reference, limit: TrustLimits.standard.targetsBytes)
      guard let found else { continue }
      expiries.append((role, channel, found.contents.header.expires))
    }
    return expiries.compactMap {
      Finding(expiryOf: $0.role, $0.channel, $0.expires, now: editor.now)
    }
  }
}
