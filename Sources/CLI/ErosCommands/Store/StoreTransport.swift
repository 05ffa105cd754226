import ErosCore
import ErosStore
import ErosTransport

/// A transport that reads the objects of a folder or a bucket.
///
/// The path of a URL is the key of an object. Only GET is supported, with the header fields that a
/// device sends.
struct StoreTransport: Transport {
  /// A URL that stands for the store, because requests have URLs.
  static let url = "http://store.invalid/"
  /// The length up to which an object is read before its head is passed on, so that both belong to
  /// the same version.
  private static let smallLength: UInt64 = 8 << 20

  let store: any ObjectReader

  func exchange(
    _ request: TransportRequest, head: (TransportHead) throws -> TransportBodyUse,
    body: (Span<UInt8>) throws -> Void
  ) async throws {
    guard let key = ObjectKey(String(request.address.path.dropFirst()).percentDecoded ?? ""),
      let status = try await store.status(of: key)
    else {
      _ = try head(TransportHead(status: 404, fields: [:], address: request.address))
      return
    }
    if let length = status.length, length <= Self.smallLength {
      guard let (bytes, status) = try await store.read(key, limit: Int(Self.smallLength)) else {
        throw StoreError.changing(key.text)
      }
      let answer = answer(to: request, status, length: UInt64(bytes.count))
      guard try head(answer.head) == .receive, answer.offset < bytes.count else { return }
      try body(bytes.span.extracting(droppingFirst: Int(answer.offset)))
      return
    }
    let answer = answer(to: request, status, length: status.length)
    guard try head(answer.head) == .receive else { return }
    _ = try await store.read(key, from: answer.offset, limit: .max, into: body)
  }

  /// Returns the head of an answer, and the offset of its body in the object.
  private func answer(
    to request: TransportRequest, _ status: ObjectStatus, length: UInt64?
  ) -> (head: TransportHead, offset: UInt64) {
    let tag = status.version.map { $0.text.hasPrefix("\"") ? $0.text : "\"\($0.text)\"" }
    var fields: TransportFields = [:]
    fields["ETag"] = tag
    func head(_ status: Int) -> TransportHead {
      TransportHead(status: status, fields: fields, address: request.address)
    }
    if let tag, request.fields["If-None-Match"] == tag { return (head(304), length ?? 0) }
    if let length, let tag, request.fields["If-Range"] == tag,
      let offset = Self.offset(request.fields["Range"]), offset < length
    {
      fields["Content-Range"] = "bytes \(offset)-\(length - 1)/\(length)"
      fields["Content-Length"] = "\(length - offset)"
      return (head(206), offset)
    }
    fields["Content-Length"] = length.map { "\($0)" }
    return (head(200), 0)
  }

  /// Parses a range without an end, such as `bytes=100-`.
  private static func offset(_ range: String?) -> UInt64? {
    let (prefix, suffix) = ("bytes=", "-")
    guard let range, range.hasPrefix(prefix), range.hasSuffix(suffix) else { return nil }
    return UInt64(range.dropFirst(prefix.count).dropLast(suffix.count))
  }
}
