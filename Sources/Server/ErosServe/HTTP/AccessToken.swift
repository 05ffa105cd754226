import ErosCore
import ErosCrypto
import ErosOpenSSL
import HTTPTypes

/// A secret that clients send to be let in.
struct AccessToken: Sendable {
  private let digest: SHA256Digest

  init(_ token: [UInt8]) throws(CryptoError) { digest = try SHA256Digest.of(token.span) }

  func matches(_ text: String) -> Bool {
    guard let other = try? SHA256Digest.of(Array(text.utf8).span) else { return false }
    return Self.areEqual(digest, other)
  }

  /// Returns a message authentication code, keyed with the token.
  func code(of message: String) throws(CryptoError) -> SHA256Digest {
    var key: [UInt8] = []
    digest.appendHex(to: &key)
    return try HMACSHA256.code(of: Array(message.utf8).span, key: key.span)
  }

  func isValid(code: String, of message: String) -> Bool {
    guard let code = SHA256Digest(code), let expected = try? self.code(of: message) else {
      return false
    }
    return Self.areEqual(code, expected)
  }

  /// In constant time.
  private static func areEqual(_ left: SHA256Digest, _ right: SHA256Digest) -> Bool {
    var difference: UInt8 = 0
    for index in 0..<SHA256Digest.byteCount { difference |= left.bytes[index] ^ right.bytes[index] }
    return difference == 0
  }

  /// Looks for `Authorization: Bearer TOKEN`.
  func authorizes(_ headers: HTTPFields) -> Bool {
    Self.bearer(in: headers).map { matches($0) } ?? false
  }

  static func bearer(in headers: HTTPFields) -> String? {
    // Scheme names ignore case (RFC 9110, 11.1).
    let scheme = "bearer "
    return headers[.authorization].flatMap {
      $0.prefix(scheme.count).lowercased() == scheme ? String($0.dropFirst(scheme.count)) : nil
    }
  }
}
