import COpenSSL
package import ErosCore

extension LinkedLibrary {
  /// Signs, encrypts and, except on Apple's systems, computes digests.
  package static var ofOpenSSL: [LinkedLibrary] {
    // `OpenSSL 3.0.17 1 Jul 2025 (…)`
    let fields = unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)).split(separator: " ")
    return [LinkedLibrary("openssl", fields.dropFirst().first.map(String.init) ?? "")]
  }
}
