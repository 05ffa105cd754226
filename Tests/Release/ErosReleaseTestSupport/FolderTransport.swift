import ErosCore
import ErosCrypto
import ErosFiles
import ErosTestSupport
package import ErosTransport
import Synchronization
import Testing

/// A transport that serves a folder like a good HTTP server, except where a test intervenes.
package final class FolderTransport: Transport {
  package struct Response: Sendable {
    package var status: Int
    package var fields: TransportFields
    package var body: [UInt8]
    /// Thrown after the body.
    package var error: TransportError?

    package init(
      status: Int = 200, fields: TransportFields = [:], body: [UInt8] = [],
      error: TransportError? = nil
    ) {
      self.status = status
      self.fields = fields
      self.body = body
      self.error = error
    }
  }

  /// A request, and what was sent for it.
  package struct Record: Sendable {
    package let path: String
    package let range: String?
    package let status: Int
    package var sent = 0
  }

  private let folder: String
  /// Changes the response to a request.
  private let change: @Sendable (TransportRequest, inout Response) -> Void
  private let delay: @Sendable () async throws -> Void
  private let log = Mutex<[Record]>([])

  /// Creates a transport; `delay` runs before each response.
  package init(
    _ folder: String,
    change: @escaping @Sendable (TransportRequest, inout Response) -> Void = { _, _ in },
    delay: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.folder = folder
    self.delay = delay
    self.change = change
  }

  package var records: [Record] { log.withLock { $0 } }

  package func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    try await delay()
    var response = response(to: request)
    change(request, &response)
    let index = log.withLock { log in
      log.append(
        Record(
          path: request.address.path, range: request.fields["Range"], status: response.status))
      return log.count - 1
    }
    if response.status == 0, let error = response.error { throw error }
    let received = TransportHead(
      status: response.status, fields: response.fields, address: request.address)
    guard try head(received) == .receive else { return }
    var offset = 0
    while offset < response.body.count {
      let end = min(offset + 10_000, response.body.count)
      try body(response.body.span.extracting(offset..<end))
      log.withLock { $0[index].sent += end - offset }
      offset = end
    }
    if let error = response.error { throw error }
  }

  private func response(to request: TransportRequest) -> Response {
    guard let bytes = try? readWholeFile(folder + request.address.path) else {
      return Response(status: 404, body: Array("not found".utf8))
    }
    let tag = "\"\((try? SHA256Digest.of(bytes.span)).map { "\($0)" } ?? "")\""
    if request.fields["If-None-Match"] == tag {
      return Response(status: 304, fields: ["ETag": tag])
    }
    var response = Response(fields: ["ETag": tag], body: bytes)
    if request.fields["If-Range"] == tag,
      let start = request.fields["Range"]?.dropFirst("bytes=".count).dropLast(),
      let offset = Int(start), offset < bytes.count
    {
      response.status = 206
      response.fields["Content-Range"] = "bytes \(offset)-\(bytes.count - 1)/\(bytes.count)"
      response.body = Array(bytes[offset...])
    }
    response.fields["Content-Length"] = "\(response.body.count)"
    return response
  }
}

extension TransportRequest {
  package var isForBundle: Bool { address.path.hasSuffix(".bundle.zip") }
  package var isForDelta: Bool { address.path.hasSuffix(".erosdelta") }
}
