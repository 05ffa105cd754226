import ErosCore

/// A response's status and header fields.
///
/// ```swift
/// TransportHead(status: response.status, fields: response.fields, address: request.address)
/// ```
public struct TransportHead: Sendable, Equatable {
  /// The status, such as 200.
  public var status: Int

  /// The header fields.
  public var fields: TransportFields

  /// The URL that has responded.
  ///
  /// After a redirect, it differs from the request's URL.
  public var address: WebAddress

  /// Creates the head of a response.
  public init(status: Int, fields: TransportFields, address: WebAddress) {
    self.status = status
    self.fields = fields
    self.address = address
  }

  /// The body's length in bytes, if the server states one.
  public var contentLength: UInt64? {
    fields["Content-Length"].flatMap { Self.number($0[...]) }
  }

  /// The strong entity tag with its quotes, or `nil` if the server sent none.
  ///
  /// Only a strong tag identifies bytes, so only such a response can be continued with a range.
  public var strongETag: String? {
    entityTag.flatMap { $0.isStrong ? $0.text : nil }
  }

  /// `nil` if the server sent no tag or a malformed one.
  package var entityTag: EntityTag? { fields["ETag"].flatMap { EntityTag($0) } }

  /// The bytes in a response with the status 206.
  public var contentRange: ContentRange? {
    fields["Content-Range"].flatMap { ContentRange($0) }
  }

  /// Parses a decimal number that has no sign.
  static func number(_ text: Substring) -> UInt64? {
    guard text.utf8.allSatisfy(\.isDigit) else { return nil }
    return UInt64(text)
  }
}

/// A `Content-Range` field, such as `bytes 100-199/1000`.
///
/// ```swift
/// let range = ContentRange("bytes 100-199/1000")  // bytes 100...199, total 1000
/// ```
public struct ContentRange: Sendable, Equatable {
  /// The bytes' offsets.
  public let bytes: ClosedRange<UInt64>

  /// The complete resource's length, or `nil` if the server does not know it.
  public let total: UInt64?

  /// Returns `nil` if the text is malformed or does not name a range.
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
///
/// ```swift
/// let response = try await transport.send(request, limit: 1000)
/// if response.head.status == 200 { parse(response.body) }
/// ```
public struct TransportResponse: Sendable, Equatable {
  /// The status and header fields.
  public var head: TransportHead

  /// The body.
  ///
  /// For an error status, at most its first 64 KiB.
  public var body: [UInt8]

  /// Creates a response.
  public init(head: TransportHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }
}
