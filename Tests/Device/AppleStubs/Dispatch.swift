public final class DispatchSemaphore: Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult
  public func signal() -> Int { 0 }
}
