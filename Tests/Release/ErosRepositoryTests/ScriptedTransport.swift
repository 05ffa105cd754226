import ErosTransport
import Synchronization

/// A transport that answers requests with prepared answers, and records the requests.
final class ScriptedTransport: Transport {
  struct Answer: Sendable {
    var status = 200
    var fields: TransportFields = [:]
    var body: [UInt8] = []
    /// The error after the body, for example ``TransportError/closedEarly(_:)``.
    var error: TransportError?
  }

  private let state: Mutex<(answers: [Answer], requests: [TransportRequest])>

  init(_ answers: [Answer]) { state = Mutex((answers, [])) }

  var requests: [TransportRequest] { state.withLock { $0.requests } }

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    let next = state.withLock { state -> Answer? in
      state.requests.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer = next else { throw TransportError.cannotResolve(host: "no more answers") }
    if answer.status == 0, let error = answer.error { throw error }
    let received = TransportHead(
      status: answer.status, fields: answer.fields, address: request.address)
    if try head(received) == .receive, !answer.body.isEmpty { try body(answer.body.span) }
    if let error = answer.error { throw error }
  }
}
