import ErosCore

extension KeyDocument {
  /// Searches only this number of bytes at a file's start.
  static let searchedSize = 64 * 1024

  /// Returns `true` if a file that starts with `bytes` contains a private key.
  ///
  /// Finds PEM documents at the start or in a later line, such as after the `Bag Attributes` in a
  /// PKCS#12 dump. They may be in UTF-16 and follow a byte-order mark. Finds PKCS#8, encrypted or
  /// not, RSA and elliptic curve keys and PKCS#12 in DER. A key in the middle of a line is not
  /// found, because it is a text in a script.
  package static func hasPrivateKey(_ bytes: [UInt8]) -> Bool {
    let slice = bytes[...]
    return hasPrivateKey(slice.span)
  }

  /// Returns `true` if a file that starts with `bytes` contains a private key.
  package static func hasPrivateKey(_ bytes: Span<UInt8>) -> Bool {
    let start = bytes.extracting(first: searchedSize)
    if DERKey.isPrivate(start) { return true }
    return PEM.hasPrivateKey(start)
      || PrivateKeyText.wideTexts(of: start).contains { text in
        let slice = text[...]
        return PEM.hasPrivateKey(slice.span)
      }
  }
}

/// Decodes a text that may contain a key.
private enum PrivateKeyText {
  /// Returns a UTF-16 text's ASCII characters.
  ///
  /// Returns nothing for any other encoding.
  ///
  /// Unless a mark tells the byte order, there is one text for each. The first character need not
  /// be Latin, so a text counts as UTF-16 if it contains the start of a PEM document.
  static func wideTexts(of bytes: Span<UInt8>) -> [[UInt8]] {
    guard bytes.count >= 2 else { return [] }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return [ascii(of: bytes, from: 2, low: 0)]
    case (0xFE, 0xFF): return [ascii(of: bytes, from: 2, low: 1)]
    default:
      return (0...1).filter { hasDashes(bytes, low: $0) }.map { ascii(of: bytes, from: 0, low: $0) }
    }
  }

  /// Returns `true` if two hyphens follow each other in UTF-16, with the lower byte at `low`.
  private static func hasDashes(_ bytes: Span<UInt8>, low: Int) -> Bool {
    let dash = UInt8(ascii: "-")
    for index in stride(from: 0, to: bytes.count - 3, by: 2)
    where bytes[index + low] == dash && bytes[index + 2 + low] == dash
      && bytes[index + 1 - low] == 0 && bytes[index + 3 - low] == 0
    {
      return true
    }
    return false
  }

  /// Returns the characters from an offset, with 0 for those outside ASCII.
  private static func ascii(of bytes: Span<UInt8>, from start: Int, low: Int) -> [UInt8] {
    let other: UInt8 = 0
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    for index in stride(from: start, to: bytes.count - 1, by: 2) {
      let isASCII = bytes[index + 1 - low] == 0 && bytes[index + low] < 0x80
      text.append(isASCII ? bytes[index + low] : other)
    }
    return text
  }
}

/// Recognizes private keys in DER.
private enum DERKey {
  /// Algorithms of encrypted keys: 1.2.840.113549.1.5 (PKCS#5) and 1.2.840.113549.1.12 (PKCS#12).
  private static let encryptions: [[UInt8]] = [
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C],
  ]
  /// The contents of PKCS#12: 1.2.840.113549.1.7 (PKCS#7).
  private static let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]

  /// Returns `true` for a private key or the start of PKCS#12.
  static func isPrivate(_ bytes: Span<UInt8>) -> Bool {
    isArchive(bytes) || isKey(bytes)
  }

  private static func isKey(_ bytes: Span<UInt8>) -> Bool {
    var document = DERReader(0..<bytes.count)
    guard var key = document.reader(of: DERTag.sequence, in: bytes), document.isAtEnd else {
      return false
    }
    var encrypted = key
    if var algorithm = encrypted.reader(of: DERTag.sequence, in: bytes),
      let name = algorithm.bytes(of: DERTag.objectIdentifier, in: bytes)
    {
      return encryptions.contains { name.starts(with: $0) }
        && encrypted.contents(of: DERTag.octetString, in: bytes) != nil && encrypted.isAtEnd
    }
    guard let version = key.smallInteger(in: bytes), version <= 1 else { return false }
    var info = key
    // PKCS#8: an algorithm and a key.
    if var algorithm = info.reader(of: DERTag.sequence, in: bytes) {
      return algorithm.bytes(of: DERTag.objectIdentifier, in: bytes) != nil
        && info.contents(of: DERTag.octetString, in: bytes) != nil
    }
    // SEC 1: an elliptic curve key.
    if version == 1 { return key.contents(of: DERTag.octetString, in: bytes) != nil }
    // PKCS#1: the eight numbers of an RSA key. A DSA key has five.
    var count = 0
    while key.unsignedInteger(in: bytes) != nil { count += 1 }
    return key.isAtEnd && [5, 8].contains(count)
  }

  /// Returns `true` if the bytes start as PKCS#12 does: version 3, and PKCS#7 contents.
  private static func isArchive(_ bytes: Span<UInt8>) -> Bool {
    let version: [UInt8] = [DERTag.integer, 1, 3, DERTag.sequence]
    guard let start = contents(at: 0, in: bytes),
      let next = skip(version, in: bytes, at: start),
      // The version's pattern ends with the contents' tag.
      let name = contents(at: next - 1, in: bytes)
    else { return false }
    return skip([DERTag.objectIdentifier, 9] + pkcs7, in: bytes, at: name) != nil
  }

  /// Returns where a sequence's contents begin.
  ///
  /// Its length may be indefinite.
  private static func contents(at position: Int, in bytes: Span<UInt8>) -> Int? {
    guard bytes.count > position + 1, bytes[position] == DERTag.sequence else { return nil }
    let length = Int(bytes[position + 1])
    guard length <= 0x84 else { return nil }
    return position + 2 + (length >= 0x80 ? length & 0x7F : 0)
  }

  private static func skip(_ expected: [UInt8], in bytes: Span<UInt8>, at position: Int) -> Int? {
    guard bytes.count >= position + expected.count else { return nil }
    for (index, byte) in expected.enumerated() where bytes[position + index] != byte { return nil }
    return position + expected.count
  }
}
