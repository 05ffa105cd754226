/// A digest of fixed length, written as lowercase hexadecimal digits.
public protocol HexDigest: Hashable, Sendable, LosslessStringConvertible, Comparable {
  /// A vector that stores the bytes of the digest inline, without an allocation.
  associatedtype Bytes: SIMD & Sendable where Bytes.Scalar == UInt8

  /// The raw digest.
  var bytes: Bytes { get }

  /// Wraps the raw digest.
  init(bytes: Bytes)
}

// Inlinable, because the vectors are slow in code that is not specialized for their length.
extension HexDigest {
  /// The number of bytes in a digest.
  @inlinable public static var byteCount: Int { Bytes.scalarCount }

  /// Wraps `bytes`, or returns `nil` if there are not exactly ``byteCount`` of them.
  @inlinable
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(bytes: Bytes(bytes))
  }

  /// Parses two lowercase hexadecimal digits per byte, or returns `nil` for any other string.
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

  /// Appends the hexadecimal digits to `text` without creating a string.
  @inlinable
  public func appendHex(to text: inout [UInt8]) {
    for index in bytes.indices {
      text.append(hexDigit(bytes[index] >> 4))
      text.append(hexDigit(bytes[index] & 15))
    }
  }

  /// The digest in Base64, for policies of web pages and HTTP header fields.
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

/// A vector of 32 bytes, stored as two of 16 bytes.
///
/// A vector of 32 bytes must be aligned to 32 bytes, but the memory of asynchronous functions is
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

/// An MD5 digest, for legacy clients; it does not protect against forgery.
public struct MD5Digest: HexDigest {
  public let bytes: SIMD16<UInt8>

  public init(bytes: SIMD16<UInt8>) { self.bytes = bytes }
}

/// A SHA-256 digest, the basis of all decisions of this project.
public struct SHA256Digest: HexDigest {
  public var bytes: SIMD32<UInt8> { stored.vector }
  private let stored: StoredVector32

  public init(bytes: SIMD32<UInt8>) { stored = StoredVector32(bytes) }
}

/// A SHA-512 digest; signed metadata of other publishers may contain it instead of SHA-256.
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

/// The identifier of a release: a SHA-256 hash of the paths, sizes and contents of all its files.
///
/// Unlike ``BundleVersion`` it depends on the paths, so two releases with swapped pages differ. See
/// `docs/bundle-format.md` for the hashed text.
public struct TreeHash: HexDigest {
  public var bytes: SIMD32<UInt8> { stored.vector }
  private let stored: StoredVector32

  public init(bytes: SIMD32<UInt8>) { stored = StoredVector32(bytes) }
}

/// The `jsVersion` of a bundle: the MD5 digest of the sorted MD5 digests of its files.
///
/// It names the published zip, and legacy clients identify releases only by it. It does
/// not depend on the paths, so this project identifies releases by ``TreeHash``.
public struct BundleVersion: HexDigest {
  public let bytes: SIMD16<UInt8>

  public init(bytes: SIMD16<UInt8>) { self.bytes = bytes }
}
