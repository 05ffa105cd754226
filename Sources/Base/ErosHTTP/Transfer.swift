import CCurl
import ErosCore
import ErosFiles
import ErosTransport

/// One request of the connections' thread: a handle of libcurl and the state that its callbacks need.
///
/// libcurl calls the callbacks on the thread, within ``CurlLibrary/functions``.
@safe
final class Transfer {
  /// The progress of a request.
  private enum Phase {
    /// libcurl resolves the name of the server, or establishes the connection.
    case connecting
    /// The connection is established.
    case ready
    /// libcurl sends the request or receives the response.
    case exchanging
  }

  /// The size of the buffer into which libcurl receives.
  static let bufferSize = 64 << 10
  /// The minimum length of a TLS message to count; shorter ones are the headers of records.
  private static let tlsMessageLength = 6

  let library: CurlLibrary
  let handle: UnsafeMutableRawPointer
  let channel: ExchangeChannel
  let settings: HTTPTransport.Settings
  /// The header fields of the request.
  var fieldList: UnsafeMutablePointer<curl_slist>?
  /// The URL of the proxy, unless the request cannot use one.
  var proxy: HTTPSProxy.Parts?
  /// A null-terminated error message of libcurl.
  let errorText: UnsafeMutablePointer<CChar>
  private unowned let thread: ConnectionThread

  private var phase = Phase.connecting
  private var meter = MessageMeter()
  private var lines = ResponseLines()
  private var uploadOffset: UInt64 = 0
  private var lastProgress = ClockTime.now
  private var isPaused = false
  private var connection: ConnectionThread.Connection?
  /// Whether the connection was closed before the request, so that another one is needed.
  private(set) var needsNewConnection = false
  /// The error that ends the request, apart from errors of libcurl.
  private(set) var failure: (any Error)?

  var address: WebAddress { channel.request.address }

  /// Creates a handle with its options.
  ///
  /// - Throws: `TransportError` if libcurl lacks an option.
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

  /// Prepares to send the request with another connection.
  func useNewConnection() {
    needsNewConnection = false
    failure = nil
    connection = nil
    _ = setLong(CURLOPT_FRESH_CONNECT, 1)
  }

  // MARK: Limits

  /// Ends the request at the next step of libcurl.
  private func fail(_ error: any Error) {
    if failure == nil { failure = error }
    closeSocket()
  }

  /// Closes the connection without the end of TLS, which would wait for the server.
  func closeSocket() {
    if let connection { thread.shutDown(connection) }
  }

  /// Checks the limits of time, and returns the time of the next check.
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

  /// Is called before the request is sent, also if libcurl repeats it; returns whether to send it.
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

  /// Is called with all bytes that are sent and received.
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

  /// Receives a header line, or a line after the body, and returns whether to continue.
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

  /// Whether the head of the response is complete.
  var hasHead: Bool { lines.hasHead }
  /// Whether the request was sent, at least its start.
  var isConnected: Bool { phase == .exchanging }

  /// Receives bytes of the body.
  func receive(body: Span<UInt8>) -> BodyReception {
    guard failure == nil else { return .failed }
    guard channel.send(body) else {
      isPaused = true
      return .paused
    }
    meter.receive(body: body.count)
    return .received
  }

  /// The result of the reception of bytes.
  enum BodyReception {
    case received, paused, failed
  }

  /// Returns the next bytes of the request's body, at most `count`, or `nil` after an error.
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
