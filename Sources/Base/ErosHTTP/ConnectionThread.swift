import CCurl
import ErosCore
import ErosFiles
import ErosTransport

/// The thread that runs a transport's connections.
///
/// It starts with the first request. All libcurl handles belong to it. Other threads only send it
/// commands.
final class ConnectionThread: @unchecked Sendable {
  private enum Command {
    case start(ExchangeChannel)
    case resume(ExchangeChannel)
    case cancel(ExchangeChannel)
  }

  private struct Shared {
    var commands: [Command] = []
    /// Wakes the thread.
    ///
    /// `nil` unless it runs.
    var multi: CurlMulti?
    var isStopping = false
    /// Called when the thread ends.
    var onEnd: (@Sendable () -> Void)?
  }

  /// An open socket.
  ///
  /// The number tells a connection from a later one with the same socket.
  struct Connection: Equatable {
    let socket: Int32
    let number: Int
    /// `true` after a request was sent.
    var isUsed = false
  }

  /// Pause between two checks of the limits.
  private static let longestWait: TimeLength = .seconds(60)
  /// The system's receive buffer for a connection, at most.
  ///
  /// Linux reserves twice as much. By default, the buffer grows to many megabytes, which a server
  /// can fill after an exchange has ended. This size allows 2.5 MB/s with a round-trip time of 100
  /// ms.
  private static let systemBufferSize: Int32 = 256 << 10

  private let settings: HTTPTransport.Settings
  private let shared = Lock(Shared())

  // MARK: The thread's state

  private var transfers: [ObjectIdentifier: Transfer] = [:]
  private var connections: [Int32: Connection] = [:]
  private var connectionCount = 0

  init(_ settings: HTTPTransport.Settings) { self.settings = settings }

  // MARK: Other threads

  /// Starts an exchange.
  ///
  /// - Throws: `TransportError` if there is no libcurl, or the transport is shut down.
  func start(_ channel: ExchangeChannel) throws(TransportError) {
    let address = channel.request.address
    guard let library = CurlLibrary.loaded else { throw .missingLibrary(CurlLibrary.name) }
    try shared.withLock { shared throws(TransportError) in
      guard !shared.isStopping else { throw .failed(address, reason: "the transport is shut down") }
      if shared.multi == nil { shared.multi = start(library) }
      guard let multi = shared.multi else {
        throw .failed(address, reason: "the system cannot create a thread")
      }
      shared.commands.append(.start(channel))
      multi.wake()
    }
  }

  private func start(_ library: CurlLibrary) -> CurlMulti? {
    guard let multi = CurlMulti(library) else { return nil }
    if WorkerThread({ [self] in run(multi) }) != nil { return multi }
    multi.cleanUp()
    return nil
  }

  /// Receives an exchange's body again.
  func resume(_ channel: ExchangeChannel) { send(.resume(channel)) }

  /// Closes an exchange's connection.
  func cancel(_ channel: ExchangeChannel) { send(.cancel(channel)) }

  private func send(_ command: Command) {
    shared.withLock { shared in
      guard let multi = shared.multi else { return }
      shared.commands.append(command)
      multi.wake()
    }
  }

  /// Ends all exchanges and then the thread, and calls `onEnd`.
  func stop(_ onEnd: @escaping @Sendable () -> Void) {
    let isRunning = shared.withLock { shared in
      shared.isStopping = true
      guard let multi = shared.multi else { return false }
      shared.onEnd = onEnd
      multi.wake()
      return true
    }
    if !isRunning { onEnd() }
  }

  // MARK: The thread

  private func run(_ multi: CurlMulti) {
    // No other thread waits for the end.
    pthread_detach(pthread_self())
    ignoreBrokenPipes()
    while performCommands(multi) {
      if let reason = multi.perform() { endAll(reason, multi) }
      finishTransfers(multi)
      multi.wait(checkLimits(multi))
    }
    for transfer in transfers.values { end(transfer, .failure(CancellationError()), multi) }
    // Ending TLS must not wait for a server that sends nothing more.
    for socket in connections.keys { _ = shutdown(socket, Int32(SHUT_RD)) }
    multi.cleanUp()
    shared.withLock { $0.onEnd.take() }?()
  }

  /// Blocks the signal for a connection that the server has closed.
  private func ignoreBrokenPipes() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Returns `false` if the thread should end.
  private func performCommands(_ multi: CurlMulti) -> Bool {
    let (commands, isStopping) = shared.withLock { shared in
      if shared.isStopping { shared.multi = nil }
      defer { shared.commands = [] }
      return (shared.commands, shared.isStopping)
    }
    for command in commands {
      switch command {
      case .start(let channel): start(channel, multi)
      case .resume(let channel): transfers[ObjectIdentifier(channel)]?.resume()
      case .cancel(let channel):
        guard let transfer = transfers[ObjectIdentifier(channel)] else { continue }
        end(transfer, .failure(CancellationError()), multi)
      }
    }
    return !isStopping
  }

  private func start(_ channel: ExchangeChannel, _ multi: CurlMulti) {
    do {
      let transfer = try Transfer(channel, settings, multi.library, self)
      try multi.add(transfer)
      transfers[ObjectIdentifier(channel)] = transfer
    } catch {
      channel.end(.failure(error))
    }
  }

  private func finishTransfers(_ multi: CurlMulti) {
    while let (transfer, code) = multi.nextResult(of: transfers.values) {
      if transfer.needsNewConnection {
        multi.remove(transfer)
        transfer.useNewConnection()
        do { try multi.add(transfer) } catch { end(transfer, .failure(error), multi) }
      } else {
        end(transfer, transfer.result(of: code), multi)
      }
    }
  }

  /// Ends all exchanges because libcurl cannot continue.
  private func endAll(_ reason: Message, _ multi: CurlMulti) {
    for transfer in transfers.values {
      end(transfer, .failure(TransportError.failed(transfer.address, reason: reason)), multi)
    }
  }

  /// Ends the exchanges that exceed a limit, and returns the time until the next check.
  private func checkLimits(_ multi: CurlMulti) -> TimeLength {
    let now = ClockTime.now
    var next = now + Self.longestWait
    for transfer in transfers.values {
      transfer.checkMeter()
      next = min(next, transfer.checkTime(now))
      if let failure = transfer.failure { end(transfer, .failure(failure), multi) }
    }
    return max(.zero, next - now)
  }

  private func end(_ transfer: Transfer, _ result: Result<Void, any Error>, _ multi: CurlMulti) {
    if case .failure = result { transfer.closeSocket() }
    multi.remove(transfer)
    transfers[ObjectIdentifier(transfer.channel)] = nil
    transfer.channel.end(result)
  }

  // MARK: Sockets

  /// Called before a socket connects.
  func didOpen(_ socket: Int32) {
    eros_socket_limit_buffer(socket, Self.systemBufferSize)
    connectionCount += 1
    connections[socket] = Connection(socket: socket, number: connectionCount)
  }

  func close(_ socket: Int32) -> Int32 {
    connections[socket] = nil
    return eros_socket_close(socket)
  }

  /// Returns the connection with two ends, as it was before the request that is sent now.
  func useConnection(local: eros_end, remote: eros_end) -> Connection? {
    let match = connections.values.first {
      unsafe eros_socket_has_ends($0.socket, local, remote) != 0
    }
    if let match { connections[match.socket]?.isUsed = true }
    return match
  }

  /// Ends a connection at once, unless it is closed.
  func shutDown(_ connection: Connection) {
    guard connections[connection.socket]?.number == connection.number else { return }
    _ = shutdown(connection.socket, Int32(SHUT_RDWR))
  }
}
