import CErosDevice
import ErosCore
import ErosFiles
import ErosTransport

/// A host's HTTP client.
///
/// It is used only during the host's call, on that call's thread.
@safe
struct HostTransport: Transport, @unchecked Sendable {
  private let thread: CallingThread
  private let context: UnsafeMutableRawPointer?
  private let perform:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<eros_request>?, OpaquePointer?
    ) -> eros_exchange_result

  /// - Throws: ``ArgumentError`` if `transport` or its function is missing.
  @unsafe
  init(
    _ transport: UnsafePointer<eros_transport>?, on thread: CallingThread
  ) throws(ArgumentError) {
    let transport = try unsafe copyStructure(
      transport, "transport", through: \.exchange, defaults: eros_transport())
    guard let exchange = unsafe transport.exchange else {
      throw ArgumentError("transport->exchange is NULL")
    }
    self.thread = thread
    unsafe context = transport.context
    unsafe perform = exchange
  }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    try Task.checkCancellation()
    let isCancelled = Lock(false)
    try await withTaskCancellationHandler {
      try send(request, head: head, body: body, isCancelled: isCancelled)
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  private func send(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void, isCancelled: Lock<Bool>
  ) throws {
    try withoutActuallyEscaping(head) { head in
      try withoutActuallyEscaping(body) { body in
        let response = HostResponse(
          request.address, head: head, body: body, isCancelled: isCancelled)
        var result: eros_exchange_result = 0
        thread.call {
          result = unsafe withRequest(request) { request in
            unsafe perform(
              context, request, OpaquePointer(Unmanaged.passUnretained(response).toOpaque()))
          }
        }
        try response.finish(result)
      }
    }
  }

  /// Calls `body` with a copy of a request, which is valid until `body` returns.
  @unsafe
  private func withRequest<Value>(
    _ request: TransportRequest, _ body: (UnsafePointer<eros_request>) -> Value
  ) -> Value {
    typealias Field = (name: UnsafeMutablePointer<CChar>?, value: UnsafeMutablePointer<CChar>?)
    let texts: [Field] = unsafe request.fields.list.map {
      unsafe (name: copyText($0.name), value: copyText($0.value))
    }
    defer {
      for index in 0..<request.fields.list.count {
        unsafe freeText(texts[index].name)
        unsafe freeText(texts[index].value)
      }
    }
    let fields = unsafe texts.map { text in
      unsafe eros_field(name: UnsafePointer(text.name), value: UnsafePointer(text.value))
    }
    return unsafe request.method.rawValue.withCString { method in
      unsafe request.address.text.withCString { url in
        unsafe fields.withUnsafeBufferPointer { fields in
          unsafe request.body.bytes.withUnsafeBytes { bytes in
            var copy = unsafe eros_request(
              method: method, url: url, fields: fields.baseAddress,
              field_count: UInt32(fields.count), timeout: request.timeout(at: .now),
              body: bytes.isEmpty ? nil : bytes.baseAddress, body_length: UInt64(bytes.count))
            return unsafe body(&copy)
          }
        }
      }
    }
  }
}

extension TransportBody {
  /// Contains only what a device sends: bodies in memory.
  fileprivate var bytes: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { [] }
  }
}

extension TransportRequest {
  /// Returns the milliseconds until the deadline.
  ///
  /// At least 1, because 0 means "no limit" in most HTTP clients.
  func timeout(at now: ClockTime) -> UInt32 {
    let milliseconds = (deadline - now).seconds * 1000
    return UInt32(max(1, min(milliseconds, Double(UInt32.max))))
  }
}

/// Stands behind an `eros_response`, and forwards the response to one request.
final class HostResponse {
  private let address: WebAddress
  private let head: (TransportHead) throws -> TransportBodyUse
  private let body: (Span<UInt8>) throws -> Void
  /// The host's thread may not belong to the request's task, so this says if the task is cancelled.
  private let isCancelled: Lock<Bool>
  /// `true` if the body is being received, `nil` before the head.
  private var isReceiving: Bool?
  private var error: (any Error)?

  init(
    _ address: WebAddress, head: @escaping (TransportHead) throws -> TransportBodyUse,
    body: @escaping (Span<UInt8>) throws -> Void, isCancelled: Lock<Bool>
  ) {
    self.address = address
    self.isCancelled = isCancelled
    self.head = head
    self.body = body
  }

  /// Forwards the head.
  ///
  /// Returns `true` if the body should follow.
  func receive(status: Int32, _ fields: TransportFields) -> Bool {
    guard error == nil, isReceiving == nil else { return stop("a second head") }
    do {
      let response = TransportHead(status: Int(status), fields: fields, address: address)
      isReceiving = try head(response) == .receive
    } catch let problem {
      error = problem
      isReceiving = false
    }
    return isReceiving ?? false
  }

  /// Forwards bytes.
  ///
  /// Returns `true` if more should follow.
  func receive(_ bytes: Span<UInt8>) -> Bool {
    guard error == nil, isReceiving == true else {
      return isReceiving == nil ? stop("a body without a head") : false
    }
    do {
      if isCancelled.withLock({ $0 }) { throw CancellationError() }
      try body(bytes)
      return true
    } catch let problem {
      error = problem
      return false
    }
  }

  /// Ends the request because the host violated the protocol.
  @discardableResult
  func stop(_ reason: Message) -> Bool {
    if error == nil { error = TransportError.malformedResponse(address, reason: reason) }
    return false
  }

  /// Throws an error if the request has failed.
  ///
  /// - Throws: Whatever a closure has thrown, `CancellationError`, or `TransportError`.
  func finish(_ result: eros_exchange_result) throws {
    if let error { throw error }
    switch Int(result) {
    case EROS_EXCHANGE_OK:
      guard isReceiving != nil else {
        throw TransportError.malformedResponse(address, reason: "it has no head")
      }
    case EROS_EXCHANGE_CANNOT_RESOLVE: throw TransportError.cannotResolve(host: address.host)
    case EROS_EXCHANGE_CANNOT_CONNECT:
      throw TransportError.cannotConnect(origin: address.origin, reason: "no connection")
    case EROS_EXCHANGE_TLS_FAILURE:
      throw TransportError.tlsFailure(
        origin: address.origin, reason: "the HTTP client of the app reports a TLS failure")
    case EROS_EXCHANGE_TIMED_OUT: throw TransportError.timedOut(address, .total)
    case EROS_EXCHANGE_CLOSED_EARLY: throw TransportError.closedEarly(address)
    case EROS_EXCHANGE_CANCELLED: throw CancellationError()
    default: throw TransportError.failed(address, reason: "the app reports \(result)")
    }
  }
}
