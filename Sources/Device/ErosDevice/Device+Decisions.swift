public import ErosCore
import ErosFiles

extension Device {
  /// The maximum length in bytes.
  ///
  /// Everything after it is ignored.
  package static let maximumStackLength = StackHash.maximumLength

  /// The result of ``failed(token:reason:errorClass:stack:at:)``.
  public enum Failure: Hashable, Sendable {
    /// The release is blocked, so the next launch runs another one.
    case blocked(TreeHash)
    /// The token does not belong to the current trial, so only the failure was recorded.
    case noted
  }

  /// Reports that the release on trial does not work, so that the next launch runs another one.
  ///
  /// Call this if the first page of a release on trial fails:
  ///
  /// ```swift
  /// if let token = launch.token {
  ///   try device.failed(
  ///     token: token, reason: "TypeError: x is null", errorClass: "TypeError", stack: error.stack)
  /// }
  /// ```
  ///
  /// The release is blocked as if it had used up its launches. ``decisions(at:)`` then contains the
  /// reason, the class and a hash of the stack. The next usage report contains the class and the
  /// hash, but neither the reason nor the stack. Do not put personal data into the reason.
  ///
  /// - Parameters:
  ///   - token: The launch's token. A token from another trial changes nothing.
  ///   - reason: Why it failed. Only the first 200 bytes are recorded.
  ///   - errorClass: An identifier with at most 64 ASCII characters, such as `TypeError`. Any other
  ///     text is recorded as `other`.
  ///   - stack: The stack as JavaScriptCore, V8 or Hermes writes it. Its first 10 frames are
  ///     hashed, if they are within the first 64 KiB.
  ///   - time: The current time. Pass `nil` to read the system clock.
  /// - Returns: ``Failure/blocked(_:)`` if the release is now blocked.
  /// - Throws: `SandboxError` if no release can take over or the folder is not usable, `FileError`
  ///   if it cannot be read or written. The trial then continues.
  @discardableResult
  public func failed(
    token: String, reason: String, errorClass: String? = nil, stack: String? = nil,
    at time: Timestamp? = nil
  ) throws -> Failure {
    try turn.withLock { _ in
      try recording(.failure, at: time) {
        let release = try sandbox.fail(token: token)
        let failure: Failure = release.map { .blocked($0) } ?? .noted
        return (failure, release == nil ? .noted : .blocked)
      } add: { decision, failure in
        decision.detail = Decision.detail(reason)
        decision.setError(errorClass: errorClass, stack: stack)
        decision.reason = decision.reason ?? .host
        if case .blocked(let tree) = failure { decision.release = tree }
      }
    }
  }

  /// Returns the last decisions about releases, to attach to a support request.
  ///
  /// ```swift
  /// share(device.decisions().text)
  /// ```
  ///
  /// Pass the document to `eros explain` to learn why this device did not take a release. The call
  /// does not wait for other processes and never fails.
  ///
  /// - Parameter time: The current time. Pass `nil` to read the system clock.
  /// - Returns: The last decisions, and the state that they led to.
  public func decisions(at time: Timestamp? = nil) -> DecisionRecord {
    sandbox.decisionRecord(app: app, at: time ?? .now())
  }

  // MARK: - Recording

  /// Runs a call, and records its decision or its error.
  ///
  /// `body` makes the call and returns its result and outcome. `add` adds facts to the decision,
  /// and receives `nil` if `body` has thrown.
  ///
  /// - Throws: Whatever `body` throws.
  func recording<Result>(
    _ event: Decision.Event, at time: Timestamp?,
    _ body: () throws -> (Result, Decision.Outcome),
    add: (inout Decision, Result?) -> Void = { _, _ in }
  ) throws -> Result {
    let now = time ?? .now()
    do {
      let (result, outcome) = try body()
      var decision = Decision(event, outcome, at: now)
      add(&decision, result)
      record([decision], .durable)
      return result
    } catch let error as any ErosError {
      var decision = Decision(event, .failed, at: now, reason: DecisionReason(error))
      add(&decision, nil)
      if decision.reason != .foreignFolder { record([decision], .durable) }
      throw error
    }
  }

  /// Records the decisions of a launch.
  ///
  /// Records nothing if the same confirmed release runs again.
  func record(_ launch: Launch, at time: Timestamp) {
    var decisions: [Decision] = []
    for case .trialFailed(let entry) in launch.notes {
      var decision = Decision(.launch, .blocked, at: time, reason: .unconfirmed)
      decision.release = entry.release
      decisions.append(decision)
    }
    let reason = launch.failure.map { DecisionReason($0) } ?? launch.damage
    if launch.reason != .confirmed || launch.previous != nil || reason != nil {
      let outcome = Decision.Outcome(rawValue: launch.reason.rawValue) ?? .noted
      var decision = Decision(.launch, outcome, at: time, reason: reason)
      decision.release = launch.release
      decisions.append(decision)
    }
    // No sync: a launch must not wait for the disk.
    record(decisions, .lazy)
  }

  /// Records a launch that found no release to run.
  func recordFailedLaunch(_ error: any ErosError, at time: Timestamp) {
    let reason = DecisionReason(error)
    guard reason != .foreignFolder else { return }
    record([Decision(.launch, .failed, at: time, reason: reason)], .lazy)
  }

  private func record(_ decisions: [Decision], _ durability: DecisionRecorder.Durability) {
    let decisions = decisions.map { decision in
      var decision = decision
      decision.app = app?.version
      return decision
    }
    sandbox.decisions.record(decisions, durability)
  }
}

extension Device.Launch {
  /// Set if a release was damaged or the state was lost.
  fileprivate var damage: DecisionReason? {
    let isDamaged = notes.contains { note in
      switch note {
      case .stateLost, .repaired, .removed: true
      default: false
      }
    }
    return isDamaged ? .damaged : nil
  }
}
