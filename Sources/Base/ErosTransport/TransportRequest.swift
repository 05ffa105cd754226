public import ErosCore
import ErosFiles

/// An HTTP request.
///
/// ```swift
/// let request = TransportRequest(.get, address, deadline: .now + .seconds(60))
/// ```
public struct TransportRequest: Sendable {
  /// A request's method.
  public enum Method: String, Sendable {
    /// Reads a resource.
    case get = "GET"
    /// Reads only a resource's header fields.
    case head = "HEAD"
    /// Creates or replaces a resource.
    case put = "PUT"
    /// Sends a body to a resource.
    case post = "POST"
    /// Deletes a resource.
    case delete = "DELETE"
  }

  /// The method.
  public var method: Method

  /// The URL.
  public var address: WebAddress

  /// Header fields, except `Host`, `Content-Length` and `Transfer-Encoding`.
  public var fields: TransportFields

  /// The body.
  public var body: TransportBody

  /// Deadline for the complete response, redirects included.
  public var deadline: ClockTime

  /// Maximum number of redirects that a `GET` follows.
  ///
  /// With 0, you get the redirect itself.
  public var maximumRedirects = 5

  /// Seconds until the deadline, or 0 after it.
  public var secondsLeft: Double { max(.zero, deadline - .now).seconds }

  /// Creates a request.
  public init(
    _ method: Method, _ address: WebAddress, fields: TransportFields = [:],
    body: TransportBody = .empty, deadline: ClockTime
  ) {
    self.method = method
    self.address = address
    self.fields = fields
    self.body = body
    self.deadline = deadline
  }
}

/// A request's body.
///
/// ```swift
/// let body: TransportBody = .bytes(Array("{}".utf8))
/// ```
public enum TransportBody: Sendable {
  /// There is no body.
  case empty

  /// A body in memory.
  case bytes([UInt8])

  /// A body of `length` bytes that is read in parts.
  ///
  /// `read` returns at most `count` bytes at `offset`, and at least one before the end. If the
  /// request is repeated, it may be called again from the start.
  ///
  /// - Throws: `read` may throw any error, which ends the request.
  case parts(length: UInt64, read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8])
}
