package import ErosTransport

/// The rule for repeating a request after a temporary failure.
///
/// The pause before an attempt is random between zero and a limit that doubles with each attempt
/// ("full jitter"), so that many clients do not repeat their requests at the same moment. A server's
/// `Retry-After` is the minimum pause.
///
/// ```
/// let answer = try await policy.run { deadline in
///   let answer = try await transport.send(request(deadline), limit: limit)
///   return answer.head.isTemporaryFailure ? .retry(answer.head) : .done(answer)
/// }
/// ```
package struct RetryPolicy: Sendable {
  /// The result of one attempt.
  package enum Attempt<Result> {
    /// The request is not repeated.
    case done(Result)
    /// The request is repeated if the policy allows it; otherwise the error is thrown.
    case failed(any Error, retryAfter: Duration?)

    /// The failure of an attempt that a server answered with the status of `head`.
    package static func retry(_ head: TransportHead) -> Self {
      .failed(
        TransportError.unexpectedStatus(head.address, head.status), retryAfter: head.retryAfter)
    }
  }

  /// The maximum number of attempts.
  package var maximumAttempts = 5

  /// The time after which no attempt starts; also the deadline of each attempt.
  package var totalTime: Duration = .seconds(60)

  /// The limit of the pause before the second attempt.
  package var firstPause: Duration = .milliseconds(200)

  /// The maximum of the limits of the pauses, except a server's `Retry-After`.
  package var maximumPause: Duration = .seconds(10)

  /// Waits; tests replace it.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Returns a random number in `0..<1`; tests replace it.
  package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// Creates the default policy.
  package init() {}

  /// A policy that never repeats a request.
  package static var never: RetryPolicy {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }

  /// Calls `attempt` until it is done, at most ``maximumAttempts`` times within ``totalTime``.
  ///
  /// A temporary `TransportError` that `attempt` throws counts as a failure, too. An attempt that
  /// must not be repeated in that case catches the error itself.
  ///
  /// - Parameter attempt: Gets the deadline of its request.
  /// - Returns: The result of the last attempt.
  /// - Throws: The error of the last attempt, or `CancellationError`.
  package func run<Result>(
    _ attempt: (_ deadline: ContinuousClock.Instant) async throws -> Attempt<Result>
  ) async throws -> Result {
    let deadline = ContinuousClock.now + totalTime
    var limit = firstPause
    var count = 0
    while true {
      count += 1
      let (failure, retryAfter): (any Error, Duration?)
      do {
        switch try await attempt(deadline) {
        case .done(let result): return result
        case .failed(let error, let wait): (failure, retryAfter) = (error, wait)
        }
      } catch let error as TransportError where error.isTemporary {
        (failure, retryAfter) = (error, nil)
      }
      let pause = max(limit * random(), retryAfter ?? .zero)
      guard count < maximumAttempts, ContinuousClock.now + pause < deadline else { throw failure }
      try await sleep(pause)
      limit = min(limit * 2, maximumPause)
    }
  }
}

extension TransportError {
  /// Whether the same request may succeed a moment later.
  package var isTemporary: Bool {
    switch self {
    case .timedOut, .closedEarly, .cannotConnect: true
    case .unexpectedStatus(_, let status): TransportHead.isTemporaryFailure(status)
    default: false
    }
  }
}

extension TransportHead {
  /// Whether the server failed or is overloaded, so the same request may succeed a moment later.
  package var isTemporaryFailure: Bool { Self.isTemporaryFailure(status) }

  fileprivate static func isTemporaryFailure(_ status: Int) -> Bool {
    [408, 425, 429].contains(status) || (500..<600).contains(status) && status != 501
  }

  /// The pause that the server asks for; `nil` without one and if it is a date.
  package var retryAfter: Duration? {
    let maximumDigits = 6
    guard let text = fields["Retry-After"], text.utf8.count <= maximumDigits,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let seconds = Int(text)
    else { return nil }
    return .seconds(seconds)
  }
}
