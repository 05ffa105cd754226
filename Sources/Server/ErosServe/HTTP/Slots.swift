import Synchronization

/// Limits the number of simultaneous uses, for example of streams.
final class Slots: Sendable {
  /// Reserves one use until `deinit`.
  final class Slot: Sendable {
    private let slots: Slots

    init(of slots: Slots) { self.slots = slots }

    deinit { slots.free.withLock { $0 += 1 } }
  }

  private let free: Mutex<Int>

  init(count: Int) { free = Mutex(count) }

  /// Returns `nil` if all slots are taken.
  func take() -> Slot? {
    let isFree = free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
    return isFree ? Slot(of: self) : nil
  }
}
