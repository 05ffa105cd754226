import ErosCore
package import ErosCrypto

/// A metadata file with its signatures.
///
/// The signatures are not verified when the file is read; see ``isSigned(by:from:)``. A file can be
/// signed by one person after the other:
///
/// ```swift
/// let draft = try SignedMetadata(root).adding(signatureBy: first)
/// let complete = try SignedMetadata<RootMetadata>(draft.bytes, file: "2.root.json")
///   .adding(signatureBy: second)
/// ```
package struct SignedMetadata<Contents: RoleMetadata>: Sendable {
  /// The maximum number of JSON values in a file.
  ///
  /// In memory a value has about 100 bytes, and 2 in a hostile file.
  private static var maximumValues: Int { 200_000 }

  /// The contents that the signatures cover.
  package let contents: Contents
  /// The signatures, at most one for each key ID.
  package let signatures: [MetadataSignature]
  /// The canonical form of the contents.
  package let signedBytes: [UInt8]
  /// The file.
  package let bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: The name of the file in errors.
  /// - Throws: ``TrustError/malformed(file:reason:)``.
  package init(_ bytes: [UInt8], file: String) throws(TrustError) {
    do {
      try self.init(bytes, Self.value(of: bytes))
    } catch {
      throw .malformed(file: file, reason: MetadataFault.reason(for: error))
    }
  }

  /// Creates a file without signatures.
  ///
  /// - Throws: ``TrustError/cannotSign(role:reason:)`` if a device would refuse the file in any case,
  ///   for example because of a date after the year 9999.
  package init(_ contents: Contents) throws(TrustError) {
    do {
      let value = JSONValue.sorted(["signatures": .list([]), "signed": contents.json])
      let bytes = JSONWriter.write(value)
      try self.init(bytes, Self.value(of: bytes))
    } catch {
      throw .cannotSign(role: Contents.type, reason: MetadataFault.reason(for: error))
    }
  }

  private init(_ bytes: [UInt8], _ value: JSONValue) throws {
    var fields = try MetadataFields(value, "the file")
    let signed = try fields.value("signed")
    guard let signedBytes = CanonicalJSON.encode(signed) else {
      throw MetadataFault("it contains a number that is not an integer")
    }
    self.bytes = bytes
    self.signedBytes = signedBytes
    contents = try Contents(signed)
    signatures = try fields.array("signatures").map { try MetadataSignature($0) }
    guard Set(signatures.map(\.keyID)).count == signatures.count else {
      throw MetadataFault("it has two signatures with the same key ID")
    }
  }

  private static func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let limits = JSONReader.Limits(bytes: bytes.count, values: maximumValues)
    return try JSONReader.read(bytes, file: "", limits: limits).value
  }

  /// Returns the file with the signature of a key, which replaces an earlier one with the same key ID.
  ///
  /// Everything else in the file is kept, including fields that the specification does not define.
  ///
  /// - Throws: ``TrustError/cannotSign(role:reason:)`` if the signature is not valid, or the error of
  ///   the signer.
  package func adding(signatureBy signer: any MetadataSigner) throws -> SignedMetadata {
    let keyID = try signer.publicKey.trustKeyID()
    let signature = try signer.sign(signedBytes)
    guard try signer.publicKey.isValid(signature, for: signedBytes) else {
      throw TrustError.cannotSign(
        role: Contents.type, reason: "the signature by the key '\(keyID)' is not valid")
    }
    var file = try Self.value(of: bytes).object ?? JSONObject()
    let others = (file["signatures"]?.array ?? []).map(\.value).filter {
      $0.object?["keyid"]?.string != keyID
    }
    let added = JSONValue.sorted([
      "keyid": .string(keyID), "sig": .string(signature.hexadecimalText),
    ])
    file["signatures"] = .list(others + [added])
    return try SignedMetadata(JSONWriter.write(.object(file)), file: Contents.type.file)
  }

  /// Returns whether enough different keys of a role have signed the contents.
  ///
  /// A key counts once, even if `table` contains it under several key IDs. A key whose ID is not the
  /// digest of the key does not count, and neither does an invalid signature.
  package func isSigned(by role: RoleKeys, from table: KeyTable) throws(CryptoError) -> Bool {
    try signerCount(of: role, from: table) >= role.threshold
  }

  /// Returns the number of different keys of a role that have signed the contents, at most the
  /// threshold of the role.
  func signerCount(of role: RoleKeys, from table: KeyTable) throws(CryptoError) -> Int {
    let signatures = Dictionary(
      signatures.map { ($0.keyID, $0) }, uniquingKeysWith: { first, _ in first })
    var signers: Set<PublicKey> = []
    for keyID in role.keyIDs {
      guard let signature = signatures[keyID]?.bytes, let key = table[keyID],
        try key.id() == keyID, let publicKey = key.publicKey, !signers.contains(publicKey),
        try publicKey.isValid(signature, for: signedBytes)
      else { continue }
      signers.insert(publicKey)
      if signers.count >= role.threshold { break }
    }
    return signers.count
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
  /// - Throws: ``TrustError/cannotSign(role:reason:)`` if a device would refuse the file, or the error
  ///   of a signer.
  package func signed(by signers: [any MetadataSigner]) throws -> [UInt8] {
    var signed = try SignedMetadata(self)
    for signer in signers {
      let keyID = try signer.publicKey.trustKeyID()
      guard !signed.signatures.contains(where: { $0.keyID == keyID }) else {
        throw TrustError.cannotSign(
          role: Self.type, reason: "two signers have the same key '\(keyID)'")
      }
      signed = try signed.adding(signatureBy: signer)
    }
    return signed.bytes
  }
}
