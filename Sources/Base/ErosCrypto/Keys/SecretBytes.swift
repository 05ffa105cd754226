extension [UInt8] {
  /// Overwrites the bytes with zeros, so that a secret does not stay in memory.
  ///
  /// The array must be the only reference to its storage, or only a copy is overwritten.
  package mutating func cleanse() {
    unsafe withUnsafeMutableBytes { buffer in unsafe SystemCryptography.cleanse(buffer) }
  }
}
