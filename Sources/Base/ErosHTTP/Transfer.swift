import CCurl
import ErosCore
import ErosFiles
import ErosTransport

/// A request on the connections' thread: a libcurl handle and its callbacks' state.
///
/// libcurl calls the callbacks on the thread, within ``CurlLibrary/functions``.
@safe
final class Transfer {
  private enum Phase {
    /// libcurl resolves the server's name, or connects.
    case connecting
    /// The connection is established.
    case ready
    /// libcurl sends the request or receives the response.
    case exchanging
  }

  /// Size of the buffer that libcurl receives into, in bytes.
  static let bufferSize = 64 << 10
  /// A shorter TLS message is a record's header and does not count.
  private static let tlsMessageLength = 6

  let library: CurlLibrary
  let handle: UnsafeMutableRawPointer
  let channel: ExchangeChannel
  let settings: HTTPTransport.Settings
  /// The request's header fields.
  var fieldList: UnsafeMutablePointer<curl_slist>?
  /// `nil` if the request cannot use a proxy.
  var proxy: HTTPSProxy.Parts?
  /// libcurl's error message, null-terminated.
  let errorText: UnsafeMutablePointer<CChar>
  private unowned let thread: ConnectionThread

  private var phase = Phase.connecting
  private var meter = MessageMeter()
  private var lines = ResponseLines()
  private var uploadOffset: UInt64 = 0
  private var lastProgress = ClockTime.now
  private var isPaused = false
  private var connection: ConnectionThread.Connection?
  /// `true` if the connection was closed before the request, so that another one is needed.
  private(set) var needsNewConnection = false
  /// Ends the request, unless libcurl reports the error.
  private(set) var failure: (any Error)?

  var address: WebAddress { channel.request.address }

  /// Creates a handle with its options.
  ///
  /// - Throws: `TransportError` if libcurl lacks an option, or a setting is invalid.
  init(
    _ channel: ExchangeChannel, _ settings: HTTPTransport.Settings, _ library: CurlLibrary,
    _ thread: ConnectionThread
  ) throws {
    guard let handle = library.functions.easy_init() else {
      throw TransportError.failed(channel.request.address, reason: "out of memory")
    }
    self.library = library
    unsafe self.handle = handle
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    self.channel = channel
    self.settings = settings
    self.thread = thread
    try setOptions(connections: thread)
  }

  deinit {
    unsafe library.functions.easy_cleanup(handle)
    unsafe library.functions.slist_free_all(fieldList)
    unsafe errorText.deallocate()
  }

  /// Receives again after the channel was full.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    lastProgress = .now
    _ = unsafe library.functions.easy_pause(handle, CURLPAUSE_CONT)
  }

  /// Prepares to send the request over another connection.
  func useNewConnection() {
    needsNewConnection = false
    failure = nil
    connection = nil
    _ = setLong(CURLOPT_FRESH_CONNECT, 1)
  }

  // MARK: Limits

  /// Ends the request at libcurl's next step.
  private func fail(_ error: any Error) {
    if failure == nil { failure = error }
    closeSocket()
  }

  /// Closes the connection, but does not end TLS, which would wait for the server.
  func closeSocket() {
    if let connection { thread.shutDown(connection) }
  }

  /// Checks the time limits, and returns when to check again.
  func checkTime(_ now: ClockTime) -> ClockTime {
    let deadline = channel.request.deadline
    guard now < deadline else {
      fail(TransportError.timedOut(address, .total))
      return now
    }
    if isPaused { return deadline }
    let (limit, kind) =
      phase == .exchanging
      ? (settings.silentTime, TimeoutKind.silence) : (settings.connectTime, .connection)
    guard now < lastProgress + limit else {
      fail(TransportError.timedOut(address, kind))
      return now
    }
    return min(deadline, lastProgress + limit)
  }

  /// Checks the bytes that libcurl has parsed.
  func checkMeter() {
    // Received bytes wait for the caller, and libcurl has not passed them on.
    guard !isPaused, failure == nil else { return }
    do { try meter.check() } catch {
      fail(TransportError.malformedResponse(address, reason: error.reason))
    }
  }

  // MARK: Events

  /// Called before the request is sent, even if libcurl repeats it.
  ///
  /// Returns `false` to stop it.
  func startRequest(local: eros_end, remote: eros_end) -> Bool {
    guard phase != .exchanging else {
      // A server that has closed a used connection may have received the request before.
      fail(TransportError.closedEarly(address))
      return false
    }
    if channel.isCancelled {
      fail(CancellationError())
      return false
    }
    connection = unsafe thread.useConnection(local: local, remote: remote)
    if let connection, connection.isUsed, eros_socket_has_input(connection.socket) != 0 {
      // The bytes are not a response to this request, or the server has closed the connection.
      needsNewConnection = true
      closeSocket()
      return false
    }
    phase = .ready
    return true
  }

  /// Called with all bytes that are sent and received.
  func trace(_ type: curl_infotype, _ count: Int) {
    guard type != CURLINFO_TEXT else { return }
    if phase == .ready, type == CURLINFO_HEADER_OUT { phase = .exchanging }
    guard phase == .exchanging else { return }
    lastProgress = .now
    if lastProgress >= channel.request.deadline { fail(TransportError.timedOut(address, .total)) }
    switch type {
    case CURLINFO_HEADER_IN, CURLINFO_DATA_IN:
      checkMeter()
      meter.receive(count)
    case CURLINFO_SSL_DATA_IN where count >= Self.tlsMessageLength:
      checkMeter()
      meter.receive(count)
    default: break
    }
  }

  /// Receives a header line, or a line after the body.
  ///
  /// Returns `false` to stop.
  func receive(line: [UInt8]) -> Bool {
    guard failure == nil else { return false }
    do {
      guard let part = try lines.add(line) else { return true }
      switch part {
      case .informational(let fields): try meter.receiveInformational(fields)
      case .trailer(let field): try meter.receiveTrailers([field])
      case .head(let status, let fields):
        try meter.receiveHead(fields)
        channel.send(
          TransportHead(status: status, fields: TransportFields(fields), address: address))
      }
      return true
    } catch let error as MessageFailure {
      fail(TransportError.malformedResponse(address, reason: error.reason))
    } catch let error as ResponseLineFailure {
      fail(TransportError.malformedResponse(address, reason: error.reason))
    } catch {
      fail(error)
    }
    return false
  }

  /// `true` if the response's head is complete.
  var hasHead: Bool { lines.hasHead }
  /// `true` if at least the request's start was sent.
  var isConnected: Bool { phase == .exchanging }

  func receive(body: Span<UInt8>) -> BodyReception {
    guard failure == nil else { return .failed }
    guard channel.send(body) else {
      isPaused = true
      return .paused
    }
    meter.receive(body: body.count)
    return .received
  }

  enum BodyReception {
    case received, paused, failed
  }

  /// Returns at most `count` further bytes of the request's body, or `nil` after an error.
  func nextUpload(_ count: Int) -> [UInt8]? {
    guard failure == nil else { return nil }
    if channel.isCancelled {
      fail(CancellationError())
      return nil
    }
    switch channel.request.body {
    case .empty: return []
    case .bytes(let bytes):
      let start = Int(uploadOffset)
      let part = Array(bytes[start..<min(bytes.count, start + count)])
      uploadOffset += UInt64(part.count)
      return part
    case .parts(let length, let read):
      let count = Int(min(UInt64(count), length - uploadOffset))
      guard count > 0 else { return [] }
      do {
        let part = try read(uploadOffset, count)
        guard !part.isEmpty, part.count <= count else {
          throw TransportError.failed(address, reason: "the request body has another length")
        }
        uploadOffset += UInt64(part.count)
        return part
      } catch {
        fail(error)
        return nil
      }
    }
  }
}

extension TransportFields {
  fileprivate init(_ fields: [ResponseLines.Field]) {
    self = [:]
    for (name, value) in fields { append(name, value) }
  }
}
