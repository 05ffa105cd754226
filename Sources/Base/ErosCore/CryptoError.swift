/// An OpenSSL failure that the input does not cause, such as a lack of memory.
///
/// CryptoKit has no such failures.
public struct CryptoError: ErosError, Equatable {
  /// OpenSSL's error queue, oldest entry first.
  public let reasons: [String]

  package init(reasons: [String]) { self.reasons = reasons }

  public var problem: Message {
    reasons.isEmpty
      ? "OpenSSL failed for an unknown reason"
      : "OpenSSL failed: \(reasons.joined(separator: "; "))"
  }

  public var remedy: Message? { "check the installation of libcrypto (`openssl version -a`)" }

  public var exitStatus: ExitStatus { .ioError }

  package var isOutOfMemory: Bool { reasons.contains("malloc failure") }
}
