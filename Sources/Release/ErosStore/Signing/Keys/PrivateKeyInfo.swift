import COpenSSL
import ErosCore
import ErosCrypto
import ErosOpenSSL

/// An Ed25519 private key in DER (RFC 5958 and RFC 8410).
enum PrivateKeyInfo {
  /// The bytes before the private part if there are no attributes.
  private static let prefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]

  /// Overwrite the result after use.
  static func encode(_ secret: Span<UInt8>) -> [UInt8] {
    var info: [UInt8] = []
    // A reallocation would leave a copy of the secret in memory.
    info.reserveCapacity(prefix.count + secret.count)
    info.append(contentsOf: prefix)
    info.append(secret)
    return info
  }

  /// Parses an encoding.
  ///
  /// It may have attributes and a public key.
  static func handle(_ info: Span<UInt8>) throws(KeyDocumentError) -> KeyHandle {
    var file = DERReader(0..<info.count)
    guard var key = file.reader(of: DERTag.sequence, in: info), file.isAtEnd,
      let version = key.smallInteger(in: info), version <= 1,
      var algorithm = key.reader(of: DERTag.sequence, in: info),
      let identifier = algorithm.bytes(of: DERTag.objectIdentifier, in: info)
    else { throw .malformed }
    guard identifier == ObjectIdentifier.ed25519 else { throw .notEd25519 }
    guard algorithm.isAtEnd, var wrapped = key.reader(of: DERTag.octetString, in: info),
      let secret = wrapped.contents(of: DERTag.octetString, in: info), wrapped.isAtEnd,
      secret.count == SigningKey.secretLength
    else { throw .malformed }
    _ = key.contents(of: DERTag.attributes, in: info)
    let bits = version == 1 ? key.bytes(of: DERTag.publicKey, in: info) : nil
    guard key.isAtEnd else { throw .malformed }
    let pointer = unsafe info.extracting(secret).withUnsafeBufferPointer { buffer in
      unsafe EVP_PKEY_new_raw_private_key(
        EVP_PKEY_ED25519, nil, buffer.baseAddress, buffer.count)
    }
    do throws(CryptoError) {
      let handle = try unsafe KeyHandle(pointer)
      if let bits { try check(bits, of: handle) }
      return handle
    } catch {
      throw .malformed
    }
  }

  /// Throws unless the bit string is the public part of `key`.
  private static func check(
    _ bits: [UInt8], of key: borrowing KeyHandle
  ) throws(CryptoError) {
    var bytes = [UInt8](repeating: 0, count: Ed25519Encoding.keyLength)
    var count = bytes.count
    guard unsafe EVP_PKEY_get_raw_public_key(key.pointer, &bytes, &count) == 1,
      bits == [0] + bytes
    else { throw .lastReported() }
  }
}
