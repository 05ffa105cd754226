import ErosCore
import ErosTransport
package import ErosTrust

extension S3Store {
  package func read(
    _ key: ObjectKey, limit: Int, unless version: ObjectVersion?
  ) async throws -> ConditionalRead {
    guard let version else {
      guard let (bytes, status) = try await read(key, limit: limit) else { return .missing }
      return .contents(bytes, status)
    }
    var request = S3Request(.get, client.address.key(key))
    request.fields["If-None-Match"] = version.text
    do {
      let response = try await client.send(request, accepting: [200, 304, 404], limit: limit)
      switch response.status {
      case 304: return .unchanged
      case 404: return .missing
      default:
        let version = response.head.strongETag.map { ObjectVersion($0) }
        return .contents(
          response.body, ObjectStatus(length: UInt64(response.body.count), version: version))
      }
    } catch TransportError.tooMuchData {
      throw ObjectError.tooLong(client.address.name(request.key ?? ""), limit: UInt64(limit))
    }
  }

  /// Reads an object from an offset on.
  ///
  /// After a lost connection, requests the rest of the same version.
  package func read(
    _ key: ObjectKey, from offset: UInt64, limit: UInt64, into sink: (Span<UInt8>) throws -> Void
  ) async throws -> ObjectStatus? {
    var retries = Retries(client.retries)
    var download = S3Download(
      request: S3Request(.get, client.address.key(key)), start: offset, limit: limit)
    while true {
      do {
        let request = try client.signed(download.nextRequest, responseLength: limit)
        download.startTry()
        do {
          try await client.transport.download(
            request, limit: .max, head: { try download.accept($0) },
            into: { try download.receive($0, sink) })
        } catch is S3Download.ErrorDocumentLimit {
          // The start of an error message is enough.
        }
        switch try download.outcome() {
        case .complete(let status): return status
        case .missing: return nil
        case .atEnd:
          guard let status = try await status(of: key), status.length == offset else {
            throw S3Failure.malformedResponse(.range)
          }
          return status
        }
      } catch let fault as S3Failure {
        let error = client.error(fault, download.request)
        guard fault.isTemporary else { throw error }
        try await retries.wait(after: error, atLeast: download.requestedPause)
      } catch let error as TransportError where error.isTemporary {
        try await retries.wait(after: error)
      } catch is S3Download.LimitExceeded {
        throw ObjectError.tooLong(client.address.name(client.address.key(key)), limit: limit)
      }
    }
  }
}

/// A download that may take several requests.
struct S3Download {
  enum Outcome {
    case complete(ObjectStatus)
    case missing
    /// The offset is at the end of the object or beyond.
    case atEnd
  }

  struct ErrorDocumentLimit: Error {}
  struct LimitExceeded: Error {}

  private static let maximumErrorLength = 64 << 10

  let request: S3Request
  private let start: UInt64
  private let limit: UInt64
  /// Where the next byte is.
  private var position: UInt64
  private var length: UInt64?
  private var version: ObjectVersion?
  private var head: TransportHead?
  private var errorDocument: [UInt8] = []

  init(request: S3Request, start: UInt64, limit: UInt64) {
    self.request = request
    self.start = start
    self.limit = limit
    position = start
  }

  /// Requests the missing bytes.
  var nextRequest: S3Request {
    var next = request
    if position > 0 { next.fields["Range"] = "bytes=\(position)-" }
    if let version { next.fields["If-Match"] = version.text }
    return next
  }

  var requestedPause: TimeLength? { head?.requestedPause }

  mutating func startTry() {
    head = nil
    errorDocument = []
  }

  /// Checks the head of a response before its bytes arrive.
  mutating func accept(_ head: TransportHead) throws -> TransportBodyUse {
    self.head = head
    guard head.isPart else { return .receive }
    guard let tag = head.strongETag else { throw S3Failure.malformedResponse(.entityTag) }
    guard version == nil || version?.text == tag else { throw S3Failure.changed }
    let remainder: UInt64?
    if head.status == 206 {
      guard let range = head.contentRange, let total = range.total, position > 0,
        range.bytes.lowerBound == position, range.bytes.upperBound == total - 1
      else { throw S3Failure.malformedResponse(.range) }
      length = total
      remainder = total - position
    } else {
      guard position == 0 else { throw S3Failure.malformedResponse(.range) }
      length = head.contentLength
      remainder = length
    }
    if let remainder, remainder > limit - (position - start) { throw LimitExceeded() }
    version = ObjectVersion(tag)
    return .receive
  }

  mutating func receive(_ bytes: Span<UInt8>, _ sink: (Span<UInt8>) throws -> Void) throws {
    guard head?.isPart == true else {
      guard errorDocument.count + bytes.count <= Self.maximumErrorLength else {
        throw ErrorDocumentLimit()
      }
      errorDocument.append(bytes)
      return
    }
    guard UInt64(bytes.count) <= limit - (position - start) else { throw LimitExceeded() }
    try sink(bytes)
    position += UInt64(bytes.count)
  }

  /// Call this after the response ended.
  func outcome() throws(S3Failure) -> Outcome {
    guard let head else { throw .malformedResponse(.status(0)) }
    if head.isPart {
      guard length == nil || length == position else { throw .malformedResponse(.range) }
      return .complete(ObjectStatus(length: position, version: version))
    }
    let document = S3ErrorDocument(errorDocument)
    switch head.status {
    case 404 where document?.code != "NoSuchBucket" && version == nil: return .missing
    case 416 where position == start: return .atEnd
    case 404 where document?.code != "NoSuchBucket", 412: throw .changed
    default: throw S3Client.fault(of: head, document)
    }
  }
}

extension TransportHead {
  /// `true` if the body has bytes of the object.
  fileprivate var isPart: Bool { status == 200 || status == 206 }
}
