import ErosCore
import ErosCrypto
import ErosFiles
import ErosTestSupport
import ErosTransport
import Synchronization
import Testing

/// A transport that serves a folder as a good HTTP server does, except where a test intervenes.
final class FolderTransport: Transport {
  /// An answer to a request.
  struct Response: Sendable {
    var status = 200
    var fields: TransportFields = [:]
    var body: [UInt8] = []
    /// The error after the body.
    var error: TransportError?
  }

  /// A record of a request and what was sent.
  struct Record: Sendable {
    let path: String
    let range: String?
    let status: Int
    var sent = 0
  }

  private let folder: String
  /// Changes the answer to a request, or returns `nil` to send it as it is.
  private let change: @Sendable (TransportRequest, inout Response) -> Void
  private let log = Mutex<[Record]>([])

  init(
    _ folder: String,
    change: @escaping @Sendable (TransportRequest, inout Response) -> Void = { _, _ in }
  ) {
    self.folder = folder
    self.change = change
  }

  var records: [Record] { log.withLock { $0 } }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
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
  /// Whether the request is for a bundle.
  var isForBundle: Bool { address.path.hasSuffix(".bundle.zip") }
  /// Whether the request is for a patch.
  var isForDelta: Bool { address.path.hasSuffix(".erosdelta") }
}
