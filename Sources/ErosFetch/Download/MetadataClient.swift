import ErosCore
import ErosCrypto
import ErosTransport
import ErosTrust

/// A client that reads the metadata of a store.
struct MetadataClient {
  private static let folder = "metadata/"

  /// An answer, with its entity tag if it is not longer than ``CheckRecord/maximumTagLength``.
  struct Answer {
    let metadata: MetadataAnswer
    let tag: String?
  }

  /// A stored file, and the entity tag with which the server sent it.
  struct Known {
    let bytes: [UInt8]
    let tag: String
  }

  let store: WebAddress
  let transport: any Transport
  let settings: Fetcher.Settings

  /// Reads a file, unless it has not changed since `known`.
  ///
  /// - Throws: `TransportError`, ``FetchError``, or `CancellationError`.
  func answer(to request: MetadataRequest, unless known: Known? = nil) async throws -> Answer {
    let address = try store.appending(Self.folder + request.path)
    let head: TransportHead
    let body: [UInt8]
    do {
      (head, body) = try await get(address, limit: request.maximumLength, tag: known?.tag)
    } catch TransportError.tooMuchData {
      return Answer(metadata: .tooLong, tag: nil)
    }
    switch head.status {
    case 200: return Answer(metadata: .bytes(body), tag: head.entityTag)
    case 304:
      guard let known else { throw head.unexpectedStatus }
      return Answer(metadata: .bytes(known.bytes), tag: known.tag)
    case 403, 404, 410: return Answer(metadata: .missing, tag: nil)
    default: throw head.unexpectedStatus
    }
  }

  /// Sends a request, and repeats it after temporary failures.
  private func get(
    _ address: WebAddress, limit: Int, tag: String?
  ) async throws -> (TransportHead, [UInt8]) {
    let deadline = ContinuousClock.now + settings.metadataTime
    var retries = Retries(settings.retries)
    while true {
      try Task.checkCancellation()
      do {
        var request = TransportRequest(.get, address, deadline: deadline)
        if let tag { request.fields["If-None-Match"] = tag }
        var body: [UInt8] = []
        let head = try await transport.download(
          request, limit: UInt64(limit),
          head: { head in
            guard head.status == 200 else { return .ignore }
            try head.checkEncoding()
            return .receive
          },
          into: { body.append($0) })
        guard head.isTemporaryFailure else { return (head, body) }
        try await retries.wait(after: head.unexpectedStatus, atLeast: head.requestedPause)
      } catch let error as TransportError where error.isTemporary {
        guard ContinuousClock.now < deadline else { throw error }
        try await retries.wait(after: error)
      }
    }
  }
}

extension TransportHead {
  /// The entity tag, strong or weak, if it identifies the contents.
  ///
  /// Many servers derive it from the size and the second of the last change. If that second has not
  /// ended yet, the file can change again without another tag.
  var entityTag: String? {
    guard let tag = fields["ETag"], tag.utf8.count <= CheckRecord.maximumTagLength else {
      return nil
    }
    let changed = fields["Last-Modified"]
    return changed == nil || changed != fields["Date"] ? tag : nil
  }

  /// - Throws: ``FetchError/encoded(_:)`` if the body is compressed.
  func checkEncoding() throws(FetchError) {
    let isEncoded = fields.values(of: "Content-Encoding").contains { $0.lowercased() != "identity" }
    if isEncoded { throw .encoded("\(address)") }
  }
}
