#if !canImport(CryptoKit)
import COpenSSL
import ErosCore

extension MD5Digest: ComputedDigest {
  static func start() -> MD5_CTX? {
    var state = MD5_CTX()
    return unsafe eros_md5_init(&state) == 1 ? state : nil
  }

  static func update(_ state: inout MD5_CTX, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe eros_md5_update(&state, bytes.baseAddress, bytes.count) == 1
  }

  static func finish(_ state: inout MD5_CTX, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe eros_md5_final(&state, digest) == 1
  }
}

extension SHA256Digest: ComputedDigest {
  static func start() -> SHA256_CTX? {
    var state = SHA256_CTX()
    return unsafe eros_sha256_init(&state) == 1 ? state : nil
  }

  static func update(_ state: inout SHA256_CTX, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe eros_sha256_update(&state, bytes.baseAddress, bytes.count) == 1
  }

  static func finish(_ state: inout SHA256_CTX, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe eros_sha256_final(&state, digest) == 1
  }
}

extension SHA512Digest: ComputedDigest {
  static func start() -> SHA512_CTX? {
    var state = SHA512_CTX()
    return unsafe eros_sha512_init(&state) == 1 ? state : nil
  }

  static func update(_ state: inout SHA512_CTX, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe eros_sha512_update(&state, bytes.baseAddress, bytes.count) == 1
  }

  static func finish(_ state: inout SHA512_CTX, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe eros_sha512_final(&state, digest) == 1
  }
}
#endif
