import COpenSSL
package import ErosCore

extension CryptoError {
  /// Returns all errors in OpenSSL's queue for this thread, and empties the queue.
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
