// What ErosCrypto uses of CryptoKit, with the systems that have it. swift-crypto declares the same.

import Foundation

@available(macOS 10.15, iOS 13, *)
public protocol HashFunction {
  associatedtype Digest: Sequence where Digest.Element == UInt8
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}

@available(macOS 10.15, iOS 13, *)
public enum Insecure {
  public struct MD5: HashFunction {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> MD5Digest { MD5Digest() }
  }

  public struct MD5Digest: Sequence {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
  }
}

@available(macOS 10.15, iOS 13, *)
public struct SHA256: HashFunction {
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}

@available(macOS 10.15, iOS 13, *)
public struct SHA256Digest: Sequence {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

@available(macOS 10.15, iOS 13, *)
public struct SHA512: HashFunction {
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA512Digest { SHA512Digest() }
}

@available(macOS 10.15, iOS 13, *)
public struct SHA512Digest: Sequence {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

public struct CryptoKitError: Error {}

@available(macOS 10.15, iOS 13, *)
public enum Curve25519 {
  public enum Signing {
    public struct PublicKey {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { throw CryptoKitError() }
      public func isValidSignature<S: DataProtocol, D: DataProtocol>(
        _ signature: S, for data: D
      ) -> Bool { false }
    }
  }
}

@available(macOS 10.15, iOS 13, *)
public enum P256 {
  public enum Signing {
    public struct PublicKey {
      public init<D: ContiguousBytes>(x963Representation: D) throws { throw CryptoKitError() }
      @available(macOS 13, iOS 16, *)
      public init<D: ContiguousBytes>(compressedRepresentation: D) throws { throw CryptoKitError() }
      @available(macOS 11, iOS 14, *)
      public init(pemRepresentation: String) throws { throw CryptoKitError() }
      public var x963Representation: Data { Data() }
      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }

    public struct ECDSASignature {
      public init<D: DataProtocol>(derRepresentation: D) throws { throw CryptoKitError() }
    }
  }
}
