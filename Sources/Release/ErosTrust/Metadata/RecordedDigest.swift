package import ErosCore
import ErosCrypto

/// A digest recorded for a file.
package enum RecordedDigest: Hashable, Sendable, CustomStringConvertible {
  /// The algorithm of this project and most others.
  case sha256(SHA256Digest)
  /// The algorithm of repositories without SHA-256 digests.
  case sha512(SHA512Digest)

  /// The digest in hexadecimal digits, used as a prefix of a target's file name.
  package var description: String {
    switch self {
    case .sha256(let digest): digest.description
    case .sha512(let digest): digest.description
    }
  }

  /// Returns whether `bytes` have the digest.
  package func matches(_ bytes: Span<UInt8>) throws(CryptoError) -> Bool {
    switch self {
    case .sha256(let digest): try SHA256Digest.of(bytes) == digest
    case .sha512(let digest): try SHA512Digest.of(bytes) == digest
    }
  }

  /// Returns whether `bytes` have the digest.
  package func matches(_ bytes: [UInt8]) throws(CryptoError) -> Bool {
    let slice = bytes[...]
    return try matches(slice.span)
  }

  /// The key of the digest in `hashes`.
  private var algorithm: String {
    switch self {
    case .sha256: "sha256"
    case .sha512: "sha512"
    }
  }

  var field: [String: JSONValue] { [algorithm: .string(description)] }

  /// Reads the SHA-256 digest from `hashes`, or the SHA-512 digest if there is no other.
  init(_ hashes: inout JSONFields) throws(JSONFieldFailure) {
    if !hashes.has("sha256"), hashes.has("sha512") {
      self = .sha512(try hashes.digest("sha512"))
    } else {
      self = .sha256(try hashes.digest("sha256"))
    }
  }
}
