import ErosCore

/// A parsed `Range` header field such as `bytes=100-199` or `bytes=-50`.
enum ByteRange: Equatable {
  case part(Range<UInt64>)
  /// Starts after the end of the file.
  case unsatisfiable
  /// Malformed, several ranges, or another unit. Servers ignore such a field (RFC 9110, 14.2).
  case ignored

  init(_ field: String, length: UInt64) {
    let prefix = "bytes="
    self = .ignored
    guard field.utf8.count <= 64, field.lowercased().hasPrefix(prefix) else { return }
    let bounds = field.dropFirst(prefix.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2 else { return }
    switch (Self.number(bounds[0]), Self.number(bounds[1])) {
    case (let first?, nil) where bounds[1].isEmpty:
      self = first < length ? .part(first..<length) : .unsatisfiable
    case (nil, let count?) where bounds[0].isEmpty:
      self = count > 0 && length > 0 ? .part(length - min(count, length)..<length) : .unsatisfiable
    case (let first?, let last?) where first <= last:
      self = first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
    default: return
    }
  }

  /// A number that is too large becomes the maximum.
  private static func number(_ text: Substring) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return UInt64(text) ?? .max
  }
}
