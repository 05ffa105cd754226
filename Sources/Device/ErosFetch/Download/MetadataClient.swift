import ErosCore
import ErosCrypto
import ErosTransport
import ErosTrust

/// A client that reads the metadata of a store.
struct MetadataClient {
  private static let folder = "metadata/"

  /// An answer, with its entity tag if the tag identifies the contents.
  struct Answer {
    let metadata: MetadataAnswer
    let tag: EntityTag?
  }

  /// A stored file, and the entity tag with which the server sent it.
  struct Known {
    let bytes: [UInt8]
    let tag: EntityTag
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
    case 200: return Answer(metadata: .bytes(body), tag: head.reliableEntityTag)
    case 304:
      guard let known else { throw head.unexpectedStatus }
      return Answer(metadata: .bytes(known.bytes), tag: known.tag)
    case 403, 404, 410: return Answer(metadata: .missing, tag: nil)
    default: throw head.unexpectedStatus
    }
  }

  /// Sends a request, and repeats it after temporary failures.
  private func get(
    _ address: WebAddress, limit: Int, tag: EntityTag?
  ) async throws -> (TransportHead, [UInt8]) {
    var request = TransportRequest(.get, address, deadline: .now + settings.metadataTime)
    if let tag { request.fields["If-None-Match"] = tag.text }
    let sent = request
    return try await settings.retries.perform(until: sent.deadline) {
      var body: [UInt8] = []
      let head = try await transport.download(
        sent, limit: UInt64(limit),
        head: { head in
          guard head.status == 200 else { return .ignore }
          try head.checkEncoding()
          return .receive
        },
        into: { body.append($0) })
      return try head.isTemporaryFailure ? head.failedTry() : .complete((head, body))
    }
  }
}

extension TransportHead {
  /// The entity tag, strong or weak, if it changes with the contents.
  ///
  /// Many servers derive it from the size and the second of the last change. If that second has not
  /// ended yet, the file can change again without another tag.
  fileprivate var reliableEntityTag: EntityTag? {
    let changed = fields["Last-Modified"]
    return changed == nil || changed != fields["Date"] ? entityTag : nil
  }
}
