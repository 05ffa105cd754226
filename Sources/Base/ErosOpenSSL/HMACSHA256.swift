import COpenSSL
package import ErosCore

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// Returns the authentication code for `message`.
  ///
  /// The key can have any length.
  package static func code(
    of message: Span<UInt8>, key: Span<UInt8>
  ) throws(CryptoError) -> SHA256Digest {
    var code = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
    let isComputed = unsafe key.withUnsafeBufferPointer { key in
      unsafe message.withUnsafeBufferPointer { message in
        unsafe HMAC(
          EVP_sha256(), key.baseAddress, Int32(clamping: key.count), message.baseAddress,
          message.count, &code, nil) != nil
      }
    }
    guard isComputed, let digest = SHA256Digest(code) else { throw .lastReported() }
    return digest
  }
}
