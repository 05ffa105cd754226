#if !canImport(CryptoKit)
import COpenSSL
import ErosCore

extension PublicKey {
  /// Returns whether OpenSSL verifies a signature.
  func isVerified(_ signature: [UInt8], _ message: [UInt8]) throws(CryptoError) -> Bool {
    let key = try handle()
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

  private func handle() throws(CryptoError) -> KeyHandle {
    if algorithm == .ed25519 {
      return try unsafe KeyHandle(
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, encoded, encoded.count))
    }
    return try Self.handle(encoded)
  }

  /// Returns the uncompressed form of a point of P-256, or `nil` if it is not on the curve.
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
}
#endif
