import COpenSSL
package import ErosCore

/// A single AES-256-CBC operation with PKCS#7 padding.
///
/// Owns an `EVP_CIPHER_CTX`. It cannot be copied, so the context is freed exactly once.
@safe
package struct CipherContext: ~Copyable {
  /// The raw value is OpenSSL's `enc` parameter.
  package enum Direction: Int32 {
    case decrypt = 0
    case encrypt = 1
  }

  package static let keyLength = 32
  package static let blockLength = 16

  private let context: OpaquePointer

  /// `key` has ``keyLength`` bytes, `initializationVector` has ``blockLength``.
  package init(
    _ direction: Direction, key: [UInt8], initializationVector: [UInt8]
  ) throws(CryptoError) {
    precondition(key.count == Self.keyLength && initializationVector.count == Self.blockLength)
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .lastReported() }
    let status = unsafe EVP_CipherInit_ex(
      context, EVP_aes_256_cbc(), nil, key, initializationVector, direction.rawValue)
    guard status == 1 else {
      unsafe EVP_CIPHER_CTX_free(context)
      throw .lastReported()
    }
    unsafe self.context = context
  }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// Encrypts or decrypts `input`.
  ///
  /// Returns `nil` if its length or padding is invalid.
  package consuming func run(_ input: [UInt8]) throws(CryptoError) -> [UInt8]? {
    guard let inputCount = Int32(exactly: input.count) else { return nil }
    // One buffer that is never reallocated, so that a caller can overwrite a secret.
    var output = [UInt8](repeating: 0, count: input.count + Self.blockLength)
    var count: Int32 = 0
    guard unsafe EVP_CipherUpdate(context, &output, &count, input, inputCount) == 1 else {
      throw .lastReported()
    }
    var lastCount: Int32 = 0
    let status = unsafe output.withUnsafeMutableBufferPointer { buffer in
      unsafe EVP_CipherFinal_ex(context, buffer.baseAddress?.advanced(by: Int(count)), &lastCount)
    }
    guard status == 1 else {
      _ = CryptoError.lastReported()  // Discards the error: the input is invalid.
      unsafe output.withUnsafeMutableBytes { buffer in
        unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)
      }
      return nil
    }
    output.removeLast(output.count - Int(count + lastCount))
    return output
  }
}
