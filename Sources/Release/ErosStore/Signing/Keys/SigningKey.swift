import COpenSSL
package import ErosCore
package import ErosCrypto
import ErosOpenSSL

/// An Ed25519 private key.
///
/// The private part lives only in OpenSSL, which overwrites it with the last reference.
/// Descriptions and mirrors show the public part.
package final class SigningKey: Sendable {
  /// In bytes.
  static let secretLength = 32

  package let publicKey: PublicKey

  private let handle: KeyHandle

  /// Takes ownership.
  private init(_ handle: consuming KeyHandle) throws(CryptoError) {
    var bytes = [UInt8](repeating: 0, count: Ed25519Encoding.keyLength)
    var count = bytes.count
    guard unsafe EVP_PKEY_get_raw_public_key(handle.pointer, &bytes, &count) == 1,
      count == bytes.count, let key = PublicKey(ed25519: bytes)
    else { throw .lastReported() }
    publicKey = key
    self.handle = handle
  }

  /// Parses a PKCS#8 PEM document, for example from `openssl genpkey`.
  ///
  /// It may be encrypted. If it is not, the passphrase is ignored. Overwrite `pem` and `passphrase`
  /// after use.
  ///
  /// - Throws: ``KeyDocumentError`` if the document is invalid or its passphrase is missing or
  ///   wrong, or ``CryptoError`` if OpenSSL fails.
  convenience init(pem: [UInt8], passphrase: [UInt8]?) throws {
    var document = try KeyDocument(pem)
    defer { document.cleanse() }
    switch document.kind {
    case .publicKey: throw KeyDocumentError.publicKey
    case .privateKey:
      try self.init(PrivateKeyInfo.handle(document.bytes.span))
    case .encryptedPrivateKey:
      let encrypted = try EncryptedPrivateKey(document.bytes.span)
      guard let passphrase else { throw KeyDocumentError.passphraseMissing }
      guard var info = try encrypted.decrypt(passphrase) else {
        throw KeyDocumentError.wrongPassphrase
      }
      defer { info.cleanse() }
      let handle: KeyHandle
      do throws(KeyDocumentError) { handle = try PrivateKeyInfo.handle(info.span) } catch {
        // One wrong passphrase in 256 leaves valid padding.
        throw error == .malformed ? KeyDocumentError.wrongPassphrase : error
      }
      try self.init(handle)
    }
  }

  package static func generate() throws(CryptoError) -> SigningKey {
    guard let context = unsafe EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil) else {
      throw .lastReported()
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1,
      unsafe EVP_PKEY_keygen(context, &key) == 1
    else { throw .lastReported() }
    return try unsafe SigningKey(KeyHandle(key))
  }

  /// Returns 64 bytes.
  package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    let context = try SignatureContext()
    var signature = [UInt8](repeating: 0, count: Ed25519Encoding.signatureLength)
    var count = signature.count
    guard unsafe EVP_DigestSignInit(context.pointer, nil, nil, nil, handle.pointer) == 1,
      unsafe EVP_DigestSign(context.pointer, &signature, &count, message, message.count) == 1,
      count == signature.count
    else { throw .lastReported() }
    return signature
  }

  /// Returns a PKCS#8 PEM document that ends with a newline, encrypted if there is a passphrase.
  ///
  /// Overwrite the result after use.
  func pem(passphrase: [UInt8]?) throws(CryptoError) -> [UInt8] {
    var secret = [UInt8](repeating: 0, count: Self.secretLength)
    defer { secret.cleanse() }
    var count = secret.count
    guard unsafe EVP_PKEY_get_raw_private_key(handle.pointer, &secret, &count) == 1,
      count == secret.count
    else { throw .lastReported() }
    var info = PrivateKeyInfo.encode(secret.span)
    defer { info.cleanse() }
    guard let passphrase else {
      return PEM.encode(info.span, label: KeyDocument.Kind.privateKey.label)
    }
    let encrypted = try EncryptedPrivateKey.encrypt(info, passphrase)
    return PEM.encode(encrypted.span, label: KeyDocument.Kind.encryptedPrivateKey.label)
  }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
  package var description: String { "Ed25519 private key of \(publicKey.encoded.hexadecimalText)" }

  package var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}
