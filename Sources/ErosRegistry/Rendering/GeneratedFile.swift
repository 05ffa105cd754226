import ErosCore
import ErosCrypto

/// A file that the description stands for.
public struct GeneratedFile: Hashable, Sendable {
  /// Where it goes, from the output folder, with `/` between its parts.
  public let path: String
  public let bytes: [UInt8]

  /// The digest of ``bytes``, as the manifest has it.
  func digest() throws -> String { try SHA256Digest.of(bytes.span).description }
}
