public import ErosCore
import ErosFiles

extension Device {
  /// The maximum length of the stack of a failure in bytes; the rest is ignored.
  package static let maximumStackLength = StackHash.maximumLength

  /// The result of ``failed(token:reason:errorClass:stack:at:)``.
  public enum Failure: Hashable, Sendable {
    /// The release is blocked; the next launch runs another release.
    case blocked(TreeHash)
    /// The token does not belong to the current trial, so the failure was only recorded.
    case noted
  }

  /// Records that the release on trial does not work; the next launch runs another release.
  ///
  /// Call this method if the first page of a release on trial fails. The release is blocked, as if
  /// it had used up its launches. ``decisions(at:)`` contains the reason, the class and a hash of the
  /// stack. The next usage report contains the class and the hash, but neither the reason nor the
  /// stack. Do not put personal data into the reason.
  ///
  /// ```swift
  /// if let token = launch.token {
  ///   try device.failed(
  ///     token: token, reason: "TypeError: x is null", errorClass: "TypeError", stack: error.stack)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - token: The token of the launch. A token of another trial changes nothing.
  ///   - reason: The reason; the first 200 bytes are recorded.
  ///   - errorClass: The class of the error, an identifier of at most 64 ASCII characters; another
  ///     text is recorded as `other`.
  ///   - stack: The stack of the error as JavaScriptCore, V8 or Hermes writes it. Its first 10 frames
  ///     of the first 64 KiB are hashed.
  ///   - time: The time, or `nil` for the system's time.
  /// - Returns: Whether the release is blocked.
  /// - Throws: `SandboxError`, also if no other release can run, and `FileError`. The trial then
  ///   continues.
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

  /// Returns the last decisions about the releases, for a support request.
  ///
  /// The method does not wait for other processes. `eros explain` names the cause why the device
  /// did not take a release.
  ///
  /// ```swift
  /// share(device.decisions().text)
  /// ```
  ///
  /// - Parameter time: The time, or `nil` for the system's time.
  /// - Returns: The decisions, and the state that they led to.
  public func decisions(at time: Timestamp? = nil) -> DecisionRecord {
    sandbox.decisionRecord(app: app, at: time ?? .now())
  }

  // MARK: - Recording

  /// Runs a call, and records its decision or its error.
  ///
  /// - Parameters:
  ///   - event: The call.
  ///   - time: The time, or `nil` for the system's time.
  ///   - body: The call; it returns its result and the outcome.
  ///   - add: Adds facts to the decision; it receives `nil` after an error.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
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
  /// A launch that runs the confirmed release like the launch before records nothing.
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
  /// The reason if a release was damaged or the state was lost.
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
