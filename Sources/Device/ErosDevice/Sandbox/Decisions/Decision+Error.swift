import ErosCore
import ErosCrypto

extension Decision {
  /// The class of the error that the host reported, such as `TypeError`.
  public var errorClass: String? { error?.errorClass }

  /// A hash over the error's stack, 16 hexadecimal digits.
  public var stackHash: String? { error?.stack.map { "\($0)" } }

  mutating func setError(errorClass: String?, stack: String?) {
    // The failure is recorded even if the cryptographic library cannot be used.
    let hash = stack.flatMap { try? StackHash.of($0) }
    guard errorClass != nil || hash != nil else { return }
    error = ErrorFingerprint(errorClass: errorClass, stack: hash)
  }
}

extension DecisionLog {
  /// Returns the error that the host reported when a release failed its last trial.
  ///
  /// - Returns: `nil` if it reported none, for example because the trial used up its launches.
  func error(ofFailed tree: TreeHash) -> ErrorFingerprint? {
    let ends: Set<Decision.Event> = [.failure, .launch]
    return decisions.last {
      $0.release == tree && $0.outcome == .blocked && ends.contains($0.event)
    }?.error
  }
}
