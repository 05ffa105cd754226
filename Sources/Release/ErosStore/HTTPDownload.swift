import ErosTransport

/// The state of the download of an object, which may take several requests.
struct HTTPDownload {
  private let address: WebAddress
  private let offset: UInt64
  private let limit: UInt64

  /// The number of bytes passed on.
  private var received: UInt64 = 0
  /// The number of bytes of the current answer that precede the next byte to pass on.
  private var skipped: UInt64 = 0
  private var version: ObjectVersion?
  /// The length of the complete object, if the server announces it.
  private var length: UInt64?

  init(of address: WebAddress, from offset: UInt64, limit: UInt64) {
    self.address = address
    self.offset = offset
    self.limit = limit
  }

  /// The offset in the object of the next byte to pass on.
  private var position: UInt64 { offset + received }

  /// Whether another request certainly returns the rest of the same contents, or an error.
  var canContinue: Bool { received == 0 || version != nil }

  /// Returns the request of the rest.
  func request(deadline: ContinuousClock.Instant) -> TransportRequest {
    var request = TransportRequest(.get, address, deadline: deadline)
    guard position > 0 else { return request }
    request.fields["Range"] = "bytes=\(position)-"
    if let version { request.fields["If-Range"] = version.text }
    return request
  }

  /// Checks the head of an answer.
  ///
  /// - Throws: ``StoreError`` or `TransportError`.
  mutating func start(_ head: TransportHead) throws -> TransportBodyUse {
    guard !head.isTemporaryFailure else { return .ignore }
    guard received == 0 || !head.isMissing else { throw StoreError.changing("\(address)") }
    guard !head.isMissing else { return .ignore }
    switch head.status {
    case 200:
      // The server does not support ranges, or the object is no longer that of `If-Range`.
      skipped = position
      length = head.contentLength
    case 206:
      guard position > 0, let range = head.contentRange, range.bytes.lowerBound == position else {
        throw TransportError.malformedAnswer(
          head.address, reason: "it does not contain the requested range")
      }
      skipped = 0
      length = range.total
    case 416 where position > 0:
      guard head.unsatisfiedLength == position else {
        throw StoreError.tooShort("\(address)", offset: position)
      }
      length = position
      return .ignore
    default: throw head.unexpectedStatus
    }
    guard received == 0 || head.version == version else {
      throw StoreError.changing("\(address)")
    }
    version = head.version
    try checkLength()
    return .receive
  }

  private func checkLength() throws(StoreError) {
    guard let length else { return }
    guard length >= position else { throw .tooShort("\(address)", offset: position) }
    guard length - position <= limit - received else { throw .tooLong("\(address)", limit: limit) }
  }

  /// Passes on a part of the body.
  mutating func receive(_ part: Span<UInt8>, into sink: (Span<UInt8>) throws -> Void) throws {
    let dropped = Int(min(skipped, UInt64(part.count)))
    skipped -= UInt64(dropped)
    let rest = part.extracting(droppingFirst: dropped)
    guard !rest.isEmpty else { return }
    guard UInt64(rest.count) <= limit - received else {
      throw StoreError.tooLong("\(address)", limit: limit)
    }
    try sink(rest)
    received += UInt64(rest.count)
  }

  /// Returns the status of the object after a complete answer.
  ///
  /// - Throws: `TransportError` if the server sent only a part of the range, and ``StoreError``.
  func finish() throws -> ObjectStatus {
    guard skipped == 0 else { throw StoreError.tooShort("\(address)", offset: position) }
    if let length, position < length { throw TransportError.closedEarly(address) }
    return ObjectStatus(length: length ?? position, version: version)
  }
}

extension TransportHead {
  /// Whether the object does not exist, or is hidden.
  var isMissing: Bool { [403, 404, 410].contains(status) }

  /// The version of an object by its strong entity tag.
  var version: ObjectVersion? { strongETag.map { ObjectVersion($0) } }

  /// The length of the object in an answer to a range after its end, such as `bytes */1000`.
  fileprivate var unsatisfiedLength: UInt64? {
    let prefix = "bytes */"
    guard let text = fields["Content-Range"], text.hasPrefix(prefix) else { return nil }
    return UInt64(text.dropFirst(prefix.count))
  }
}
