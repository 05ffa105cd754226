import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// Returns a response with `Content-Length` and a body in memory.
  static func contents(
    _ bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String, cache: String = "no-store"
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: cache],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Returns an uncached JSON document.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    contents(bytes, status: status, type: "application/json; charset=utf-8")
  }

  /// Returns a response with the status as text, for example `404 Not Found`.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - reason: The problem with the request.
  ///   - cache: The cache policy.
  /// - Returns: The response.
  static func status(
    _ status: HTTPResponse.Status, reason: String? = nil, cache: String = "no-store"
  ) -> Response {
    let text = "\(status.code) \(status.reasonPhrase)" + (reason.map { ": \($0)" } ?? "") + "\n"
    return contents(
      Array(text.utf8), status: status, type: "text/plain; charset=utf-8", cache: cache)
  }

  /// Returns the response to a method that a path does not support.
  static func notAllowed(_ methods: [HTTPRequest.Method]) -> Response {
    var response = Response.status(.methodNotAllowed)
    response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }
}
