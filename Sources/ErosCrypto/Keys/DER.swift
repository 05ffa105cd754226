import ErosCore

/// The tags of the ASN.1 types in key files.
enum DERTag {
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06
  static let sequence: UInt8 = 0x30
  /// The attributes of a private key in RFC 5958.
  static let attributes: UInt8 = 0xA0
  /// The public key beside a private key in RFC 5958.
  static let publicKey: UInt8 = 0x81
}

/// A reader for the elements of a DER encoding.
///
/// The reader stores positions only and gets the bytes with each call, so it makes no copy of a
/// secret. Lengths must be definite and minimal, and below 64 KiB.
struct DERReader {
  private var position: Int
  private let end: Int

  /// Creates a reader for the elements in `range` of the encoding.
  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position == end }

  /// Returns the contents of the next element and skips it.
  ///
  /// - Returns: `nil` if the next element has another tag, or if its length is malformed.
  mutating func contents(of tag: UInt8, in bytes: Span<UInt8>) -> Range<Int>? {
    guard end - position >= 2, bytes[position] == tag else { return nil }
    var start = position + 2
    var length = Int(bytes[position + 1])
    if length >= 0x80 {
      let count = length & 0x7F
      guard 1...2 ~= count, end - start >= count else { return nil }
      length = (0..<count).reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
      guard length >= (count == 1 ? 0x80 : 0x100) else { return nil }
      start += count
    }
    guard end - start >= length else { return nil }
    position = start + length
    return start..<position
  }

  /// Returns a reader for the contents of the next element and skips it.
  mutating func reader(of tag: UInt8, in bytes: Span<UInt8>) -> DERReader? {
    contents(of: tag, in: bytes).map { DERReader($0) }
  }

  /// Returns the bytes of the next element and skips it; not for secrets.
  mutating func bytes(of tag: UInt8, in bytes: Span<UInt8>) -> [UInt8]? {
    contents(of: tag, in: bytes).map { range in range.map { bytes[$0] } }
  }

  /// Returns the big-endian bytes of the next element, an integer that is not negative.
  ///
  /// - Returns: The bytes without leading zeros.
  mutating func unsignedInteger(in bytes: Span<UInt8>) -> [UInt8]? {
    guard let number = self.bytes(of: DERTag.integer, in: bytes), let first = number.first,
      first < 0x80
    else { return nil }
    guard first == 0 else { return number }
    guard number.count == 1 || number[1] >= 0x80 else { return nil }
    return Array(number.dropFirst())
  }

  /// Returns the value of the next element, an integer that is not negative.
  ///
  /// - Returns: `nil` if the element is not such an integer or does not fit 64 bits.
  mutating func smallInteger(in bytes: Span<UInt8>) -> UInt64? {
    guard let number = unsignedInteger(in: bytes), number.count <= 8 else { return nil }
    return number.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A writer for DER elements that are not secret.
enum DER {
  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let length = contents.count
    precondition(length < 0x1_0000)
    if length < 0x80 { return [tag, UInt8(length)] + contents }
    if length < 0x100 { return [tag, 0x81, UInt8(length)] + contents }
    return [tag, 0x82, UInt8(length >> 8), UInt8(length & 0xFF)] + contents
  }

  static func sequence(_ elements: [UInt8]...) -> [UInt8] {
    element(DERTag.sequence, Array(elements.joined()))
  }

  /// Returns the integer with the big-endian bytes `magnitude`, which do not start with a zero.
  static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    let needsZero = (magnitude.first ?? 0x80) >= 0x80
    return element(DERTag.integer, (needsZero ? [0] : []) + magnitude)
  }

  static func integer(_ value: Int) -> [UInt8] {
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return integer(Array(bytes.drop { $0 == 0 }))
  }
}

/// The encoded contents of the object identifiers in key files.
enum ObjectIdentifier {
  // 1.3.101.112
  static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
  // 1.2.840.10045.2.1
  static let ellipticCurveKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
  // 1.2.840.10045.3.1.7
  static let prime256v1: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  // 1.2.840.113549.1.1.1
  static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
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
  /// 1.2.840.113549.2, the parent of HMAC functions.
  private static let digests: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02]
  private static let hmacNames: [UInt8: String] = [
    8: "hmacWithSHA224", 10: "hmacWithSHA384", 12: "hmacWithSHA512-224", 13: "hmacWithSHA512-256",
  ]
  // 2.16.840.1.101.3.4.1.42
  static let aes256CBC: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2A]

  /// Returns the name of an unsupported HMAC function as in OpenSSL, or the number of another object.
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
