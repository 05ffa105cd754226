package import ErosCrypto

/// A signer of metadata, whose private key may be outside this process.
package protocol MetadataSigner: Sendable {
  /// The key that verifies the signatures.
  var publicKey: PublicKey { get }

  /// Returns the signature of `message`.
  ///
  /// - Throws: ``KeyError`` if the signer is out of reach or its answer is not a valid signature.
  func sign(_ message: [UInt8]) throws -> [UInt8]
}

/// A key in the memory of this process.
extension SigningKey: MetadataSigner {}
