/// A failure of OpenSSL that the input does not cause, such as a lack of memory; CryptoKit has none.
public struct CryptoError: ErosError, Equatable {
  /// The entries of OpenSSL's error queue, oldest first.
  public let reasons: [String]

  package init(reasons: [String]) { self.reasons = reasons }

  public var problem: Message {
    "OpenSSL failed: \(reasons.isEmpty ? "unknown reason" : reasons.joined(separator: "; "))"
  }

  public var remedy: Message? { "check the installation of libcrypto (`openssl version -a`)" }

  public var exitStatus: ExitStatus { .ioError }

  /// Whether OpenSSL failed to allocate memory.
  package var isOutOfMemory: Bool { reasons.contains("malloc failure") }
}
