import COpenSSL
package import ErosCore

/// Computes SHA-1 digests, which name objects in git repositories.
package struct SHA1Hasher: ~Copyable {
  private static let byteCount = 20

  private var state = SHA_CTX()

  package init() throws(CryptoError) {
    guard unsafe eros_sha1_init(&state) == 1 else { throw .lastReported() }
  }

  package mutating func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe eros_sha1_update(&state, buffer.baseAddress, buffer.count)
    }
    guard status == 1 else { throw .lastReported() }
  }

  package consuming func finish() throws(CryptoError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    guard unsafe eros_sha1_final(&state, &digest) == 1 else { throw .lastReported() }
    return digest
  }
}
