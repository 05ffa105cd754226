#if !canImport(CryptoKit)
import COpenSSL
import ErosCore
import ErosOpenSSL

/// Computes with OpenSSL, on all systems except Apple's.
enum OpenSSLCryptography {
  typealias MD5 = MD5_CTX
  typealias SHA256 = SHA256_CTX
  typealias SHA512 = SHA512_CTX

  /// Verifies a signature.
  ///
  /// `PublicKey` has checked its own rules before.
  static func isValid(
    _ signature: [UInt8], for message: [UInt8], _ publicKey: PublicKey
  ) throws(CryptoError) -> Bool {
    let algorithm = publicKey.algorithm
    let key = try handle(publicKey)
    let context = try SignatureContext()
    var parameters: OpaquePointer?
    let digest = unsafe algorithm == .ed25519 ? nil : EVP_sha256()
    guard
      unsafe EVP_DigestVerifyInit(context.pointer, &parameters, digest, nil, key.pointer) == 1
    else { throw .lastReported() }
    if algorithm == .rsaPSS {
      guard unsafe EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1,
        unsafe EVP_PKEY_CTX_set_rsa_mgf1_md(parameters, EVP_sha256()) == 1,
        unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_AUTO) == 1
      else { throw .lastReported() }
    }
    let status = unsafe EVP_DigestVerify(
      context.pointer, signature, signature.count, message, message.count)
    if status == 1 { return true }
    // OpenSSL reports a malformed signature as an error.
    let error = CryptoError.lastReported()
    if error.isOutOfMemory { throw error }
    return false
  }

  private static func handle(_ key: PublicKey) throws(CryptoError) -> KeyHandle {
    guard key.algorithm == .ed25519 else { return try handle(key.encoded) }
    return try unsafe KeyHandle(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, key.encoded, key.encoded.count))
  }

  /// Returns a P-256 point in uncompressed form, or `nil` if it is not on the curve.
  static func uncompressedP256(_ point: [UInt8]) -> [UInt8]? {
    guard let key = try? handle(SubjectPublicKeyInfo.ellipticCurve(point)) else { return nil }
    if point.first == 4 { return point }
    guard let x = coordinate("qx", of: key), let y = coordinate("qy", of: key) else { return nil }
    return [4] + x + y
  }

  private static func coordinate(_ name: String, of key: borrowing KeyHandle) -> [UInt8]? {
    let length = SubjectPublicKeyInfo.coordinateLength
    var number: OpaquePointer?
    guard unsafe EVP_PKEY_get_bn_param(key.pointer, name, &number) == 1 else { return nil }
    defer { unsafe BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: length)
    let count = unsafe BN_bn2binpad(number, &bytes, Int32(length))
    return count == length ? bytes : nil
  }

  /// Returns OpenSSL's key for an encoding that `SubjectPublicKeyInfo` wrote.
  private static func handle(_ info: [UInt8]) throws(CryptoError) -> KeyHandle {
    let pointer = unsafe info.withUnsafeBufferPointer { buffer in
      var next = buffer.baseAddress
      return unsafe d2i_PUBKEY(nil, &next, buffer.count)
    }
    return try unsafe KeyHandle(pointer)
  }

  static func cleanse(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)
  }
}
#endif
