// CI compiles this file against stubs with the availability of each declaration; see decision 80.
#if canImport(CryptoKit) || SWIFT_CRYPTO
#if SWIFT_CRYPTO
import Crypto
#else
import CryptoKit
#endif
import ErosCore

/// A CryptoKit hash function, which cannot fail.
struct CryptoKitHash<Function: HashFunction>: HashState {
  private var function = Function()

  static func start() -> Self { Self() }

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe function.update(bufferPointer: UnsafeRawBufferPointer(bytes))
  }

  mutating func finish(_ digest: UnsafeMutablePointer<UInt8>) {
    for (index, byte) in function.finalize().enumerated() { unsafe digest[index] = byte }
  }
}
#endif
