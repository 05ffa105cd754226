/// A digest with a fixed length, written as lowercase hexadecimal digits.
///
/// ```swift
/// print(try MD5Digest.of([UInt8]()))  // d41d8cd98f00b204e9800998ecf8427e
/// MD5Digest("d41d8cd98f00b204e9800998ecf8427e")?.bytes
/// ```
public protocol HexDigest: Hashable, Sendable, LosslessStringConvertible, Comparable {
  /// A vector that stores the bytes inline, so a digest needs no allocation.
  associatedtype Bytes: SIMD & Sendable where Bytes.Scalar == UInt8

  /// The raw digest.
  var bytes: Bytes { get }

  /// Wraps a raw digest.
  init(bytes: Bytes)
}

// Inlinable, because the vectors are slow in code that is not specialized for their length.
extension HexDigest {
  /// The length in bytes.
  @inlinable public static var byteCount: Int { Bytes.scalarCount }

  /// Returns `nil` if there are not exactly ``byteCount`` bytes.
  @inlinable
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(bytes: Bytes(bytes))
  }

  /// Parses two lowercase hexadecimal digits per byte.
  ///
  /// Returns `nil` for any other string.
  @inlinable
  public init?(_ description: String) {
    var value = Bytes()
    var count = 0
    for digit in description.utf8 {
      let nibble: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): nibble = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): nibble = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      guard count < Self.byteCount * 2 else { return nil }
      value[count / 2] = value[count / 2] << 4 | nibble
      count += 1
    }
    guard count == Self.byteCount * 2 else { return nil }
    self.init(bytes: value)
  }

  @inlinable public var description: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(Self.byteCount * 2)
    appendHex(to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Appends hexadecimal digits to `text`, which is faster than a string.
  @inlinable
  public func appendHex(to text: inout [UInt8]) {
    for index in bytes.indices {
      text.append(hexDigit(bytes[index] >> 4))
      text.append(hexDigit(bytes[index] & 15))
    }
  }

  /// In Base64, for policies in web pages and HTTP headers.
  package var base64: String { Base64.encode(bytes.indices.map { bytes[$0] }) }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    for index in left.bytes.indices where left.bytes[index] != right.bytes[index] {
      return left.bytes[index] < right.bytes[index]
    }
    return false
  }
}

@inlinable
func hexDigit(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}

/// Stores 32 bytes as two vectors with 16 bytes each.
///
/// A vector with 32 bytes must be aligned to 32 bytes, but the memory of asynchronous functions is
/// aligned to 16. Swift 6.3.1 reserves too little memory for such a vector, so a release build
/// writes beyond it. `Tests/Slow/run async-frames` finds functions with this error.
private struct StoredVector32: Hashable, Sendable {
  private let low: SIMD16<UInt8>
  private let high: SIMD16<UInt8>

  init(_ vector: SIMD32<UInt8>) {
    low = vector.lowHalf
    high = vector.highHalf
  }

  var vector: SIMD32<UInt8> { SIMD32(lowHalf: low, highHalf: high) }
}

/// An MD5 digest, for legacy clients.
///
/// Does not protect against forgery.
public struct MD5Digest: HexDigest {
  public let bytes: SIMD16<UInt8>

  public init(bytes: SIMD16<UInt8>) { self.bytes = bytes }
}

/// A SHA-256 digest, which all decisions in this project rely on.
public struct SHA256Digest: HexDigest {
  public var bytes: SIMD32<UInt8> { stored.vector }
  private let stored: StoredVector32

  public init(bytes: SIMD32<UInt8>) { stored = StoredVector32(bytes) }
}

/// A SHA-512 digest.
///
/// Metadata that another publisher has signed may contain it instead of SHA-256.
public struct SHA512Digest: HexDigest {
  public var bytes: SIMD64<UInt8> {
    SIMD64(lowHalf: low.vector, highHalf: high.vector)
  }
  private let low: StoredVector32
  private let high: StoredVector32

  public init(bytes: SIMD64<UInt8>) {
    low = StoredVector32(bytes.lowHalf)
    high = StoredVector32(bytes.highHalf)
  }
}

/// Identifies a release: a SHA-256 hash over its files' paths, sizes and contents.
///
/// ```swift
/// if let release = TreeHash(name) { try device.rollBack(to: .release(release)) }
/// ```
///
/// Unlike ``BundleVersion``, it depends on paths, so two releases with swapped pages differ.
/// `docs/bundle-format.md` describes the hashed text.
public struct TreeHash: HexDigest {
  public var bytes: SIMD32<UInt8> { stored.vector }
  private let stored: StoredVector32

  public init(bytes: SIMD32<UInt8>) { stored = StoredVector32(bytes) }
}

/// A bundle's `jsVersion`: the MD5 digest over its files' sorted MD5 digests.
///
/// It names the published zip, and is all that legacy clients know about a release. It does not
/// depend on paths, so this project identifies releases by ``TreeHash``.
public struct BundleVersion: HexDigest {
  public let bytes: SIMD16<UInt8>

  public init(bytes: SIMD16<UInt8>) { self.bytes = bytes }
}
