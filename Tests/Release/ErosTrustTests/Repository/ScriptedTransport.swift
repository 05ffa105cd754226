import ErosTransport
import Synchronization

/// A transport that plays prepared responses and records the requests.
final class ScriptedTransport: Transport {
  struct Response: Sendable {
    var status = 200
    var fields: TransportFields = [:]
    var body: [UInt8] = []
    /// The error after the body, for example ``TransportError/closedEarly(_:)``.
    var error: TransportError?
  }

  private let state: Mutex<(responses: [Response], requests: [TransportRequest])>

  init(_ responses: [Response]) { state = Mutex((responses, [])) }

  var requests: [TransportRequest] { state.withLock { $0.requests } }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    let next = state.withLock { state -> Response? in
      state.requests.append(request)
      return state.responses.isEmpty ? nil : state.responses.removeFirst()
    }
    guard let response = next else { throw TransportError.cannotResolve(host: "no more answers") }
    if response.status == 0, let error = response.error { throw error }
    let received = TransportHead(
      status: response.status, fields: response.fields, address: request.address)
    if try head(received) == .receive, !response.body.isEmpty { try body(response.body.span) }
    if let error = response.error { throw error }
  }
}
