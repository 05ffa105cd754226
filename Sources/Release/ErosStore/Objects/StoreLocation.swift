import ErosCore
package import ErosTransport
import ErosTrust

/// Where a store is, as a user writes it.
///
/// ```
/// build/store                    a folder
/// s3://bucket/prefix             a bucket of an S3-compatible store
/// https://example.org/releases   an HTTP server, which is only read
/// ```
package enum StoreLocation: Sendable, Equatable, CustomStringConvertible {
  case folder(String)
  /// All keys start with the prefix and a slash, unless the prefix is empty.
  case bucket(String, prefix: String)
  case web(WebAddress)

  /// Parses a location.
  ///
  /// - Throws: ``StoreError/invalidLocation(_:_:)`` if it is not a location, or `TransportError` if
  ///   it is a malformed HTTP URL.
  package init(_ text: String) throws {
    let scheme = text.prefix { $0 != ":" && $0 != "/" }
    let remainder = text.dropFirst(scheme.count)
    guard remainder.hasPrefix("://") else {
      // 'C:/store' is a path.
      let isTypo =
        remainder.hasPrefix(":/") && scheme.utf8.count > 1
        || ["http", "https", "s3"].contains(scheme.lowercased())
          && (remainder.hasPrefix(":") || remainder.hasPrefix("//"))
      guard !isTypo else { throw Self.invalid(text, .scheme) }
      guard !text.isEmpty, !text.utf8.contains(0) else { throw Self.invalid(text, .path) }
      self = .folder(text)
      return
    }
    switch scheme.lowercased() {
    case "http", "https": self = .web(try WebAddress(text))
    case "s3": self = try Self.bucket(remainder.dropFirst("://".count), of: text)
    default: throw Self.invalid(text, .scheme)
    }
  }

  /// For messages, so it has no URL query.
  package var description: String {
    switch self {
    case .folder(let path): path
    case .bucket(let name, let prefix): "s3://\(name)" + (prefix.isEmpty ? "" : "/\(prefix)")
    case .web(let address): address.description
    }
  }

  private static func bucket(_ path: Substring, of text: String) throws -> StoreLocation {
    let name = path.prefix { $0 != "/" }
    var prefix = path.dropFirst(name.count).dropFirst()
    if prefix != "/", prefix.last == "/" { prefix.removeLast() }
    guard isBucketName(String(name)) else { throw Self.invalid(text, .bucket) }
    guard prefix.isEmpty || isPrefix(String(prefix)) else {
      throw Self.invalid(text, .prefix)
    }
    return .bucket(String(name), prefix: String(prefix))
  }

  /// Leaves user information and query out of the message.
  private static func invalid(_ text: String, _ fault: Failure) -> StoreError {
    let address = text.prefix { text.contains("://") ? !"?#".contains($0) : true }
    guard let sign = address.lastIndex(of: "@"), let start = address.firstRange(of: "://") else {
      return .invalidLocation(String(address), fault)
    }
    return .invalidLocation(address[..<start.upperBound] + "…" + address[sign...], fault)
  }

  /// Outside AWS, buckets may contain uppercase letters and underscores.
  private static func isBucketName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, let last = bytes.last else { return false }
    return (3...63).contains(bytes.count) && !name.contains("..")
      && first.isAlphanumeric && last.isAlphanumeric
      && bytes.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
  }

  /// S3 allows keys of 1,024 bytes, and an ``ObjectKey`` has at most 900.
  private static func isPrefix(_ prefix: String) -> Bool {
    let maximumLength = 100
    return prefix.utf8.count <= maximumLength && ObjectKey(prefix) != nil
      && !prefix.contains("?") && !prefix.contains("#")
  }

  enum Failure: Sendable, Equatable {
    case scheme
    /// The path is empty or contains NUL.
    case path
    case bucket
    case prefix

    var problem: Message {
      switch self {
      case .scheme: "is not a folder, 's3://BUCKET/PREFIX', or an 'https://' or 'http://' URL"
      case .path: "is not the path of a folder"
      case .bucket: "does not have a valid bucket name"
      case .prefix: "does not have a valid prefix"
      }
    }

    var remedy: Message {
      switch self {
      case .scheme:
        "write 'https://HOST/PATH', 's3://BUCKET/PREFIX', or a folder as a path such as 'build/store'"
      case .path: "write a path such as 'build/store'"
      case .bucket:
        "a bucket name has 3 to 63 letters, digits, hyphens, underscores and single dots, and starts "
          + "and ends with a letter or a digit"
      case .prefix:
        "write at most 100 bytes such as 'apps/releases', without '..', '//', '?', '#' and '\\'"
      }
    }
  }
}
