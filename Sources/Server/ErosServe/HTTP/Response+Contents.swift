import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// Returns a response with a body from memory and its `Content-Length`.
  static func contents(
    _ bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String, cache: String = "no-store"
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: cache],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A JSON document that must not be cached.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    contents(bytes, status: status, type: "application/json; charset=utf-8")
  }

  /// Returns a response with the status as text, for example `404 Not Found`.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - reason: The problem with the request.
  ///   - cache: The value of `Cache-Control`.
  /// - Returns: A text response.
  static func status(
    _ status: HTTPResponse.Status, reason: String? = nil, cache: String = "no-store"
  ) -> Response {
    let text = "\(status.code) \(status.reasonPhrase)" + (reason.map { ": \($0)" } ?? "") + "\n"
    return contents(
      Array(text.utf8), status: status, type: "text/plain; charset=utf-8", cache: cache)
  }

  /// For a method that the path does not support.
  static func notAllowed(_ methods: [HTTPRequest.Method]) -> Response {
    var response = Response.status(.methodNotAllowed)
    response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }
}
