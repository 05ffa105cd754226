import ErosDevice
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over `URLSession`, with the certificates and the proxies of the system.
struct SessionTransport: Transport {
  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    guard let url = URL(string: request.address.text) else { throw URLError(.badURL) }
    var sent = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    sent.httpMethod = request.method.rawValue
    // Otherwise, URLSession decompresses responses, and their lengths are not those of the store.
    sent.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for field in request.fields.list { sent.addValue(field.value, forHTTPHeaderField: field.name) }
    // Only reports have a body.
    if case .bytes(let bytes) = request.body { sent.httpBody = Data(bytes) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForResource = max(0.1, request.secondsLeft)
    let (parts, end) = AsyncThrowingStream.makeStream(of: Part.self)
    let session = URLSession(
      configuration: configuration, delegate: Receiver(parts: end), delegateQueue: nil)
    // Ends the request when the library has stopped it.
    defer { session.invalidateAndCancel() }
    session.dataTask(with: sent).resume()
    for try await part in parts {
      switch part {
      case .head(let status, let fields):
        let received = TransportHead(status: status, fields: fields, address: request.address)
        guard try head(received) == .receive else { return }
      case .body(let data): try body(ContiguousArray(data).span)
      }
    }
  }

  /// A part of a response.
  private enum Part: Sendable {
    case head(status: Int, TransportFields)
    case body(Data)
  }

  /// Passes on the parts of one response.
  private final class Receiver: NSObject, URLSessionDataDelegate {
    private let parts: AsyncThrowingStream<Part, any Error>.Continuation

    init(parts: AsyncThrowingStream<Part, any Error>.Continuation) { self.parts = parts }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
      var fields = TransportFields()
      for (name, value) in response.allHeaderFields {
        if let name = name as? String, let value = value as? String { fields[name] = value }
      }
      parts.yield(.head(status: response.statusCode, fields))
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      parts.yield(.body(data))
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      parts.finish(throwing: error)
    }

    /// The library follows redirects itself.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  }
}
