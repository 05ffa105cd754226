import COpenSSL
package import ErosCore

extension LinkedLibrary {
  /// What digests and ciphers come from.
  package static var ofCrypto: [LinkedLibrary] {
    // `OpenSSL 3.0.17 1 Jul 2025 (…)`
    let words = unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)).split(separator: " ")
    return [LinkedLibrary("openssl", words.dropFirst().first.map(String.init) ?? "")]
  }
}
