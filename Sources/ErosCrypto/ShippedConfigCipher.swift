import ErosCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Translates between a configuration's text and the form in which an app ships it.
///
/// This is no security. Key and initialization vector are fixed, and every client and every release
/// of the old tool holds them, so anybody reads the shipped form. It exists because the clients
/// accept no other.
public enum ShippedConfigCipher {
  private static let keyPhrase = "eros loves you"
  private static let initializationVector = Array("RjatRGC4W72PJXTE".utf8)

  /// The file that an app ships for `text`: one JSON string and a newline.
  public static func encrypt(_ text: [UInt8]) throws(CryptoError) -> [UInt8] {
    let context = try CipherContext(
      .encrypt, key: key(), initializationVector: initializationVector)
    guard let encrypted = try context.run(text) else { throw .lastReported() }
    // Base64 holds nothing that a JSON string would escape.
    return Array("\"\(Data(encrypted).base64EncodedString())\"\n".utf8)
  }

  /// The text inside a shipped file.
  ///
  /// What the text holds is not looked at.
  ///
  /// - Throws: `JSONError` when it is no JSON, ``ShippedConfigError`` when its string is not what
  ///   ``encrypt(_:)`` makes; both name the file `file`.
  public static func decrypt(_ bytes: [UInt8], file: String) throws -> [UInt8] {
    let node = try JSONReader.read(bytes, file: file)
    func error(_ kind: ShippedConfigErrorKind) -> ShippedConfigError {
      let position = TextPosition(ofByte: node.range.lowerBound, in: bytes)
      return ShippedConfigError(file: file, position: position, kind: kind)
    }
    guard let string = node.value.string else {
      throw error(.notAString(found: node.value.kindName))
    }
    guard let encrypted = Data(base64Encoded: string) else { throw error(.notBase64) }
    guard !encrypted.isEmpty, encrypted.count.isMultiple(of: CipherContext.blockLength) else {
      throw error(.wrongLength(encrypted.count))
    }
    let context = try CipherContext(
      .decrypt, key: key(), initializationVector: initializationVector)
    guard let text = try context.run(Array(encrypted)) else { throw error(.wrongPadding) }
    return text
  }

  /// The first half of a digest's hexadecimal digits, taken as bytes.
  private static func key() throws(CryptoError) -> [UInt8] {
    let digest = try SHA256Digest.of(Array(keyPhrase.utf8).span)
    return Array(digest.description.utf8.prefix(CipherContext.keyLength))
  }
}
