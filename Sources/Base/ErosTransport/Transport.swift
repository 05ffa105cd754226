/// HTTP as a single call that your app implements, for example with URLSession or OkHttp.
///
/// ```swift
/// struct ClientTransport: Transport {
///   let client: HTTPClient
///
///   func exchange(
///     _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
///     body: (Span<UInt8>) throws -> Void
///   ) async throws {
///     let response = try await client.send(request.method.rawValue, to: request.address.text)
///     let received = TransportHead(
///       status: response.status, fields: response.fields, address: request.address)
///     guard try head(received) == .receive else { return }
///     for try await part in response.body { try body(ContiguousArray(part).span) }
///   }
/// }
/// ```
///
/// To send requests yourself, call ``send(_:limit:)`` or ``download(_:limit:head:into:)``. They
/// treat redirects, limits and lengths the same on every host.
public protocol Transport: Sendable {
  /// Sends one request and passes on its response.
  ///
  /// Your implementation must:
  /// - not follow redirects, decompress, cache, store cookies or add credentials,
  /// - call `head` once, then `body` zero or more times, then return,
  /// - not pass on the body if `head` returns ``TransportBodyUse/ignore``,
  /// - stop if `head` or `body` throws, and throw the same error,
  /// - limit the time to connect and the time between two bytes, and end at the request's deadline
  ///   even if the server still sends, because the library checks the deadline only with each part,
  /// - limit informational responses, header fields and trailers,
  /// - report a body that ends early as ``TransportError/closedEarly(_:)``.
  ///
  /// - Throws: ``TransportError``, `CancellationError`, or whatever a closure throws.
  func exchange(
    _ request: TransportRequest,
    head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws
}

/// Decides if a response's body is received.
public enum TransportBodyUse: Sendable {
  /// Pass the body on.
  case receive
  /// Drop the body.
  case ignore
}
