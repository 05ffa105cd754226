package import ErosCrypto

/// A signer of metadata: a key in memory, or a command with access to a key.
package protocol MetadataSigner: Sendable {
  /// The public part of the key.
  var publicKey: PublicKey { get }

  /// Returns the signature of `message`.
  func sign(_ message: [UInt8]) throws -> [UInt8]
}

extension SigningKey: MetadataSigner {}
