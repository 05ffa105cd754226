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
  struct Answer: Sendable {
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
  private let change: @Sendable (TransportRequest, inout Answer) -> Void
  private let log = Mutex<[Record]>([])

  init(
    _ folder: String,
    change: @escaping @Sendable (TransportRequest, inout Answer) -> Void = { _, _ in }
  ) {
    self.folder = folder
    self.change = change
  }

  var records: [Record] { log.withLock { $0 } }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    var answer = answer(to: request)
    change(request, &answer)
    let index = log.withLock { log in
      log.append(
        Record(
          path: request.address.path, range: request.fields["Range"], status: answer.status))
      return log.count - 1
    }
    if answer.status == 0, let error = answer.error { throw error }
    let received = TransportHead(
      status: answer.status, fields: answer.fields, address: request.address)
    guard try head(received) == .receive else { return }
    var offset = 0
    while offset < answer.body.count {
      let end = min(offset + 10_000, answer.body.count)
      try body(answer.body.span.extracting(offset..<end))
      log.withLock { $0[index].sent += end - offset }
      offset = end
    }
    if let error = answer.error { throw error }
  }

  private func answer(to request: TransportRequest) -> Answer {
    guard let bytes = try? readWholeFile(folder + request.address.path) else {
      return Answer(status: 404, body: Array("not found".utf8))
    }
    let tag = "\"\((try? SHA256Digest.of(bytes.span)).map { "\($0)" } ?? "")\""
    if request.fields["If-None-Match"] == tag { return Answer(status: 304, fields: ["ETag": tag]) }
    var answer = Answer(fields: ["ETag": tag], body: bytes)
    if request.fields["If-Range"] == tag,
      let start = request.fields["Range"]?.dropFirst("bytes=".count).dropLast(),
      let offset = Int(start), offset < bytes.count
    {
      answer.status = 206
      answer.fields["Content-Range"] = "bytes \(offset)-\(bytes.count - 1)/\(bytes.count)"
      answer.body = Array(bytes[offset...])
    }
    answer.fields["Content-Length"] = "\(answer.body.count)"
    return answer
  }
}

extension TransportRequest {
  /// Whether the request is for a bundle.
  var isForBundle: Bool { address.path.hasSuffix(".bundle.zip") }
  /// Whether the request is for a patch.
  var isForDelta: Bool { address.path.hasSuffix(".erosdelta") }
}
