public import ErosCore
import ErosCrypto
import ErosOpenSSL

/// Encrypts and decrypts the configuration file in an app.
///
/// Do not rely on it for secrecy: the key and the initialization vector are constants that every
/// client and every release of the old tool contain. Apps are encrypted only because the clients
/// accept nothing else.
public enum ShippedConfigCipher {
  private static let keyPhrase = "eros loves you"
  private static let initializationVector = Array("RjatRGC4W72PJXTE".utf8)

  /// Encrypts a configuration into one JSON string and a newline.
  public static func encrypt(_ text: [UInt8]) throws(CryptoError) -> [UInt8] {
    let context = try CipherContext(
      .encrypt, key: key(), initializationVector: initializationVector)
    guard let encrypted = try context.run(text) else { throw .lastReported() }
    // Base64 needs no escapes in a JSON string.
    return Array("\"\(Base64.encode(encrypted))\"\n".utf8)
  }

  /// Decrypts a file.
  ///
  /// - Parameters:
  ///   - bytes: The encrypted file.
  ///   - file: The file name that errors show.
  /// - Returns: The configuration's text, not parsed yet.
  /// - Throws: `JSONError` if the file is not JSON. ``ShippedConfigError`` if its value cannot come
  ///   from ``encrypt(_:)``.
  public static func decrypt(_ bytes: [UInt8], file: String) throws -> [UInt8] {
    let node = try JSONReader.read(bytes, file: file)
    func error(_ kind: ShippedConfigErrorKind) -> ShippedConfigError {
      let position = TextPosition(ofByte: node.range.lowerBound, in: bytes)
      return ShippedConfigError(file: file, position: position, kind: kind)
    }
    guard let string = node.value.string else {
      throw error(.notAString(found: node.value.kindName))
    }
    guard let encrypted = Base64.decode(string) else { throw error(.notBase64) }
    guard !encrypted.isEmpty, encrypted.count.isMultiple(of: CipherContext.blockLength) else {
      throw error(.wrongLength(encrypted.count))
    }
    let context = try CipherContext(
      .decrypt, key: key(), initializationVector: initializationVector)
    guard let text = try context.run(encrypted) else { throw error(.wrongPadding) }
    return text
  }

  /// The first half of the key phrase's SHA-256 digest in hexadecimal, as 32 ASCII bytes.
  private static func key() throws(CryptoError) -> [UInt8] {
    let digest = try SHA256Digest.of(Array(keyPhrase.utf8))
    return Array(digest.description.utf8.prefix(CipherContext.keyLength))
  }
}
