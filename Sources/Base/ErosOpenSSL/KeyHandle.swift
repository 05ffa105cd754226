import COpenSSL
package import ErosCore

/// Owns an `EVP_PKEY`.
///
/// No function changes it, so several threads can use it.
@safe
package struct KeyHandle: ~Copyable, @unchecked Sendable {
  package let pointer: OpaquePointer

  /// Takes ownership of a new key, or throws if OpenSSL did not create one.
  package init(_ pointer: OpaquePointer?) throws(CryptoError) {
    guard let pointer = unsafe pointer else { throw .lastReported() }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_PKEY_free(pointer) }
}

/// Owns an `EVP_MD_CTX` for a signature.
@safe
package struct SignatureContext: ~Copyable {
  package let pointer: OpaquePointer

  package init() throws(CryptoError) {
    guard let pointer = unsafe EVP_MD_CTX_new() else { throw .lastReported() }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_MD_CTX_free(pointer) }
}
