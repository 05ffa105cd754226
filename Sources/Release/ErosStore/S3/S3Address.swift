import ErosCore
import ErosRepository
import ErosTransport

/// The position of a bucket's name in a URL.
package enum S3AddressStyle: String, Sendable, CaseIterable {
  /// `https://HOST/BUCKET/KEY`.
  case path
  /// `https://BUCKET.HOST/KEY`.
  case virtualHost = "virtual-host"
}

/// The bucket and the prefix of a store, and their URLs.
struct S3Address: Sendable {
  private static let maximumPrefixLength = 100

  let bucket: String
  /// Empty, or a prefix that ends with a slash.
  let prefix: String
  let endpoint: WebAddress
  let style: S3AddressStyle

  /// Without a style, AWS has virtual hosts and other stores have paths.
  ///
  /// No certificate matches the virtual host of a bucket with dots, so it has paths too.
  init(
    bucket: String, prefix: String, endpoint: WebAddress?, region: String, style: S3AddressStyle?
  ) throws {
    guard AWSSettings.isRegion(region) else { throw StoreError.aws(.invalidRegion(region)) }
    guard Self.isBucket(bucket) else { throw StoreError.aws(.invalidBucket(bucket)) }
    let path = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
    guard prefix.isEmpty || ObjectKey(path) != nil, path.utf8.count <= Self.maximumPrefixLength
    else { throw StoreError.aws(.invalidPrefix(prefix)) }
    self.bucket = bucket
    self.prefix = path.isEmpty ? "" : path + "/"
    let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    self.endpoint = try endpoint ?? WebAddress("https://s3.\(region).\(domain)")
    let isAWS = self.endpoint.host.hasSuffix(".\(domain)") || self.endpoint.host == domain
    self.style = style ?? (isAWS && !bucket.contains(".") ? .virtualHost : .path)
  }

  /// Buckets outside AWS may have uppercase letters and underscores.
  private static func isBucket(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && !name.contains("..")
      && name.utf8.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
      && name.utf8.first?.isAlphanumeric == true && name.utf8.last?.isAlphanumeric == true
  }

  /// The key of an object within the bucket.
  func key(_ key: ObjectKey) -> String { prefix + key.text }

  /// The name of an object, or of the start of several, for messages.
  func name(_ key: String) -> String { "s3://\(bucket)/\(key)" }

  /// The value of the field that names the source of a copy.
  func copySource(_ key: ObjectKey) -> String {
    "/\(bucket.percentEncoded)/\(Self.encodedPath(self.key(key)))"
  }

  /// Returns the URL of an object, or of the bucket, with a query in canonical form.
  func url(_ key: String?, query: [(name: String, value: String)]) throws(TransportError)
    -> WebAddress
  {
    var text = "\(endpoint.scheme)://"
    let host = endpoint.origin.dropFirst(text.utf8.count)
    text += (style == .virtualHost ? "\(bucket)." : "") + host
    text += String(endpoint.path.hasSuffix("/") ? endpoint.path.dropLast() : endpoint.path[...])
    if style == .path { text += "/" + bucket }
    text += key.map { "/" + Self.encodedPath($0) } ?? (style == .path ? "" : "/")
    let pairs = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    return try WebAddress(text + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")))
  }

  private static func encodedPath(_ key: String) -> String {
    key.pathComponents.map { String($0).percentEncoded }.joined(separator: "/")
  }
}
