import ErosCore

/// The status and the header fields of a response.
public struct TransportHead: Sendable, Equatable {
  /// The status, such as 200.
  public var status: Int

  /// The header fields.
  public var fields: TransportFields

  /// The URL of the response; after a redirect, it differs from the URL of the request.
  public var address: WebAddress

  /// Creates the head of a response.
  public init(status: Int, fields: TransportFields, address: WebAddress) {
    self.status = status
    self.fields = fields
    self.address = address
  }

  /// The length of the body in bytes, if the server states one.
  public var contentLength: UInt64? {
    fields["Content-Length"].flatMap { Self.number($0[...]) }
  }

  /// The strong entity tag with its quotes; `nil` if the server sent no tag or a weak tag.
  ///
  /// Only a strong tag identifies bytes, so only a response with a strong tag can be continued with
  /// a range.
  public var strongETag: String? {
    entityTag.flatMap { $0.isStrong ? $0.text : nil }
  }

  /// The entity tag; `nil` if the server sent no tag or a malformed tag.
  package var entityTag: EntityTag? { fields["ETag"].flatMap { EntityTag($0) } }

  /// The range of bytes of a response with the status 206.
  public var contentRange: ContentRange? {
    fields["Content-Range"].flatMap { ContentRange($0) }
  }

  /// Parses a decimal number without a sign.
  static func number(_ text: Substring) -> UInt64? {
    guard text.utf8.allSatisfy(\.isDigit) else { return nil }
    return UInt64(text)
  }
}

/// The value of a field `Content-Range`, such as `bytes 100-199/1000`.
public struct ContentRange: Sendable, Equatable {
  /// The offsets of the bytes.
  public let bytes: ClosedRange<UInt64>

  /// The length of the complete resource, or `nil` if the server does not know it.
  public let total: UInt64?

  /// Parses a value; returns `nil` if it is malformed or does not name a range.
  public init?(_ text: String) {
    let prefix = "bytes "
    guard text.lowercased().hasPrefix(prefix) else { return nil }
    let parts = text.dropFirst(prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = TransportHead.number(bounds[0]),
      let last = TransportHead.number(bounds[1]), first <= last
    else { return nil }
    let total = TransportHead.number(parts[1])
    guard parts[1] == "*" || total.map({ last < $0 }) == true else { return nil }
    bytes = first...last
    self.total = total
  }
}

/// A response with its body in memory.
public struct TransportResponse: Sendable, Equatable {
  /// The status and the header fields.
  public var head: TransportHead

  /// The body; for an error status, at most its first 64 KiB.
  public var body: [UInt8]

  /// Creates a response.
  public init(head: TransportHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }
}
