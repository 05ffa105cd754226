import ErosCore
import ErosFiles
import ErosTransport

/// Carries a response from the connections' thread to the caller's task.
///
/// Holds at most ``capacity`` bytes, and one more part. Then the thread stops receiving until the
/// task has taken them.
final class ExchangeChannel: Sendable {
  /// A part of a response.
  enum Part {
    /// The status and header fields.
    case head(TransportHead)
    /// Bytes from the body.
    case body([UInt8])
  }

  fileprivate struct State {
    var head: TransportHead?
    var body: [UInt8] = []
    /// `true` while the thread waits for the task to take the body.
    var isFull = false
    var end: Result<Void, any Error>?
    var isCancelled = false
    var reader: CheckedContinuation<Void, Never>?
  }

  /// In bytes.
  private static let capacity = 256 << 10

  let request: TransportRequest
  private let state = Lock(State())

  init(_ request: TransportRequest) { self.request = request }

  /// `true` if the thread has ended the exchange.
  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// `true` if the task was cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  // MARK: The thread

  func send(_ head: TransportHead) {
    wakeReader { $0.head = head }
  }

  /// Returns `false` if the channel is full.
  func send(_ bytes: Span<UInt8>) -> Bool {
    var isAccepted = true
    wakeReader { state in
      if state.body.count >= Self.capacity {
        state.isFull = true
        isAccepted = false
      } else {
        state.body.append(bytes)
      }
    }
    return isAccepted
  }

  /// Ends the exchange, unless it has ended.
  func end(_ result: Result<Void, any Error>) {
    wakeReader { if $0.end == nil { $0.end = result } }
  }

  private func wakeReader(_ change: (inout State) -> Void) {
    let reader = state.withLock { state in
      change(&state)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  // MARK: The task

  /// Ends ``next(resume:)``, and drops any parts that have arrived.
  ///
  /// The thread continues until the task tells it to cancel, see ``hasEnded``.
  func cancel() { wakeReader { $0.isCancelled = true } }

  /// Waits for the next part.
  ///
  /// - Parameter resume: Called if the thread waits for the task to take the body.
  /// - Returns: The part, or `nil` after the last one.
  /// - Throws: Whatever has ended the exchange, after all parts that arrived before.
  func next(resume: () -> Void) async throws -> Part? {
    while true {
      let (part, wasFull, end) = state.withLock { $0.take() }
      if wasFull { resume() }
      if let part { return part }
      if let end {
        try end.get()
        return nil
      }
      await wait()
    }
  }

  private func wait() async {
    await withCheckedContinuation { reader in
      let isReady = state.withLock { state in
        guard !state.isCancelled, state.head == nil, state.body.isEmpty, state.end == nil else {
          return true
        }
        state.reader = reader
        return false
      }
      if isReady { reader.resume() }
    }
  }
}

extension ExchangeChannel.State {
  /// Removes the next part.
  fileprivate mutating func take() -> (
    part: ExchangeChannel.Part?, wasFull: Bool, end: Result<Void, any Error>?
  ) {
    if isCancelled { return (nil, false, .failure(CancellationError())) }
    if let head {
      self.head = nil
      return (.head(head), false, nil)
    }
    guard !body.isEmpty else { return (nil, false, end) }
    defer {
      body = []
      isFull = false
    }
    return (.body(body), isFull, nil)
  }
}
