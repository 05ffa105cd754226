import ErosCore
import HTTPTypes
import Hummingbird
import NIOCore

/// A request, split into path and query, with limits on its body.
struct ServerRequest: Sendable {
  /// In bytes.
  static let bodyLimit = 16 << 10
  private static let bodyTime: Duration = .seconds(8)

  /// Starts with a slash, and is percent-encoded as the client sent it.
  let path: Substring
  /// Has no leading `?`.
  ///
  /// Empty if there is no query.
  let query: Substring
  let channel: any Channel
  /// `false` if the request target is not a path.
  ///
  /// Then ``path`` is empty.
  let isValid: Bool
  private let request: Request

  init(_ request: Request, _ channel: any Channel) {
    self.request = request
    self.channel = channel
    let target = request.head.path.flatMap { Self.path(of: $0) }
    isValid = target != nil
    let pathAndQuery = target ?? ""
    let mark = pathAndQuery.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = pathAndQuery[..<(mark ?? pathAndQuery.endIndex)]
    query = mark.map { pathAndQuery[pathAndQuery.utf8.index(after: $0)...] } ?? ""
  }

  /// The request target may be a full URL.
  private static func path(of target: String) -> Substring? {
    if target.utf8.first == UInt8(ascii: "/") { return target[...] }
    for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
      let remainder = target.dropFirst(scheme.count)
      return remainder.utf8.firstIndex(of: UInt8(ascii: "/")).map { remainder[$0...] }
    }
    return nil
  }

  var method: HTTPRequest.Method { request.method }

  var headers: HTTPFields { request.headers }

  /// Reads the body.
  ///
  /// - Throws: ``RequestFailure`` if it is longer than ``bodyLimit`` or arrives too slowly.
  func body() async throws -> [UInt8] {
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > Self.bodyLimit {
      throw RequestFailure.tooLarge
    }
    if headers[.expect]?.lowercased() == "100-continue" {
      channel.triggerUserOutboundEvent(ConnectionGuard.Continue(), promise: nil)
    }
    let body = request.body
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask { try await Self.bytes(of: body) }
      group.addTask {
        try await Task.sleep(for: Self.bodyTime)
        throw RequestFailure.tooSlow
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  private static func bytes(of body: RequestBody) async throws(RequestFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await part in body {
        guard bytes.count + part.readableBytes <= bodyLimit else { throw RequestFailure.tooLarge }
        bytes += part.readableBytesView
      }
      return bytes
    } catch {
      // The chunks are malformed, or the connection ended.
      throw error as? RequestFailure ?? .malformed
    }
  }

  /// Parses the body as a form.
  ///
  /// - Throws: ``RequestFailure`` if it is not a form, is too long or arrives too slowly.
  func form() async throws -> FormFields {
    let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
    guard type.lowercased() == "application/x-www-form-urlencoded" else {
      throw RequestFailure.notAForm
    }
    guard let text = String(wellFormed: try await body()) else {
      throw RequestFailure.notAForm
    }
    return FormFields(text)
  }
}

enum RequestFailure: Error {
  case tooLarge, tooSlow, notAForm, malformed

  var status: HTTPResponse.Status {
    switch self {
    case .tooLarge: .contentTooLarge
    case .tooSlow: .requestTimeout
    case .notAForm: .unsupportedMediaType
    case .malformed: .badRequest
    }
  }
}
