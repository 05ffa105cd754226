import COpenSSL
public import ErosCore

/// A failure of OpenSSL that no input can cause: memory ran out, or the library is broken.
public struct CryptoError: ErosError, Equatable {
  /// What OpenSSL's error queue held, oldest first.
  public let reasons: [String]

  public var problem: String {
    "OpenSSL failed: \(reasons.isEmpty ? "it gave no reason" : reasons.joined(separator: "; "))"
  }

  public var remedy: String? { "check the installation of libcrypto (`openssl version -a`)" }

  public var exitStatus: ExitStatus { .ioError }

  /// Empties OpenSSL's error queue for this thread into an error.
  static func lastReported() -> CryptoError {
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
