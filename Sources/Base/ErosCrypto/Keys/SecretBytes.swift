import COpenSSL

extension [UInt8] {
  /// Overwrites the bytes with zeros, so that a secret does not stay in memory.
  ///
  /// The array must be the only reference to its storage, or only a copy is overwritten.
  package mutating func cleanse() {
    unsafe withUnsafeMutableBytes { buffer in
      unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)
    }
  }

  /// Returns unpredictable bytes.
  package static func random(count: Int) throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe RAND_priv_bytes(&bytes, Int32(count)) == 1 else { throw .lastReported() }
    return bytes
  }
}
