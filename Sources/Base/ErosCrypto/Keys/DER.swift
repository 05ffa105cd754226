import ErosCore

/// ASN.1 types in key files.
package enum DERTag {
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  package static let octetString: UInt8 = 0x04
  package static let null: UInt8 = 0x05
  package static let objectIdentifier: UInt8 = 0x06
  package static let sequence: UInt8 = 0x30
  /// A private key's attributes (RFC 5958).
  package static let attributes: UInt8 = 0xA0
  /// The public key stored with a private key (RFC 5958).
  package static let publicKey: UInt8 = 0x81
}

/// Reads the elements of a DER encoding.
///
/// Stores only positions and gets the bytes with each call, so it never copies a secret. Lengths
/// must be definite and minimal, and below 64 KiB.
package struct DERReader {
  private var position: Int
  private let end: Int

  package init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  package var isAtEnd: Bool { position == end }

  /// Returns the next element's contents and skips it.
  ///
  /// Returns `nil` if the element has another tag or a malformed length.
  package mutating func contents(of tag: UInt8, in bytes: Span<UInt8>) -> Range<Int>? {
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

  /// Returns a reader for the next element's contents and skips it.
  package mutating func reader(of tag: UInt8, in bytes: Span<UInt8>) -> DERReader? {
    contents(of: tag, in: bytes).map { DERReader($0) }
  }

  /// Returns the next element's bytes and skips it.
  ///
  /// Not for secrets.
  package mutating func bytes(of tag: UInt8, in bytes: Span<UInt8>) -> [UInt8]? {
    contents(of: tag, in: bytes).map { range in range.map { bytes[$0] } }
  }

  /// Returns the next element's big-endian bytes with no leading zeros.
  ///
  /// It must be an integer that is not negative.
  mutating func unsignedInteger(in bytes: Span<UInt8>) -> [UInt8]? {
    guard let number = self.bytes(of: DERTag.integer, in: bytes), let first = number.first,
      first < 0x80
    else { return nil }
    guard first == 0 else { return number }
    guard number.count == 1 || number[1] >= 0x80 else { return nil }
    return Array(number.dropFirst())
  }

  /// Returns the next element's value.
  ///
  /// It must be an integer that is not negative and fits 64 bits.
  package mutating func smallInteger(in bytes: Span<UInt8>) -> UInt64? {
    guard let number = unsignedInteger(in: bytes), number.count <= 8 else { return nil }
    return number.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Writes DER elements that are not secret.
package enum DER {
  package static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let length = contents.count
    precondition(length < 0x1_0000)
    if length < 0x80 { return [tag, UInt8(length)] + contents }
    if length < 0x100 { return [tag, 0x81, UInt8(length)] + contents }
    return [tag, 0x82, UInt8(length >> 8), UInt8(length & 0xFF)] + contents
  }

  package static func sequence(_ elements: [UInt8]...) -> [UInt8] {
    element(DERTag.sequence, Array(elements.joined()))
  }

  /// Returns an integer.
  ///
  /// `magnitude` is big-endian and does not start with a zero.
  static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    let needsZero = (magnitude.first ?? 0x80) >= 0x80
    return element(DERTag.integer, (needsZero ? [0] : []) + magnitude)
  }

  package static func integer(_ value: Int) -> [UInt8] {
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return integer(Array(bytes.drop { $0 == 0 }))
  }
}

/// Encoded object identifiers of public keys.
package enum ObjectIdentifier {
  // 1.3.101.112
  package static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
  // 1.2.840.10045.2.1
  static let ellipticCurveKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
  // 1.2.840.10045.3.1.7
  static let prime256v1: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  // 1.2.840.113549.1.1.1
  static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
}
