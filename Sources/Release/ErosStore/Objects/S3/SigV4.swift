import ErosCore
import ErosCrypto
import ErosOpenSSL
import ErosTransport

/// Signs requests with AWS Signature Version 4, by the rules for S3.
///
/// S3 encodes a path only once, and every request carries the SHA-256 digest of its body.
struct SigV4: Sendable {
  private static let algorithm = "AWS4-HMAC-SHA256"

  let credentials: AWSCredentials
  let region: String

  /// Adds date, body digest, session token and signature to `fields`.
  ///
  /// All fields are signed, so the transport must send them unchanged.
  ///
  /// - Parameters:
  ///   - fields: The header fields, except `Host`.
  ///   - method: The method of the request.
  ///   - address: The URL, where the query is percent-encoded pairs in any order.
  ///   - payload: The digest of the body.
  ///   - time: The time of the request, at most 15 minutes off the clock of the server.
  /// - Throws: `CryptoError` if OpenSSL fails.
  func sign(
    _ fields: inout TransportFields, _ method: TransportRequest.Method, _ address: WebAddress,
    payload: SHA256Digest, at time: Timestamp
  ) throws(CryptoError) {
    let stamp = time.utc.filter { $0 != "-" && $0 != ":" }
    fields["x-amz-date"] = stamp
    fields["x-amz-content-sha256"] = payload.description
    if let token = credentials.sessionToken { fields["x-amz-security-token"] = token }
    let headers = Self.canonicalHeaders(fields, address)
    let names = headers.map(\.name).joined(separator: ";")
    let request = [
      method.rawValue, address.path, Self.canonicalQuery(address.query),
      headers.map { "\($0.name):\($0.value)\n" }.joined(), names, payload.description,
    ].joined(separator: "\n")
    let day = String(stamp.prefix(8))
    let scope = "\(day)/\(region)/s3/aws4_request"
    let digest = try SHA256Digest.of(Array(request.utf8).span)
    let text = [Self.algorithm, stamp, scope, digest.description].joined(separator: "\n")
    let signature = try Self.code(of: text, key: try key(day: day))
    fields["Authorization"] =
      "\(Self.algorithm) Credential=\(credentials.accessKeyID)/\(scope), "
      + "SignedHeaders=\(names), Signature=\(signature.hexadecimalText)"
  }

  /// Returns the key for one day, such as `20261121`.
  private func key(day: String) throws(CryptoError) -> [UInt8] {
    var key = Array("AWS4\(credentials.secretAccessKey)".utf8)
    for part in [day, region, "s3", "aws4_request"] { key = try Self.code(of: part, key: key) }
    return key
  }

  private static func code(of text: String, key: [UInt8]) throws(CryptoError) -> [UInt8] {
    let code = try HMACSHA256.code(of: Array(text.utf8).span, key: key.span)
    return code.bytes.indices.map { code.bytes[$0] }
  }

  private static func canonicalHeaders(
    _ fields: TransportFields, _ address: WebAddress
  ) -> [(name: String, value: String)] {
    var values = ["host": [String(address.origin.dropFirst(address.scheme.rawValue.count + 3))]]
    for field in fields.list where field.name.lowercased() != "authorization" {
      // Collapse runs of spaces.
      let value = field.value.split(whereSeparator: { $0 == " " || $0 == "\t" })
        .joined(separator: " ")
      values[field.name.lowercased(), default: []].append(value)
    }
    return values.sorted { inByteOrder($0.key, $1.key) }
      .map { ($0.key, $0.value.joined(separator: ",")) }
  }

  private static func canonicalQuery(_ query: String?) -> String {
    let pairs = (query ?? "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
    }
    return pairs.sorted {
      $0.name == $1.name ? inByteOrder($0.value, $1.value) : inByteOrder($0.name, $1.name)
    }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
