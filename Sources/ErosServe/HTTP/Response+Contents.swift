package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
  /// Returns an answer with its body in memory and `Content-Length`.
  package static func contents(
    _ bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String, cache: String = "no-store"
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: cache],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Returns a JSON document that is not cached.
  package static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    contents(bytes, status: status, type: "application/json; charset=utf-8")
  }

  /// Returns the status with its reason as text, for example `404 Not Found`.
  package static func status(
    _ status: HTTPResponse.Status, cache: String = "no-store"
  ) -> Response {
    contents(
      Array("\(status.code) \(status.reasonPhrase)\n".utf8), status: status,
      type: "text/plain; charset=utf-8", cache: cache)
  }
}
