package import ErosCore
import ErosFiles
package import ErosTransport

/// Reads a store from a web server or a CDN.
///
/// 404, 403 and 410 all mean that an object is missing: object stores respond with 403 to a reader
/// that may not list. Temporary failures are retried. An interrupted download continues where it
/// stopped only if the server sends a strong entity tag, which proves that the rest belongs to the
/// same contents.
package struct HTTPReader: ObjectReader {
  /// Time limits, including retries.
  package struct Limits: Sendable {
    /// For a status, or an object read into memory.
    package var shortTime: TimeLength = .seconds(600)
    /// For a download, on top of the time that its bytes take.
    package var downloadTime: TimeLength = .seconds(600)
    /// The slowest acceptable download, in bytes per second.
    package var minimumRate: UInt64 = 4096
    package var retries: RetryPolicy

    package init(retries: RetryPolicy = RetryPolicy()) { self.retries = retries }

    fileprivate func time(of length: UInt64) -> TimeLength {
      downloadTime + .seconds(Int64(clamping: length / max(1, minimumRate)))
    }
  }

  /// An interrupted download that got this many bytes made progress.
  private static let progressLength: UInt64 = 64 << 10

  package let location: String

  private let address: WebAddress
  private let transport: any Transport
  private let limits: Limits
  private let traffic: StoreTraffic?

  /// Prepares to read from a URL.
  ///
  /// Nothing is requested yet.
  ///
  /// - Parameters:
  ///   - address: The URL of the store.
  ///   - transport: Sends the requests.
  ///   - limits: Time limits and rules for retries.
  ///   - traffic: Counts bytes of bodies and all requests, including retries and redirects.
  package init(
    _ address: WebAddress, over transport: any Transport, limits: Limits = Limits(),
    counting traffic: StoreTraffic? = nil
  ) {
    location = address.description
    self.address = address
    self.transport = transport
    self.limits = limits
    self.traffic = traffic
  }

  package func status(of key: ObjectKey) async throws -> ObjectStatus? {
    let (address, deadline) = (try address(of: key), shortDeadline)
    return try await limits.retries.perform(until: deadline) {
      let head = try await head(of: address, until: deadline)
      if head.isMissing { return .complete(nil) }
      guard head.status == 200 else { return try head.failedTry() }
      return .complete(ObjectStatus(length: head.contentLength, version: head.version))
    }
  }

  package func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    let address = try address(of: key)
    return try await withoutActuallyEscaping(sink) { sink in
      let stream = StreamDownload(of: address, from: offset, limit: limit, into: sink)
      if try await download(key, length: limit, into: stream) { return stream.status }
      guard stream.received == 0 else { throw ObjectError.changing("\(address)") }
      return nil
    }
  }

  package func read(
    _ key: ObjectKey, limit: Int, unless version: ObjectVersion?
  ) async throws -> ConditionalRead {
    var request = TransportRequest(.get, try address(of: key), deadline: shortDeadline)
    request.fields["If-None-Match"] = version.flatMap { EntityTag($0.text) }?.text
    let isConditional = request.fields["If-None-Match"] != nil
    return try await limits.retries.perform(until: request.deadline) {
      do {
        let (head, body) = try await exchange(request, limit: limit)
        if head.isMissing { return .complete(head.isDenied ? .denied : .missing) }
        if head.status == 304, isConditional { return .complete(.unchanged) }
        guard head.status == 200 else { return try head.failedTry() }
        let status = ObjectStatus(length: UInt64(body.count), version: head.comparableVersion)
        return .complete(.contents(body, status))
      } catch TransportError.tooMuchData {
        throw ObjectError.tooLong("\(request.address)", limit: UInt64(limit))
      }
    }
  }

  /// An object with its age and directives from caches.
  package struct CachedObject: Sendable {
    package let bytes: [UInt8]
    /// Seconds since the origin sent or confirmed it, or `nil` if no cache says so.
    package let age: Int64?
    /// Directives from `Cache-Control` in lowercase, or `nil` if the field is missing.
    package let cacheControl: [String]?
  }

  /// Reads an object into memory, with its age and directives from caches.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - limit: The maximum number of bytes.
  ///   - isRevalidated: If `true`, asks caches to confirm their copies. Some ignore it.
  /// - Returns: `nil` if the object is missing.
  /// - Throws: `TransportError` if the server fails or the object is longer than `limit`, or
  ///   ``ObjectError/encoded(_:)`` if the response is compressed.
  package func readThroughCaches(
    _ key: ObjectKey, limit: Int, isRevalidated: Bool
  ) async throws -> CachedObject? {
    var request = TransportRequest(.get, try address(of: key), deadline: shortDeadline)
    if isRevalidated { request.fields["Cache-Control"] = "no-cache" }
    return try await limits.retries.perform(until: request.deadline) {
      let (head, body) = try await exchange(request, limit: limit)
      if head.isMissing { return .complete(nil) }
      guard head.status == 200 else { return try head.failedTry() }
      let directives = head.fields.values(of: "Cache-Control").flatMap { field in
        field.lowercased().split(separator: ",").map { String($0).trimmed }
      }
      return .complete(
        CachedObject(
          bytes: body, age: head.fields["Age"].flatMap { Int64($0.trimmed) },
          cacheControl: directives.isEmpty ? nil : directives))
    }
  }

  package func download(
    _ key: ObjectKey, length: UInt64, into download: some ObjectDownload
  ) async throws -> Bool {
    let address = try address(of: key)
    let deadline = ClockTime.now + limits.time(of: length)
    return try await limits.retries.perform(until: deadline) {
      guard !download.isComplete else { return .complete(true) }
      let start = download.nextPart.offset
      let failure: TransportError
      var pause: TimeLength?
      do {
        var response = HTTPDownload(address, download)
        let head = try await send(
          response.request(until: deadline), head: { try response.start($0) },
          into: { try download.append($0) })
        if head.isMissing {
          if head.isDenied { try download.refuseAccess() }
          return .complete(false)
        }
        if head.isTemporaryFailure {
          failure = head.unexpectedStatus
          pause = head.requestedPause
        } else {
          if response.isReceived { try download.end() }
          guard !download.isComplete else { return .complete(true) }
          guard response.isReceived else { return .again }
          failure = .closedEarly(head.address)
        }
      } catch let error as TransportError where error.isTemporary {
        // Once all bytes are here, only length and digest matter, not how the connection ended.
        guard !download.isComplete else { return .complete(true) }
        failure = error
      }
      do { try download.interrupt(failure) } catch { return .ended(error) }
      let remaining = download.nextPart.offset
      let madeProgress = remaining >= start && remaining - start >= Self.progressLength
      return .failed(failure, pause: pause, madeProgress: madeProgress)
    }
  }

  // MARK: - Requests

  /// Sends a request.
  ///
  /// The body is dropped unless the status is 200.
  private func exchange(
    _ request: TransportRequest, limit: Int
  ) async throws -> (TransportHead, [UInt8]) {
    var body: [UInt8] = []
    let head = try await send(
      request, limit: UInt64(limit),
      head: { head in
        guard head.status == 200 else { return .ignore }
        try head.checkEncoding()
        return .receive
      },
      into: { body.append($0) })
    return (head, body)
  }

  /// Requests the head of an object.
  ///
  /// It sends GET if HEAD fails, because only GET follows redirects and some servers lack HEAD.
  private func head(
    of address: WebAddress, until deadline: ClockTime
  ) async throws -> TransportHead {
    let head = try await head(.head, address, until: deadline)
    let needsGet = (300..<400).contains(head.status) || [405, 501].contains(head.status)
    return try await needsGet ? self.head(.get, address, until: deadline) : head
  }

  private func head(
    _ method: TransportRequest.Method, _ address: WebAddress,
    until deadline: ClockTime
  ) async throws -> TransportHead {
    try await send(
      TransportRequest(method, address, deadline: deadline), head: { _ in .ignore },
      into: { _ in })
  }

  private func send(
    _ request: TransportRequest, limit: UInt64 = .max,
    head accept: (TransportHead) throws -> TransportBodyUse,
    into sink: (Span<UInt8>) throws -> Void
  ) async throws -> TransportHead {
    try await transport.download(
      request, limit: limit, onRequest: { traffic?.countRequest() }, head: accept,
      into: { part in
        traffic?.countReceived(part.count)
        try sink(part)
      })
  }

  private var shortDeadline: ClockTime { .now + limits.shortTime }

  private func address(of key: ObjectKey) throws -> WebAddress {
    try address.appending(key.components.map(\.percentEncoded).joined(separator: "/"))
  }
}

extension TransportHead {
  /// Missing, or hidden from this reader.
  var isMissing: Bool { [403, 404, 410].contains(status) }

  fileprivate var isDenied: Bool { status == 403 }

  /// From a strong entity tag, which identifies the bytes.
  var version: ObjectVersion? { strongETag.map { ObjectVersion($0) } }

  /// From an entity tag that changes with the contents, strong or weak.
  ///
  /// Many servers derive the tag from size and modification time in seconds. Until that second is
  /// over, the object can change and keep its tag.
  fileprivate var comparableVersion: ObjectVersion? {
    let changed = fields["Last-Modified"]
    let isReliable = changed == nil || changed != fields["Date"]
    return isReliable ? entityTag.map { ObjectVersion($0.text) } : nil
  }

  /// Throws ``ObjectError/encoded(_:)`` if the body is compressed.
  func checkEncoding() throws(ObjectError) {
    let isEncoded = fields.values(of: "Content-Encoding").contains { $0.lowercased() != "identity" }
    if isEncoded { throw .encoded("\(address)") }
  }
}
