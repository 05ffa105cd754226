import COpenSSL
package import ErosCore

extension LinkedLibrary {
  /// The libraries that compute digests and ciphers.
  package static var ofCrypto: [LinkedLibrary] {
    // `OpenSSL 3.0.17 1 Jul 2025 (…)`
    let fields = unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)).split(separator: " ")
    return [LinkedLibrary("openssl", fields.dropFirst().first.map(String.init) ?? "")]
  }
}
