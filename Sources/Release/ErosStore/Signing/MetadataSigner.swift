package import ErosCrypto

/// Signs metadata: a key in memory, or a command that has access to one.
package protocol MetadataSigner: Sendable {
  var publicKey: PublicKey { get }

  func sign(_ message: [UInt8]) throws -> [UInt8]
}

extension SigningKey: MetadataSigner {}
