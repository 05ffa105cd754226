import COpenSSL
public import ErosCore

/// A failure of OpenSSL that the input does not cause, such as a lack of memory.
public struct CryptoError: ErosError, Equatable {
  /// The entries of OpenSSL's error queue, oldest first.
  public let reasons: [String]

  public var problem: String {
    "OpenSSL failed: \(reasons.isEmpty ? "unknown reason" : reasons.joined(separator: "; "))"
  }

  public var remedy: String? { "check the installation of libcrypto (`openssl version -a`)" }

  public var exitStatus: ExitStatus { .ioError }

  /// Whether OpenSSL failed to allocate memory.
  var isOutOfMemory: Bool { reasons.contains("malloc failure") }

  /// Returns the errors in OpenSSL's queue for this thread and empties the queue.
  package static func lastReported() -> CryptoError {
    var reasons: [String] = []
    while true {
      let code = ERR_get_error()
      guard code != 0 else { return CryptoError(reasons: reasons) }
      if let reason = unsafe ERR_reason_error_string(code) {
        reasons.append(unsafe String(cString: reason))
      } else {
        reasons.append("error \(code)")
      }
    }
  }
}
