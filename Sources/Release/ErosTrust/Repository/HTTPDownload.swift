import ErosCore
import ErosTransport

/// One request of a download, for the bytes still missing.
struct HTTPDownload {
  private let address: WebAddress
  private let download: any ObjectDownload
  private let part: ObjectPart
  /// `true` if the response carries bytes of the object.
  private(set) var isReceived = false

  init(_ address: WebAddress, _ download: any ObjectDownload) {
    self.address = address
    self.download = download
    part = download.nextPart
  }

  func request(until deadline: ClockTime) -> TransportRequest {
    var request = TransportRequest(.get, address, deadline: deadline)
    let tag = part.version.flatMap { EntityTag($0.text) }
    // A version that is not an entity tag comes from another kind of store.
    guard part.offset > 0, part.version == nil || tag?.isStrong == true else { return request }
    request.fields["Range"] = "bytes=\(part.offset)-"
    request.fields["If-Range"] = tag?.text
    return request
  }

  /// Decides if the body is received.
  ///
  /// - Throws: ``ObjectError`` or `TransportError` if the response is unusable, or the error that
  ///   `download` throws.
  mutating func start(_ head: TransportHead) throws -> TransportBodyUse {
    guard !head.isMissing, !head.isTemporaryFailure else { return .ignore }
    switch head.status {
    case 200:
      // The server lacks support for ranges, or `If-Range` no longer matches.
      try head.checkEncoding()
      isReceived = try download.begin(
        at: 0, ObjectStatus(length: head.contentLength, version: head.version))
    case 206:
      try head.checkEncoding()
      guard part.offset > 0, let range = head.contentRange, range.bytes.lowerBound == part.offset
      else {
        try download.refuseRange(.otherRange)
        return .ignore
      }
      let version = head.version ?? part.version
      guard part.version == nil || version == part.version else {
        try download.refuseRange(.otherVersion)
        return .ignore
      }
      isReceived = try download.begin(
        at: part.offset, ObjectStatus(length: range.total, version: version))
    case 416 where part.offset > 0:
      try download.refuseRange(.unsatisfied(length: head.unsatisfiedLength))
    default: throw head.unexpectedStatus
    }
    return isReceived ? .receive : .ignore
  }
}

extension TransportHead {
  /// The length of the object after a range beyond its end, such as `bytes */1000`.
  fileprivate var unsatisfiedLength: UInt64? {
    let prefix = "bytes */"
    guard let text = fields["Content-Range"], text.hasPrefix(prefix) else { return nil }
    return UInt64(text.dropFirst(prefix.count))
  }
}
