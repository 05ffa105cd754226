import ErosCore
import ErosCrypto

/// A cookie for rollouts to legacy clients.
///
/// It holds only a number from 0 to 9999.
enum LegacyBucket {
  private static let name = "eros-bucket"

  /// Reads the values of `Cookie`.
  static func read(_ cookies: some Sequence<String>) -> Int? {
    for cookie in cookies {
      for pair in cookie.utf8.split(separator: UInt8(ascii: ";")) {
        let text = Substring(pair).drop { $0 == " " }
        guard text.hasPrefix(name + "=") else { continue }
        let digits = text.dropFirst(name.utf8.count + 1)
        guard digits.utf8.count <= 4, digits.utf8.allSatisfy(\.isDigit), let bucket = Int(digits)
        else { return nil }
        return bucket
      }
    }
    return nil
  }

  static func random() -> Int { Int.random(in: 0..<LegacyRelease.bucketCount) }

  /// The cookie lasts a year.
  static func cookie(_ bucket: Int, isSecure: Bool) -> String {
    "\(name)=\(bucket); Path=/app; Max-Age=31536000; HttpOnly" + (isSecure ? "; Secure" : "")
  }

  /// Derives the offset of a release from its salt.
  ///
  /// The offset rotates the buckets, so that each rollout starts with different clients.
  static func offset(salt: String) throws(CryptoError) -> Int {
    let digest = try SHA256Digest.of(Array(salt.utf8).span).bytes
    let number = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(digest[$1]) }
    return Int(number % UInt64(LegacyRelease.bucketCount))
  }
}
