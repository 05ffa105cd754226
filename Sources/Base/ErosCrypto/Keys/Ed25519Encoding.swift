/// Checks on Ed25519 encodings that OpenSSL does not make.
///
/// RFC 8032 leaves some encodings to the implementation, so two clients could decide differently
/// about a signature. A key of small order accepts signatures that were made with no private key at
/// all. See Chalkias, Garillot and Nikolaenko, "Taming the many EdDSAs" (2020).
package enum Ed25519Encoding {
  package static let keyLength = 32
  package static let signatureLength = 64

  /// The base point's order, little-endian.
  private static let order: [UInt8] = [
    0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
  ]

  /// The field's prime 2²⁵⁵ − 19, little-endian.
  private static let prime: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]

  /// The y coordinates of all eight points of small order, little-endian.
  ///
  /// They are 0, 1, −1, and those for order 8.
  private static let smallOrder: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [
      0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98,
      0xF0, 0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53,
      0xFC, 0x05,
    ],
    [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
      0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC,
      0x03, 0x7A,
    ],
  ]

  /// Returns `true` if 32 bytes are a canonical y coordinate of a point that is not of small order.
  ///
  /// A canonical y coordinate is below the field's prime.
  static func isAcceptablePoint(_ bytes: ArraySlice<UInt8>) -> Bool {
    var y = Array(bytes)
    y[keyLength - 1] &= 0x7F
    return isLess(y[...], than: prime) && !smallOrder.contains(y)
  }

  /// Returns `true` if 32 bytes are a scalar below the base point's order.
  static func isReducedScalar(_ bytes: ArraySlice<UInt8>) -> Bool { isLess(bytes, than: order) }

  private static func isLess(_ bytes: ArraySlice<UInt8>, than limit: [UInt8]) -> Bool {
    bytes.reversed().lexicographicallyPrecedes(limit.reversed())
  }
}
