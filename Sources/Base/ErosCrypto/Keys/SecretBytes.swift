extension [UInt8] {
  /// Overwrites a secret with zeros, so that it does not stay in memory.
  ///
  /// The array must be the only reference to its storage. Otherwise a copy is overwritten.
  package mutating func cleanse() {
    unsafe withUnsafeMutableBytes { buffer in unsafe SystemCryptography.cleanse(buffer) }
  }
}
