package import ErosCore
package import ErosDevice
import ErosStore
import ErosTrust

/// Finds out why a device did not take a release.
///
/// It compares the decisions of the device with the signed history in the store. The state of the
/// device is judged first because every decision led to it, then the last update of the channel.
/// Nothing here does input or output.
package struct Explainer {
  /// The tolerance for clocks, in milliseconds.
  static let tolerance: Int64 = 3_600_000

  let record: DecisionRecord
  let store: StoreEvidence
  let channel: String
  let target: ChannelRelease
  /// When the target was published, or `nil` if the history does not tell.
  let published: Timestamp?
  /// The time on the machine that asks, not on the device.
  let now: Timestamp

  typealias Finding = Explanation.Finding

  /// Explains why the device does not run a release.
  ///
  /// - Parameters:
  ///   - record: The decisions and the state of the device.
  ///   - store: Facts about `channel` from the store.
  ///   - channel: The channel that has the release.
  ///   - number: The release number, or `nil` for the newest.
  ///   - now: The current time.
  /// - Returns: `nil` if the channel has no release with this number.
  package static func explain(
    _ record: DecisionRecord, _ store: StoreEvidence, channel: String?, number: Int64? = nil,
    now: Timestamp
  ) -> Explanation? {
    let result = explanation(record, store, channel: channel, number: number, now: now)
    // The document is untrusted, so put its channel into a command only if the name is valid.
    let name = channel.flatMap { try? ChannelName($0) }
    return result.map { explanation in
      explanation.mappingRemedies { remedy in
        remedy.mappingCommands { command in
          let text = name.map { command.replacing(" CHANNEL", with: " \($0)") } ?? command
          return explanation.number.map { text.replacing(" RELEASE", with: " \($0)") } ?? text
        }
      }
    }
  }

  private static func explanation(
    _ record: DecisionRecord, _ store: StoreEvidence, channel: String?, number: Int64?,
    now: Timestamp
  ) -> Explanation? {
    func only(_ finding: Finding) -> Explanation {
      Explanation(channel: channel, number: nil, release: nil, findings: [finding], note: nil)
    }
    if record.stateFailure == .laterVersion {
      return only(
        Finding(
          .laterState, "a later version of the app wrote the folder of the device",
          ["the document has the state failure 'later-version'"]))
    }
    guard let channel else {
      return only(
        Finding(
          .neverChecked, "the device never checked a channel", ["the document names no channel"]))
    }
    guard store.contents != nil else {
      if let finding = Self.otherRoot(record, store) { return only(finding) }
      return only(
        Finding(
          .unknownChannel, "the store does not have the channel '\(channel)'",
          [
            record.failure(.noChannel, of: channel).map { "the device: \($0.fact)" },
            store.channels.isEmpty
              ? "signed targets metadata: the channels are \("none")"
              : "signed targets metadata: the channels are \(store.channels.joined(separator: ", "))",
          ]))
    }
    let newest = store.contents?.releases.first ?? store.history.first?.release
    guard let target = number.map({ store.release($0) }) ?? newest else {
      guard number == nil else { return nil }
      return only(
        Finding(
          .noRelease, "the channel '\(channel)' does not have a release",
          ["signed metadata of the channel: it lists no release"]))
    }
    let explainer = Explainer(
      record: record, store: store, channel: channel, target: target,
      published: store.published(target.number), now: now)
    let (findings, note) = explainer.findings()
    return Explanation(
      channel: channel, number: target.number, release: target.tree, findings: findings, note: note)
  }

  private func findings() -> (findings: [Finding], note: Message?) {
    switch placement() {
    case .has(let note): return ([], note)
    case .finding(let finding): return ([finding], nil)
    case nil: break
    }
    if let finding = blocked() ?? Self.otherRoot(record, store) ?? otherChannel() ?? readOnly() {
      return ([finding], nil)
    }
    guard let last = lastUpdate else {
      return ([clockDoubt() ?? neverChecked()], nil)
    }
    return (last.outcome == .failed ? failure(last) : [result(last)], nil)
  }

  // MARK: - State of the device

  private enum Placement {
    case has(Message)
    case finding(Finding)
  }

  /// Returns where the device has the target or a newer release, or `nil` if it has neither.
  private func placement() -> Placement? {
    let state = record.state
    if state.trial?.release.tree == target.tree, let trial = state.trial {
      return .finding(
        Finding(
          .onTrial, "release \(target.number) runs on trial and is not confirmed yet",
          [
            "the state: its trial started at \(trial.startedAt.utc), with \(Self.launches(trial.attempts))",
            lastFact(of: target.tree),
          ]))
    }
    if state.pending?.tree == target.tree { return .finding(waiting()) }
    let running = state.knownGood(for: state.app).first
    if let running, running.tree == target.tree {
      return .has("the device has release \(target.number)")
    }
    let held = [state.trial?.release, state.pending, running].compactMap(\.self)
    for release in held {
      guard let number = store.number(of: release.tree), number > target.number else { continue }
      return .has("the device has the newer release \(number)")
    }
    return nil
  }

  private func waiting() -> Finding {
    let state = record.state
    let fact = lastFact(of: target.tree)
    if let version = state.pendingWaitsFor {
      return Finding(
        .appTooOld, "release \(target.number) is staged and waits for app version \(version)",
        [
          state.app.map { "the state: the version of the app is \($0.version)" }
            ?? "the state: the version of the app is unknown",
          fact,
        ])
    }
    return Finding(
      .staged,
      state.trial == nil
        ? "release \(target.number) is staged and waits for the next foreground launch"
        : "release \(target.number) is staged and waits for the next foreground launch after the trial of another release",
      ["the state: the release is pending", fact])
  }

  private func blocked() -> Finding? {
    let state = record.state
    guard state.avoids(target.tree, retries: target.retries) else { return nil }
    if let entry = state.blocked.first(where: { $0.release == target.tree }) {
      let proof: [Message] = [
        "the state: blocked, \(entry.reason.rawValue), after \(Self.launches(entry.count))"
      ]
      let report = record.decisions.last {
        $0.event == .failure && $0.outcome == .blocked && $0.release == target.tree
      }
      if let report {
        return Finding(
          .trialFailed,
          report.detail.map {
            "release \(target.number) failed its trial; the app reported: \($0)"
          } ?? "release \(target.number) failed its trial; the app reported: no reason",
          proof + ["the device: \(report.fact)"])
      }
      switch entry.reason {
      case .unconfirmed:
        return Finding(
          .notConfirmed,
          "release \(target.number) was not confirmed in \(Self.launches(entry.count))",
          proof + [lastFact(of: target.tree)])
      case .rolledBack:
        return Finding(
          .blockedHere, "release \(target.number) was rolled back on this device during its trial",
          proof + [lastFact(of: target.tree)])
      }
    }
    guard state.withdrawn.contains(target.tree) else { return nil }
    return Finding(
      .leftHere,
      "release \(target.number) was rolled back on this device after it had been confirmed",
      ["the state: the release is withdrawn", lastFact(of: target.tree)])
  }

  private static func launches(_ count: Int) -> Message {
    count == 1 ? "1 launch" : "\(count) launches"
  }

  /// Reports root metadata from another store.
  private static func otherRoot(_ record: DecisionRecord, _ store: StoreEvidence) -> Finding? {
    guard store.root == .isOther, let trust = record.trust else { return nil }
    return Finding(
      .otherRoot, "the app trusts the root metadata of another store",
      [
        record.updates.last.map { "the device: \($0.fact)" },
        "the document: the device has the root metadata \(trust.root) with the SHA-256 \(trust.rootDigest)",
        "the store: its root metadata \(trust.root) is another file",
      ])
  }

  private func otherChannel() -> Finding? {
    let updates = record.updates
    guard let last = updates.last, let other = last.channel, other != channel else { return nil }
    return Finding(
      .wrongChannel, "the device follows the channel '\(other)', not '\(channel)'",
      ["the device: \(last.fact)", "the release: it is number \(target.number) of '\(channel)'"])
  }

  private func readOnly() -> Finding? {
    guard record.disk?.isWritable == false else { return nil }
    return Finding(
      .readOnlyDisk, "the folder of the releases cannot be written",
      ["the document: the disk is not writable", lastUpdate.map { "the device: \($0.fact)" }])
  }

  private func neverChecked() -> Finding {
    Finding(
      .neverChecked, "the device never checked the channel '\(channel)'",
      ["the document: it has no update of this channel", publication])
  }

  // MARK: - Facts

  var lastUpdate: Decision? { record.updates.last { $0.channel == channel } }

  var publication: Message? {
    published.map { "the signed history: release \(target.number) was published at \($0.utc)" }
  }

  private func lastFact(of tree: TreeHash) -> Message? {
    record.decisions.last { $0.release == tree }.map { "the device: \($0.fact)" }
  }

  /// Returns the latest time at which the decision can have been made, corrected if the clock is
  /// ahead.
  func time(of decision: Decision) -> Timestamp {
    let ahead = max(0, record.created.milliseconds - now.milliseconds)
    return Timestamp(milliseconds: decision.lastTime.milliseconds - ahead)
  }
}

extension DecisionRecord {
  /// Checks and fetches, oldest first.
  var updates: [Decision] { decisions.filter { $0.event == .check || $0.event == .fetch } }

  /// The channel in the last update, or else the only channel on the device.
  package var lastChannel: String? {
    updates.last { $0.channel != nil }?.channel
      ?? (channels.count == 1 ? channels.keys.first : nil)
  }

  fileprivate func failure(_ reason: DecisionReason, of channel: String) -> Decision? {
    updates.last { $0.channel == channel && $0.reason == reason }
  }
}

extension Decision {
  var fact: String {
    var text = "\(event.rawValue) at \(lastTime.utc): \(outcome.rawValue)"
    if let number { text += " \(number)" }
    if let reason { text += " (\(reason.rawValue))" }
    if let errorClass { text += ", \(errorClass)" }
    if let stackHash { text += ", stack \(stackHash)" }
    if let file { text += ", \(file.escapedForDisplay)" }
    if let expired { text += ", expired at \(expired.utc)" }
    if let status { text += ", status \(status)" }
    if let requires { text += ", requires app \(requires)" }
    if let metadataVersion { text += ", timestamp version \(metadataVersion)" }
    return text
  }
}
