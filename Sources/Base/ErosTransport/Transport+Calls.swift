import ErosCore
import ErosFiles

extension Transport {
  /// Sends `request` and returns the response with its body in memory.
  ///
  /// ```swift
  /// let request = TransportRequest(.get, address, deadline: .now + .seconds(60))
  /// let response = try await transport.send(request, limit: 1000)
  /// ```
  ///
  /// For an error status (400 to 599), the limit does not apply. You get the first 64 KiB.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The longest body in bytes.
  /// - Returns: The response, after redirects.
  /// - Throws: ``TransportError`` if the request fails or the body is too long, or
  ///   `CancellationError`.
  public func send(_ request: TransportRequest, limit: Int) async throws -> TransportResponse {
    let errorLimit = 64 << 10
    var received: TransportHead?
    var body: [UInt8] = []
    do {
      try await download(
        request, limit: .max,
        head: { head in
          received = head
          if !head.isError { try head.checkLength(for: request.method, limit: UInt64(limit)) }
          return .receive
        },
        into: { bytes in
          let isError = received?.isError ?? false
          let room = (isError ? errorLimit : limit) - body.count
          guard bytes.count <= room || isError else {
            throw TransportError.tooMuchData(
              received?.address ?? request.address, limit: UInt64(limit))
          }
          body.append(bytes.extracting(first: room))
          if bytes.count > room { throw ErrorBodyLimit() }
        })
    } catch is ErrorBodyLimit {
      // The start of an error message suffices.
    }
    guard let received else { throw TransportError.noResponse(request.address) }
    return TransportResponse(head: received, body: body)
  }

  /// Sends `request` and passes the response's body to `sink`.
  ///
  /// ```swift
  /// var file: [UInt8] = []
  /// let head = try await transport.download(request, limit: 1 << 20) { part in
  ///   for index in part.indices { file.append(part[index]) }
  /// }
  /// ```
  ///
  /// A `GET` follows at most ``TransportRequest/maximumRedirects`` redirects, from `http` to `http`
  /// or `https`, from `https` only to `https`. A different origin gets only the fields that select
  /// a part or a version of the resource, and no credentials. Any other method, and a `GET` with a
  /// maximum of 0 redirects, returns the redirect.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The longest body in bytes. `sink` never gets more.
  ///   - accept: Called once with the final response's head. Return ``TransportBodyUse/ignore`` if
  ///     you do not need the body.
  ///   - sink: Called with each part of the body.
  /// - Returns: The final response's head.
  /// - Throws: ``TransportError`` if the request fails or the body is too long,
  ///   `CancellationError`, or whatever a closure throws.
  @discardableResult
  public func download(
    _ request: TransportRequest, limit: UInt64,
    head accept: (TransportHead) throws -> TransportBodyUse = { _ in .receive },
    into sink: (Span<UInt8>) throws -> Void
  ) async throws -> TransportHead {
    try await download(request, limit: limit, onRequest: {}, head: accept, into: sink)
  }

  /// Like ``download(_:limit:head:into:)``, but calls `onRequest` before each request and redirect.
  package func download(
    _ request: TransportRequest, limit: UInt64, onRequest: () -> Void,
    head accept: (TransportHead) throws -> TransportBodyUse,
    into sink: (Span<UInt8>) throws -> Void
  ) async throws -> TransportHead {
    try request.fields.validate()
    var request = request
    var redirects = 0
    while true {
      onRequest()
      let (head, isRedirected) = try await receive(
        request, limit: limit, head: accept, into: sink)
      guard isRedirected else { return head }
      redirects += 1
      guard redirects <= request.maximumRedirects else {
        throw TransportError.badRedirect(request.address, .tooMany(request.maximumRedirects))
      }
      request = try request.redirected(by: head)
    }
  }

  /// Sends one request and passes on its response, unless it is a redirect to follow.
  ///
  /// Checks the deadline before the request and with each part of the response, because a host's
  /// client may only limit the time between two parts.
  private func receive(
    _ request: TransportRequest, limit: UInt64,
    head accept: (TransportHead) throws -> TransportBodyUse, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> (head: TransportHead, isRedirected: Bool) {
    var received: TransportHead?
    var use = TransportBodyUse.ignore
    var count: UInt64 = 0
    try request.checkDeadline()
    try await exchange(
      request,
      head: { head in
        try request.checkDeadline()
        received = head
        if request.followsRedirects, head.isRedirect { return .ignore }
        use = try accept(head)
        if use == .receive { try head.checkLength(for: request.method, limit: limit) }
        return use
      },
      body: { bytes in
        try request.checkDeadline()
        guard UInt64(bytes.count) <= limit - count else {
          throw TransportError.tooMuchData(request.address, limit: limit)
        }
        count += UInt64(bytes.count)
        try sink(bytes)
      })
    guard let head = received else { throw TransportError.noResponse(request.address) }
    if request.followsRedirects, head.isRedirect { return (head, true) }
    if use == .receive { try head.checkReceived(count, for: request.method) }
    return (head, false)
  }
}

/// Ends an error message that is longer than needed.
private struct ErrorBodyLimit: Error {}

extension TransportRequest {
  /// These fields do not authorize a request.
  private static let harmlessFields: Set = [
    "accept", "accept-encoding", "if-match", "if-modified-since", "if-none-match", "if-range",
    "range", "user-agent",
  ]

  fileprivate var followsRedirects: Bool { method == .get && maximumRedirects > 0 }

  /// - Throws: ``TransportError/timedOut(_:_:)`` after the deadline.
  fileprivate func checkDeadline() throws(TransportError) {
    guard ClockTime.now < deadline else { throw .timedOut(address, .total) }
  }

  /// Returns the next request for the redirect in `head`.
  fileprivate func redirected(by head: TransportHead) throws(TransportError) -> TransportRequest {
    guard let location = head.fields["Location"] else {
      throw .badRedirect(address, .noLocation)
    }
    let target: WebAddress
    do { target = try address.resolving(location) } catch {
      throw .badRedirect(address, .malformed)
    }
    guard address.scheme == .http || target.scheme == .https else {
      throw .badRedirect(address, .insecure)
    }
    var next = self
    next.address = target
    if target.origin != address.origin { next.fields = fields.filtered(to: Self.harmlessFields) }
    return next
  }
}

extension TransportHead {
  fileprivate var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  fileprivate var isError: Bool { (400..<600).contains(status) }

  /// Returns the length of a response's body, if the server announces one.
  ///
  /// If a response has no body, the field states the resource's length.
  private func bodyLength(for method: TransportRequest.Method) -> UInt64? {
    method == .head || status == 204 || status == 304 ? nil : contentLength
  }

  /// Throws if the server announces more than `limit` bytes.
  fileprivate func checkLength(
    for method: TransportRequest.Method, limit: UInt64
  ) throws(TransportError) {
    guard let length = bodyLength(for: method), length > limit else { return }
    throw .tooMuchData(address, limit: limit)
  }

  /// Throws if the body has another length than the server announced.
  fileprivate func checkReceived(
    _ count: UInt64, for method: TransportRequest.Method
  ) throws(TransportError) {
    guard let length = bodyLength(for: method), length != count else { return }
    if count < length { throw .closedEarly(address) }
    throw .malformedResponse(address, reason: "the body is longer than 'Content-Length'")
  }
}

extension TransportError {
  fileprivate static func noResponse(_ address: WebAddress) -> TransportError {
    .malformedResponse(address, reason: "no status")
  }
}
