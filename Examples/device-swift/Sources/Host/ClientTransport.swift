import ErosDevice

/// The HTTP client of an app.
protocol HTTPClient: Sendable {
  /// Sends a request and returns the head of the response and the parts of its body.
  func send(
    _ method: String, to url: String, fields: [TransportFields.Field], body: [UInt8],
    within seconds: Double
  ) async throws -> (
    status: Int, fields: TransportFields, body: AsyncThrowingStream<[UInt8], any Error>
  )
}

/// A transport over the HTTP client of an app.
struct ClientTransport<Client: HTTPClient>: Transport {
  let client: Client

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    // Only reports have a body.
    let sent: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
    let response = try await client.send(
      request.method.rawValue, to: request.address.text, fields: request.fields.list, body: sent,
      within: request.secondsLeft)
    let received = TransportHead(
      status: response.status, fields: response.fields, address: request.address)
    guard try head(received) == .receive else { return }
    for try await part in response.body { try body(ContiguousArray(part).span) }
  }
}
