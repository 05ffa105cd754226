/// HTTP as a single call that a host implements, for example with URLSession or OkHttp.
///
/// Clients use the extensions ``send(_:limit:)`` and ``download(_:limit:head:into:)``, so that
/// redirects, limits and the check of lengths are the same on every host.
public protocol Transport: Sendable {
  /// Sends one request and passes on its response.
  ///
  /// An implementation
  /// - does not follow redirects, decompress, cache, store cookies or add credentials;
  /// - calls `head` once, then `body` zero or more times, then returns;
  /// - does not pass on the body if `head` returns ``TransportBodyUse/ignore``;
  /// - stops and throws the same error when `head` or `body` throws;
  /// - limits the time of the connection and the time between two bytes, and ends at the deadline
  ///   of the request even if the server still sends; the calls check the deadline only with each
  ///   part;
  /// - limits informational responses, header fields and trailers;
  /// - reports a body that ends early as ``TransportError/closedEarly(_:)``.
  ///
  /// - Throws: ``TransportError``, `CancellationError`, or the error of a closure.
  func exchange(
    _ request: TransportRequest,
    head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws
}

/// Whether the body of a response is received.
public enum TransportBodyUse: Sendable {
  /// The body is received.
  case receive
  /// The body is not received.
  case ignore
}
