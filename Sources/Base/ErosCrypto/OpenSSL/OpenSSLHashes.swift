#if !canImport(CryptoKit)
import COpenSSL
import ErosCore
import ErosOpenSSL

extension MD5_CTX: HashState {
  static func start() throws(CryptoError) -> MD5_CTX {
    var state = MD5_CTX()
    try check(unsafe eros_md5_init(&state))
    return state
  }

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) throws(CryptoError) {
    try check(unsafe eros_md5_update(&self, bytes.baseAddress, bytes.count))
  }

  mutating func finish(_ digest: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
    try check(unsafe eros_md5_final(&self, digest))
  }
}

extension SHA256_CTX: HashState {
  static func start() throws(CryptoError) -> SHA256_CTX {
    var state = SHA256_CTX()
    try check(unsafe eros_sha256_init(&state))
    return state
  }

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) throws(CryptoError) {
    try check(unsafe eros_sha256_update(&self, bytes.baseAddress, bytes.count))
  }

  mutating func finish(_ digest: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
    try check(unsafe eros_sha256_final(&self, digest))
  }
}

extension SHA512_CTX: HashState {
  static func start() throws(CryptoError) -> SHA512_CTX {
    var state = SHA512_CTX()
    try check(unsafe eros_sha512_init(&state))
    return state
  }

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) throws(CryptoError) {
    try check(unsafe eros_sha512_update(&self, bytes.baseAddress, bytes.count))
  }

  mutating func finish(_ digest: UnsafeMutablePointer<UInt8>) throws(CryptoError) {
    try check(unsafe eros_sha512_final(&self, digest))
  }
}

/// Throws OpenSSL's error unless a function returned 1.
private func check(_ status: Int32) throws(CryptoError) {
  guard status == 1 else { throw .lastReported() }
}
#endif
