import COpenSSL
package import ErosCore
package import ErosCrypto
import ErosOpenSSL

/// An Ed25519 private key.
///
/// Only OpenSSL stores the private part, and overwrites it when the last reference is released.
/// Descriptions and mirrors show the public part.
package final class SigningKey: Sendable {
  /// The length of the private part, in bytes.
  static let secretLength = 32

  package let publicKey: PublicKey

  private let handle: KeyHandle

  /// Takes ownership of OpenSSL's private key.
  private init(_ handle: consuming KeyHandle) throws(CryptoError) {
    var bytes = [UInt8](repeating: 0, count: Ed25519Encoding.keyLength)
    var count = bytes.count
    guard unsafe EVP_PKEY_get_raw_public_key(handle.pointer, &bytes, &count) == 1,
      count == bytes.count, let key = PublicKey(ed25519: bytes)
    else { throw .lastReported() }
    publicKey = key
    self.handle = handle
  }

  /// Parses a PKCS#8 PEM document, encrypted or not, for example the output of `openssl genpkey`.
  ///
  /// The caller overwrites `pem` and `passphrase`. The passphrase is ignored if the document is not
  /// encrypted.
  ///
  /// - Throws: ``KeyDocumentError``, including for an encrypted document without `passphrase`;
  ///   ``CryptoError`` if OpenSSL fails.
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
        // One wrong passphrase in 256 produces valid padding.
        throw error == .malformed ? KeyDocumentError.wrongPassphrase : error
      }
      try self.init(handle)
    }
  }

  /// Generates a random key.
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

  /// Returns the signature of `message`, 64 bytes long.
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

  /// Returns the key as a PKCS#8 PEM document that ends with a newline.
  ///
  /// The document is encrypted if there is a passphrase. The caller overwrites the result.
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
