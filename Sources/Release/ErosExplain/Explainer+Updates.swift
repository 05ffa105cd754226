import ErosCore
import ErosDevice
import ErosTrust

extension Explainer {
  /// Explains an update that succeeded but did not install the target.
  func result(_ last: Decision) -> Finding {
    let fact: Message = "the device: \(last.fact)"
    if last.number ?? 0 > target.number, last.outcome == .staged || last.outcome == .upToDate {
      return unexplained(last)
    }
    guard let outcome = outcome(of: target.number, in: last) else { return unseen(last) }
    switch outcome {
    case .waitsForApp: return appTooOld(fact, last)
    case .notIncluded:
      guard target.effectiveRollout < ChannelRelease.fullRollout else {
        return changed("the rollout is 100% now", since: last)
      }
      return outsideRollout(fact, last)
    case .paused: return paused(fact, last)
    case .available:
      return Finding(
        .notFetched, "the app found release \(target.number) but did not fetch it", [fact])
    case .upToDate: return held(last)
    case .staged: return dropped(last)
    case .blocked where record.state.avoided.contains(target.tree):
      return changed("devices are asked to try the release again", since: last)
    case .blocked: return unblocked(fact)
    default: return unexplained(last)
    }
  }

  /// Returns the decision of an update about a release, or `nil` if the update never saw it.
  private func outcome(of number: Int64, in decision: Decision) -> Decision.Outcome? {
    if decision.number == number { return decision.outcome }
    if let skipped = decision.skipped.first(where: { $0.number == number }) {
      return skipped.reason
    }
    // An up-to-date device names its own release, or none if that came from another channel.
    return decision.outcome == .upToDate && foreignHeld != nil ? .upToDate : nil
  }

  private func outsideRollout(_ fact: Message, _ last: Decision) -> Finding {
    var proof: [Message?] = [
      fact, "signed metadata: the rollout is \(ChannelRelease.percent(target.offeredRollout))",
      limit,
    ]
    if target.includesTesters, store.contents?.testers != nil {
      proof.append(
        "signed metadata: the testers of the channel get the release with each share")
      proof.append(testerFact(last.tester))
    }
    return Finding(
      .outsideRollout,
      "the rollout of \(ChannelRelease.percent(target.effectiveRollout)) does not include the device",
      proof, remedy: isLimited ? ExplanationCause.braked.remedy : planRemedy)
  }

  /// `true` if the publisher includes the device and only the brake excludes it.
  private var isLimited: Bool {
    target.activeLimit != nil && target.effectiveRollout < target.offeredRollout
  }

  /// The advice while the plan has a next step.
  ///
  /// Setting the rollout by hand would end the plan.
  private var planRemedy: Message? {
    guard let plan = target.plan, case let index = (target.step?.index ?? 0) + 1,
      plan.steps.indices.contains(index)
    else { return nil }
    let share = ChannelRelease.percent(plan.steps[index].rollout)
    let current = plan.steps[index - 1]
    let minutes = current.time / 60_000
    let time = minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes) min"
    return
      "wait for the step \(share) of the plan, which begins after at least \(time) and \(current.trials) trials, or add the device to the testers with `eros release testers FILE`; `eros release rollout` ends the plan"
  }

  private func testerFact(_ tester: Decision.Tester?) -> Message? {
    switch tester {
    case nil, .listed: nil
    case .notPassed: "the device: the app passed no identifier of a tester"
    case .invalid:
      "the device: the app passed an identifier of a tester that is empty, too long or has control characters"
    case .notListed:
      "the device: the app passed an identifier of a tester that is not in the list; compare the two exactly: only spaces around them and the case of A to Z do not matter"
    }
  }

  private var limit: Message? {
    target.activeLimit.map {
      "the signed brake: \($0.message), set at \(Timestamp(milliseconds: $0.time).utc)"
    }
  }

  private func appTooOld(_ fact: Message, _ last: Decision) -> Finding {
    let app = record.state.app
    let platforms = app?.platform.map { [$0] } ?? Platform.allCases
    let required = platforms.compactMap { target.native[$0].flatMap { NativeVersion($0) } }.max()
    if let app, let required, app.version >= required {
      return changed("the app has version \(app.version) now", since: last)
    }
    let version: Message =
      required.map { "\($0)" } ?? last.requires.map { "\($0)" } ?? "a newer one"
    return Finding(
      .appTooOld, "release \(target.number) requires app version \(version)",
      [
        fact, "signed metadata: the lowest app version is \(version)",
        app.map { "the state: the version of the app is \($0.version)" },
      ])
  }

  private func paused(_ fact: Message, _ last: Decision) -> Finding {
    if target.limit?.rollout == 0 {
      return Finding(
        .braked, "the brake of the store pauses release \(target.number)", [fact, limit])
    }
    guard target.isPaused else { return changed("the release is not paused now", since: last) }
    return Finding(
      .paused, "the publisher has paused release \(target.number)",
      [fact, "signed metadata: the release is paused"])
  }

  private func changed(_ change: Message, since last: Decision) -> Finding {
    Finding(
      .notChecked, "\(change), but the device has not checked since",
      ["the device: \(last.fact)", "signed metadata: \(change)"])
  }

  /// Explains an update that saw a block, since lifted.
  private func unblocked(_ fact: Message) -> Finding {
    Finding(
      .notChecked, "the release was unblocked on the device, which has not checked since",
      [fact, "the state: the release is not blocked"])
  }

  // MARK: - Releases that the device prefers

  /// The release that the device runs or tries, if no channel of the device lists it.
  ///
  /// A release known from another channel does not prevent an update.
  private var foreignHeld: InstalledRelease? {
    let state = record.state
    let running = state.knownGood(for: state.app).first
    return [state.trial?.release, state.pending, running].compactMap(\.self).first { release in
      store.number(of: release.tree) == nil
        && record.channels.values.allSatisfy { $0.numbers[release.tree] == nil }
    }
  }

  private func held(_ last: Decision) -> Finding {
    guard let held = foreignHeld else { return unseen(last) }
    let built = Timestamp(milliseconds: target.built)
    let proof: [Message] = [
      "the device: \(last.fact)",
      "the state: the release that runs was built at \(held.timestamp.utc)",
      "signed metadata: release \(target.number) was built at \(built.utc)",
    ]
    guard held.timestamp >= built else { return unseen(last) }
    guard held.tree == record.state.embedded?.release.tree else {
      return Finding(
        .foreignRelease,
        store.foreign[held.tree].map {
          "release \($0.number) of '\($0.channel)' runs and is newer"
        } ?? "a release that is not of this channel runs and is newer", proof)
    }
    return embeddedNewer(held, proof)
  }

  private func embeddedNewer(_ held: InstalledRelease, _ proof: [Message]) -> Finding {
    let update = record.decisions.last {
      $0.event == .launch && $0.outcome == .embeddedNewer && $0.release == held.tree
    }
    if let update {
      return Finding(
        .appTooNew,
        record.state.embedded?.app.map {
          "the bundle embedded in the updated app \($0.version) is newer than the release"
        } ?? "the bundle embedded in the updated app is newer than the release",
        proof + ["the device: \(update.fact)"])
    }
    return Finding(
      .embeddedNewer, "the bundle embedded in the app is newer than the release", proof)
  }

  /// Explains a staged release that has disappeared from the state.
  private func dropped(_ last: Decision) -> Finding {
    let embedded = record.state.embedded?.release
    if let embedded, embedded.timestamp.milliseconds >= target.built,
      record.state.knownGood(for: record.state.app).first?.tree == embedded.tree
    {
      return embeddedNewer(
        embedded,
        [
          "the device: \(last.fact)",
          "the state: the embedded bundle was built at \(embedded.timestamp.utc)",
        ])
    }
    return unexplained(last)
  }

  // MARK: - Releases that the device did not see

  private func unseen(_ last: Decision) -> Finding {
    guard let published else { return unexplained(last) }
    let proof: [Message?] = ["the device: \(last.fact)", publication]
    guard time(of: last) >= published else {
      return clockBehind() ?? notCheckedSince(last)
    }
    return Finding(
      .staleCache, "a cache gave the device metadata without release \(target.number)",
      proof + ["signed metadata: the timestamp version is \(store.timestamp)"])
  }

  /// Reports that the last check was before the publication.
  func notCheckedSince(_ last: Decision) -> Finding {
    Finding(
      .notChecked, "the device has not checked since release \(target.number) was published",
      ["the device: \(last.fact)", publication])
  }

  func unexplained(_ last: Decision) -> Finding {
    Finding(
      .unknown, "the decisions do not show why the device lacks release \(target.number)",
      ["the device: \(last.fact)", publication])
  }
}
