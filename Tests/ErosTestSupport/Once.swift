import Synchronization

/// A condition that holds once, on whatever thread.
public final class Once: Sendable {
  private let isUsed = Atomic(false)

  public init() {}

  public func isFirst() -> Bool { !isUsed.exchange(true, ordering: .sequentiallyConsistent) }
}
