import Synchronization

/// A condition that holds for the first caller only, on any thread.
public final class Once: Sendable {
  private let isUsed = Atomic(false)

  public init() {}

  public func isFirst() -> Bool { !isUsed.exchange(true, ordering: .sequentiallyConsistent) }
}
