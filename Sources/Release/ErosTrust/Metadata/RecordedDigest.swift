package import ErosCore
import ErosCrypto

package enum RecordedDigest: Hashable, Sendable, CustomStringConvertible {
  /// Used by this project and most others.
  case sha256(SHA256Digest)
  /// Only read, from repositories that record nothing else.
  case sha512(SHA512Digest)

  /// Hexadecimal digits, also a prefix in target file names.
  package var description: String {
    switch self {
    case .sha256(let digest): digest.description
    case .sha512(let digest): digest.description
    }
  }

  package func matches(_ bytes: Span<UInt8>) throws(CryptoError) -> Bool {
    switch self {
    case .sha256(let digest): try SHA256Digest.of(bytes) == digest
    case .sha512(let digest): try SHA512Digest.of(bytes) == digest
    }
  }

  package func matches(_ bytes: [UInt8]) throws(CryptoError) -> Bool {
    let slice = bytes[...]
    return try matches(slice.span)
  }

  private var algorithm: String {
    switch self {
    case .sha256: "sha256"
    case .sha512: "sha512"
    }
  }

  var field: [String: JSONValue] { [algorithm: .string(description)] }

  /// Prefers SHA-256 if `hashes` has both.
  init(_ hashes: inout JSONFields) throws(JSONFieldFailure) {
    if !hashes.has("sha256"), hashes.has("sha512") {
      self = .sha512(try hashes.digest("sha512"))
    } else {
      self = .sha256(try hashes.digest("sha256"))
    }
  }
}
