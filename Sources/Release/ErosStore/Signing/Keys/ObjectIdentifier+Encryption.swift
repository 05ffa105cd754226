import ErosCrypto

/// Object identifiers in encrypted private keys.
extension ObjectIdentifier {
  // 1.2.840.113549.1.5.13
  static let pbes2: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D]
  // 1.2.840.113549.1.5.12
  static let pbkdf2: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0C]
  // 1.3.6.1.4.1.11591.4.11
  static let scrypt: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]
  // 1.2.840.113549.2.7
  static let hmacSHA1: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x07]
  // 1.2.840.113549.2.9
  static let hmacSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x09]
  // 1.2.840.113549.2.11
  static let hmacSHA512: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x0B]
  /// 1.2.840.113549.2, where HMAC functions start.
  private static let digests: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02]
  private static let hmacNames: [UInt8: String] = [
    8: "hmacWithSHA224", 10: "hmacWithSHA384", 12: "hmacWithSHA512-224", 13: "hmacWithSHA512-256",
  ]
  // 2.16.840.1.101.3.4.1.42
  static let aes256CBC: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2A]

  /// Returns OpenSSL's name for an unsupported HMAC function, or the number of anything else.
  static func name(_ identifier: [UInt8]) -> String {
    if identifier.dropLast() == digests[...], let last = identifier.last,
      let name = hmacNames[last]
    {
      return name
    }
    guard let first = identifier.first, identifier.count <= 32 else { return "unknown" }
    let root = UInt64(min(first / 40, 2))
    var numbers = [root, UInt64(first) - root * 40]
    var number: UInt64 = 0
    for byte in identifier.dropFirst() {
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 {
        numbers.append(number)
        number = 0
      }
    }
    return numbers.map { String($0) }.joined(separator: ".")
  }
}
