public import ErosCore
import ErosFiles

/// An HTTP request.
public struct TransportRequest: Sendable {
  /// The method of a request.
  public enum Method: String, Sendable {
    /// Reads a resource.
    case get = "GET"
    /// Reads the header fields of a resource.
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

  /// The header fields, without `Host`, `Content-Length` and `Transfer-Encoding`.
  public var fields: TransportFields

  /// The body.
  public var body: TransportBody

  /// The deadline of the complete response, redirects included.
  public var deadline: ClockTime

  /// The maximum number of redirects that a `GET` follows; with 0, it returns the redirect.
  public var maximumRedirects = 5

  /// The time until the deadline, in seconds; 0 after the deadline.
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

/// The body of a request.
public enum TransportBody: Sendable {
  /// No body.
  case empty

  /// A body in memory.
  case bytes([UInt8])

  /// A body of `length` bytes that is read in parts.
  ///
  /// `read` returns at most `count` bytes at `offset`, and at least one before the end. It may be
  /// called again from the start when the request is repeated.
  ///
  /// - Throws: `read` may throw any error; it ends the request.
  case parts(length: UInt64, read: @Sendable (_ offset: UInt64, _ count: Int) throws -> [UInt8])
}
