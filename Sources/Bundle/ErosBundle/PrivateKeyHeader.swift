/// The PEM header that a file with a private key starts with.
package enum PrivateKeyHeader {
  /// The headers of PKCS#8, OpenSSL, OpenSSH and PGP.
  private static let headers =
    [
      "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY",
      "DSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK",
    ].map { Array("-----BEGIN \($0)-----".utf8) }

  /// Returns whether a file that starts with `bytes` is a private key.
  ///
  /// A key later in a file does not count, because a script may contain such a text.
  package static func isStart(of bytes: Span<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes[0] == UInt8(ascii: "-") else { return false }
    for header in headers where bytes.count >= header.count {
      var length = 0
      while length < header.count, bytes[length] == header[length] { length += 1 }
      if length == header.count { return true }
    }
    return false
  }
}
