import ErosCore
package import ErosTransport

/// A store on an HTTP server or a CDN, which is only read.
///
/// A missing object is one for which the server answers 404, 403 or 410: object stores answer 403 to
/// readers who cannot list. Temporary failures are repeated by the policy. If a server breaks a
/// download off, it is continued after the last byte, but only if the server sends a strong entity
/// tag, which shows that the rest belongs to the same contents.
package struct HTTPReader: ObjectReader {
  private static let maximumTime: Duration = .seconds(600)

  package let location: String

  private let address: WebAddress
  private let transport: any Transport
  private let policy: RetryPolicy

  /// Creates a reader of the objects below `address`.
  package init(_ address: WebAddress, over transport: any Transport, retries: RetryPolicy = .init())
  {
    location = address.description
    self.address = address
    self.transport = transport
    policy = retries
  }

  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    let (address, deadline) = (try address(of: key), deadline)
    return try await policy.perform(until: deadline) {
      let head = try await head(of: address, until: deadline)
      if head.isMissing { return .complete(nil) }
      guard head.status == 200 else { return try head.failedTry() }
      return .complete(ObjectStatus(length: head.contentLength, version: head.version))
    }
  }

  package func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    var download = HTTPDownload(of: try address(of: key), from: offset, limit: limit)
    var retries = Retries(policy)
    while true {
      do {
        let head = try await transport.download(
          download.request(deadline: deadline), limit: .max, head: { try download.start($0) },
          into: { try download.receive($0, into: sink) })
        if head.isMissing { return nil }
        guard head.isTemporaryFailure else { return try download.finish() }
        guard download.canContinue else { throw head.unexpectedStatus }
        try await retries.wait(after: head.unexpectedStatus, atLeast: head.requestedPause)
      } catch let error as TransportError where error.isTemporary {
        guard download.canContinue else { throw error }
        try await retries.wait(after: error)
      }
    }
  }

  package func read(
    _ key: ObjectKey, limit: Int, unless known: ObjectVersion?
  ) async throws -> ConditionalRead {
    var request = TransportRequest(.get, try address(of: key), deadline: deadline)
    request.fields["If-None-Match"] = known?.text
    return try await policy.perform(until: request.deadline) {
      do {
        let (head, body) = try await exchange(request, limit: limit)
        if head.isMissing { return .complete(.missing) }
        if head.status == 304, known != nil { return .complete(.unchanged) }
        guard head.status == 200 else { return try head.failedTry() }
        let status = ObjectStatus(length: UInt64(body.count), version: head.version)
        return .complete(.contents(body, status))
      } catch TransportError.tooMuchData {
        throw StoreError.tooLong("\(request.address)", limit: UInt64(limit))
      }
    }
  }

  /// Sends a request; the body of an answer with another status than 200 is left out.
  private func exchange(
    _ request: TransportRequest, limit: Int
  ) async throws -> (TransportHead, [UInt8]) {
    var body: [UInt8] = []
    let head = try await transport.download(
      request, limit: UInt64(limit), head: { $0.status == 200 ? .receive : .ignore },
      into: { body.append($0) })
    return (head, body)
  }

  /// Returns the head of an answer to HEAD.
  ///
  /// Only GET follows redirects, and some servers do not support HEAD. In both cases, this is the
  /// head of an answer to GET.
  private func head(
    of address: WebAddress, until deadline: ContinuousClock.Instant
  ) async throws -> TransportHead {
    let answer = try await head(.head, address, until: deadline)
    let needsGet = (300..<400).contains(answer.status) || [405, 501].contains(answer.status)
    return try await needsGet ? head(.get, address, until: deadline) : answer
  }

  private func head(
    _ method: TransportRequest.Method, _ address: WebAddress,
    until deadline: ContinuousClock.Instant
  ) async throws -> TransportHead {
    try await transport.download(
      TransportRequest(method, address, deadline: deadline), limit: .max,
      head: { _ in .ignore }, into: { _ in })
  }

  /// The time limit of a request, or of all requests of a call that reads a status or a short object.
  private var deadline: ContinuousClock.Instant { .now + Self.maximumTime }

  private func address(of key: ObjectKey) throws -> WebAddress {
    try address.appending(key.components.map(\.percentEncoded).joined(separator: "/"))
  }
}
