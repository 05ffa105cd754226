package import ErosCore
import ErosFiles

/// Rules for repeating requests that failed temporarily.
///
/// Before try *n* + 1, a request waits for a random time of at most ``firstPause`` × 2ⁿ⁻¹ and
/// ``maximumPause``, so that clients that failed together do not retry together.
package struct RetryPolicy: Sendable {
  /// Maximum number of attempts for one request.
  package var tries = 5
  /// Maximum total of one request's pauses.
  ///
  /// The tries themselves do not count, because a large upload takes long.
  var budget: TimeLength = .seconds(30)
  /// Maximum length of the first pause.
  var firstPause: TimeLength = .milliseconds(200)
  /// Maximum length of a pause, unless the server asks for a longer one.
  var maximumPause: TimeLength = .seconds(10)
  /// Called before each pause, with the failure and the pause's length.
  package var onRetry: @Sendable (any Error, TimeLength) -> Void = { _, _ in }
  /// Returns a number from 0 to 1.
  var random: @Sendable () -> Double = { .random(in: 0...1) }
  package var sleep: @Sendable (TimeLength) async throws -> Void = { try await $0.sleep() }

  package init() {}
}

/// The result of sending a request once.
package enum RequestTry<Value> {
  case complete(Value)
  /// The request is repeated at once.
  case again
  /// The request failed temporarily.
  ///
  /// The server may ask for a `pause`.
  ///
  /// After progress, the count of tries starts again.
  case failed(TransportError, pause: TimeLength? = nil, madeProgress: Bool = false)
  /// The request failed and is not repeated, even if the failure is temporary.
  case ended(any Error)
}

extension RetryPolicy {
  /// Sends a request, and repeats it after temporary failures until a deadline.
  ///
  /// `request` sends it once. If it throws a temporary ``TransportError``, that try has failed.
  ///
  /// - Returns: What the successful try returned.
  /// - Throws: The last failure, `CancellationError`, or whatever else `request` throws.
  package func perform<Value>(
    until deadline: ClockTime? = nil,
    _ request: () async throws -> RequestTry<Value>
  ) async throws -> Value {
    var retries = Retries(self)
    while true {
      try Task.checkCancellation()
      switch try await self.try(request) {
      case .complete(let value): return value
      case .again: continue
      case .ended(let error): throw error
      case .failed(let error, let pause, let madeProgress):
        if madeProgress { retries = Retries(self) }
        try await retries.wait(after: error, atLeast: pause, until: deadline)
      }
    }
  }

  private func `try`<Value>(
    _ request: () async throws -> RequestTry<Value>
  ) async throws -> RequestTry<Value> {
    do {
      return try await request()
    } catch let error as TransportError where error.isTemporary {
      return .failed(error)
    }
  }
}

package struct Retries {
  private let policy: RetryPolicy
  private var tries = 1
  private var waited: TimeLength = .zero

  package init(_ policy: RetryPolicy) { self.policy = policy }

  /// Waits before the next try, at least for `minimum`.
  ///
  /// - Throws: `error` if all tries are used, or if the pause would end after `deadline`.
  package mutating func wait(
    after error: any Error, atLeast minimum: TimeLength? = nil,
    until deadline: ClockTime? = nil
  ) async throws {
    guard tries < policy.tries else { throw error }
    let limit = min(policy.maximumPause, policy.firstPause * (1 << min(tries - 1, 20)))
    let pause = max(limit * policy.random(), minimum ?? .zero)
    guard waited + pause <= policy.budget else { throw error }
    if let deadline, ClockTime.now + pause >= deadline { throw error }
    waited += pause
    tries += 1
    policy.onRetry(error, pause)
    try await policy.sleep(pause)
  }
}

extension TransportError {
  /// `true` if the same request may succeed later.
  package var isTemporary: Bool {
    switch self {
    case .cannotResolve, .cannotConnect, .timedOut, .closedEarly, .failed: true
    default: false
    }
  }
}

extension TransportHead {
  /// `true` if the server failed or is overloaded, so the same request may succeed later.
  package var isTemporaryFailure: Bool {
    [408, 425, 429].contains(status) || (500..<600).contains(status) && status != 501
  }

  /// The pause that the server asks for in seconds.
  ///
  /// A date is ignored.
  package var requestedPause: TimeLength? {
    let maximumDigits = 6
    guard let text = fields["Retry-After"], text.utf8.count <= maximumDigits,
      text.utf8.allSatisfy(\.isDigit), let seconds = Int(text)
    else { return nil }
    return .seconds(seconds)
  }

  package var unexpectedStatus: TransportError { .unexpectedStatus(address, status) }

  /// Returns a failed try for a temporary failure.
  ///
  /// - Throws: ``unexpectedStatus`` if the same request cannot succeed later.
  package func failedTry<Value>() throws -> RequestTry<Value> {
    guard isTemporaryFailure else { throw unexpectedStatus }
    return .failed(unexpectedStatus, pause: requestedPause)
  }
}
