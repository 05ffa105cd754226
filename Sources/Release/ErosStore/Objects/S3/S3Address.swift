import ErosCore
import ErosTransport
import ErosTrust

/// Where a URL names the bucket.
package enum S3AddressStyle: String, Sendable, CaseIterable {
  /// `https://HOST/BUCKET/KEY`.
  case path
  /// `https://BUCKET.HOST/KEY`.
  case virtualHost = "virtual-host"
}

struct S3Address: Sendable {
  private static let maximumPrefixLength = 100

  let bucket: String
  /// Empty, or ends with a slash.
  let prefix: String
  let endpoint: WebAddress
  let style: S3AddressStyle

  /// By default, uses virtual hosts for AWS and paths for all other stores.
  ///
  /// A bucket with dots uses paths, because no certificate matches its virtual host.
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

  /// Outside AWS, buckets may contain uppercase letters and underscores.
  private static func isBucket(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && !name.contains("..")
      && name.utf8.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
      && name.utf8.first?.isAlphanumeric == true && name.utf8.last?.isAlphanumeric == true
  }

  /// The key of the object within the bucket.
  func key(_ key: ObjectKey) -> String { prefix + key.text }

  /// The name of an object or a key prefix, as messages show it.
  func name(_ key: String) -> String { "s3://\(bucket)/\(key)" }

  /// The value of `x-amz-copy-source`.
  func copySource(_ key: ObjectKey) -> String {
    "/\(bucket.percentEncoded)/\(Self.encodedPath(self.key(key)))"
  }

  /// Returns the URL for an object or the bucket, with its query in canonical form.
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
