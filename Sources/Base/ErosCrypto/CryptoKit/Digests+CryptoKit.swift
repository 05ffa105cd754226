// CI compiles this file against stubs with the availability of each declaration; see decision 80.
#if canImport(CryptoKit)
import CryptoKit
import ErosCore

extension ErosCore.MD5Digest: ComputedDigest {
  static func start() -> Insecure.MD5? { Insecure.MD5() }

  static func update(_ state: inout Insecure.MD5, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe state.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    return true
  }

  static func finish(_ state: inout Insecure.MD5, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    for (index, byte) in state.finalize().enumerated() { unsafe digest[index] = byte }
    return true
  }
}

extension ErosCore.SHA256Digest: ComputedDigest {
  static func start() -> SHA256? { SHA256() }

  static func update(_ state: inout SHA256, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe state.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    return true
  }

  static func finish(_ state: inout SHA256, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    for (index, byte) in state.finalize().enumerated() { unsafe digest[index] = byte }
    return true
  }
}

extension ErosCore.SHA512Digest: ComputedDigest {
  static func start() -> SHA512? { SHA512() }

  static func update(_ state: inout SHA512, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe state.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    return true
  }

  static func finish(_ state: inout SHA512, _ digest: UnsafeMutablePointer<UInt8>) -> Bool {
    for (index, byte) in state.finalize().enumerated() { unsafe digest[index] = byte }
    return true
  }
}
#endif
