package import ErosCore
import ErosFiles
package import ErosTransport

/// A read-only store on a web server or a CDN.
///
/// An object is missing if the server responds with 404, 403 or 410; object stores respond with 403
/// if a reader lacks permission to list. Temporary failures are repeated as the policy specifies.
/// An interrupted download continues after the last byte only if the server sends a strong entity
/// tag, because the tag proves that the remaining bytes belong to the same contents.
package struct HTTPReader: ObjectReader {
  /// The time limits of reads, including repeated requests.
  package struct Limits: Sendable {
    /// The maximum time to read a status, or an object into memory.
    package var shortTime: TimeLength = .seconds(600)
    /// The maximum time of a download, in addition to the time for its bytes.
    package var downloadTime: TimeLength = .seconds(600)
    /// The minimum rate of a download, in bytes per second.
    package var minimumRate: UInt64 = 4096
    /// The rules for repeating requests.
    package var retries: RetryPolicy

    /// Creates the default time limits.
    package init(retries: RetryPolicy = RetryPolicy()) { self.retries = retries }

    fileprivate func time(of length: UInt64) -> TimeLength {
      downloadTime + .seconds(Int64(clamping: length / max(1, minimumRate)))
    }
  }

  /// The number of bytes that count as progress of an interrupted download.
  private static let progressLength: UInt64 = 64 << 10

  package let location: String

  private let address: WebAddress
  private let transport: any Transport
  private let limits: Limits
  private let traffic: StoreTraffic?

  /// Creates a reader for the objects at `address`.
  ///
  /// - Parameters:
  ///   - address: The URL of the store.
  ///   - transport: The connection to the server.
  ///   - limits: The time limits, and the rules for repeating requests.
  ///   - traffic: Counts all requests, including repeated and redirected requests, and the bytes of
  ///     bodies.
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
    _ key: ObjectKey, limit: Int, unless known: ObjectVersion?
  ) async throws -> ConditionalRead {
    var request = TransportRequest(.get, try address(of: key), deadline: shortDeadline)
    request.fields["If-None-Match"] = known.flatMap { EntityTag($0.text) }?.text
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

  /// An object with what caches say about it.
  package struct CachedObject: Sendable {
    package let bytes: [UInt8]
    /// The seconds since the origin has sent or confirmed the object, or `nil` if no cache has said it.
    package let age: Int64?
    /// The directives of `Cache-Control` in lowercase; `nil` without the field.
    package let cacheControl: [String]?
  }

  /// Reads an object into memory with what caches say about it.
  ///
  /// - Parameters:
  ///   - key: The object.
  ///   - limit: The maximum number of bytes.
  ///   - isRevalidated: Whether to ask caches to confirm their copies; some caches ignore it.
  /// - Returns: `nil` if the object is missing.
  /// - Throws: As ``read(_:limit:unless:)``.
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
        // After the last byte, the digest or the length is decisive, however the connection ended.
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

  /// Sends a request, and drops the body unless the status is 200.
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

  /// Returns the head of a response to HEAD.
  ///
  /// Only GET follows redirects, and some servers do not support HEAD. In both cases, the method
  /// returns the head of a response to GET.
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

  /// Sends and counts a request.
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
  /// Whether the object is missing or hidden.
  var isMissing: Bool { [403, 404, 410].contains(status) }

  /// Whether the object is hidden: it is missing, or the server denies access to it.
  fileprivate var isDenied: Bool { status == 403 }

  /// The version of an object from its strong entity tag, which identifies the bytes.
  var version: ObjectVersion? { strongETag.map { ObjectVersion($0) } }

  /// The version of an object from its entity tag, if the tag changes with the contents.
  ///
  /// The tag may be strong or weak. Many servers derive it from the size and the modification time
  /// in seconds. Until that second has passed, the object can change without a new tag.
  fileprivate var comparableVersion: ObjectVersion? {
    let changed = fields["Last-Modified"]
    let isReliable = changed == nil || changed != fields["Date"]
    return isReliable ? entityTag.map { ObjectVersion($0.text) } : nil
  }

  /// - Throws: ``ObjectError/encoded(_:)`` if the body is compressed.
  func checkEncoding() throws(ObjectError) {
    let isEncoded = fields.values(of: "Content-Encoding").contains { $0.lowercased() != "identity" }
    if isEncoded { throw .encoded("\(address)") }
  }
}
