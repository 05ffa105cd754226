import Synchronization

/// A limit on the number of simultaneous uses, for example of streams.
final class Slots: Sendable {
  /// A reservation for one use, released by `deinit`.
  final class Slot: Sendable {
    private let slots: Slots

    init(of slots: Slots) { self.slots = slots }

    deinit { slots.free.withLock { $0 += 1 } }
  }

  private let free: Mutex<Int>

  init(count: Int) { free = Mutex(count) }

  /// Returns a slot, or `nil` if all are in use.
  func take() -> Slot? {
    let isFree = free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
    return isFree ? Slot(of: self) : nil
  }
}
