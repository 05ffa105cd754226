import ErosCore
package import ErosCrypto

/// A metadata file with its signatures.
///
/// The signatures are not verified when the file is read; see ``isSigned(by:from:)``.
package struct SignedMetadata<Contents: RoleMetadata>: Sendable {
  /// The contents that the signatures cover.
  package let contents: Contents
  /// The signatures, at most one for each key ID.
  package let signatures: [MetadataSignature]
  /// The canonical form of the contents.
  package let signedBytes: [UInt8]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: The name of the file in errors.
  /// - Throws: ``TrustError/malformed(file:reason:)``.
  package init(_ bytes: [UInt8], file: String) throws(TrustError) {
    do {
      let limits = JSONReader.Limits(bytes: bytes.count, values: bytes.count)
      try self.init(JSONReader.read(bytes, file: file, limits: limits).value)
    } catch let error as JSONError {
      throw .malformed(file: file, reason: "\(error.position): \(error.kind)")
    } catch let error as MetadataFault {
      throw .malformed(file: file, reason: error.reason)
    } catch {
      throw .malformed(file: file, reason: "\(error)")
    }
  }

  private init(_ value: JSONValue) throws {
    var fields = try MetadataFields(value, "the file")
    let signed = try fields.value("signed")
    guard let signedBytes = CanonicalJSON.encode(signed) else {
      throw MetadataFault("it contains a number that is not an integer")
    }
    self.signedBytes = signedBytes
    contents = try Contents(signed)
    signatures = try fields.array("signatures").map { try MetadataSignature($0) }
    guard Set(signatures.map(\.keyID)).count == signatures.count else {
      throw MetadataFault("it has two signatures with the same key ID")
    }
  }

  /// Returns whether enough different keys of a role have signed the contents.
  ///
  /// A key counts once, even if `table` has it under several key IDs. A key whose ID is not the digest
  /// of the key does not count, and neither does an invalid signature.
  package func isSigned(by role: RoleKeys, from table: KeyTable) throws(CryptoError) -> Bool {
    let signatures = Dictionary(
      signatures.map { ($0.keyID, $0) }, uniquingKeysWith: { first, _ in first })
    var signers: Set<PublicKey> = []
    for keyID in role.keyIDs {
      guard let signature = signatures[keyID]?.bytes, let key = table[keyID],
        try key.id() == keyID, let publicKey = key.publicKey, !signers.contains(publicKey),
        try publicKey.isValid(signature, for: signedBytes)
      else { continue }
      signers.insert(publicKey)
      if signers.count >= role.threshold { return true }
    }
    return false
  }
}

/// A signature of metadata.
package struct MetadataSignature: Sendable {
  /// The ID of the key.
  package let keyID: String
  /// The signature; `nil` if it is not written in hexadecimal digits.
  package let bytes: [UInt8]?

  init(_ value: JSONValue) throws(MetadataFault) {
    var fields = try MetadataFields(value, "a signature")
    keyID = try fields.string("keyid")
    bytes = [UInt8](hexadecimal: try fields.string("sig"))
  }
}

extension RoleMetadata {
  /// Returns the file with these contents, signed by `signers`.
  ///
  /// - Throws: The error of a signer.
  package func signed(by signers: [any MetadataSigner]) throws -> [UInt8] {
    let contents = json
    let bytes = JSONWriter.write(contents)
    let message = CanonicalJSON.encode(contents) ?? bytes
    var signatures: [JSONValue] = []
    for signer in signers {
      guard let keyID = try TrustKey(signer.publicKey)?.id() else { continue }
      let signature = try signer.sign(message)
      signatures.append(
        .sorted(["keyid": .string(keyID), "sig": .string(signature.hexadecimalText)]))
    }
    return JSONWriter.write(.sorted(["signatures": .list(signatures), "signed": contents]))
  }
}
