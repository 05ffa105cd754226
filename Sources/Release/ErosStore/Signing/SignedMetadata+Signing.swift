import ErosCore
import ErosCrypto
import ErosTrust

/// Several people can sign a file, one after the other:
///
/// ```swift
/// let draft = try SignedMetadata(root).adding(signatureBy: first)
/// let complete = try SignedMetadata<RootMetadata>(draft.bytes, file: "2.root.json")
///   .adding(signatureBy: second)
/// ```
extension SignedMetadata {
  /// Creates a file with no signatures yet.
  ///
  /// - Throws: ``TrustError/cannotSign(role:reason:)`` if a device would refuse it whatever its
  ///   signatures, for example because of a date after the year 9999.
  init(_ contents: Contents) throws(TrustError) {
    let value = JSONValue.sorted(["signatures": .list([]), "signed": contents.json])
    do {
      try self.init(JSONWriter.write(value), file: Contents.type.file)
    } catch TrustError.malformed(_, let reason) {
      throw .cannotSign(role: Contents.type, reason: reason)
    }
  }

  /// Adds a signature, replacing one with the same key ID.
  ///
  /// Everything else in the file stays, even fields that the specification does not define.
  ///
  /// - Throws: ``TrustError/cannotSign(role:reason:)`` if the signature is invalid, or ``KeyError``
  ///   if the signer fails.
  func adding(signatureBy signer: any MetadataSigner) throws -> SignedMetadata {
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
}

extension RoleMetadata {
  /// Returns a file with these contents, signed by `signers`.
  ///
  /// - Throws: ``TrustError/cannotSign(role:reason:)`` if a device would refuse it, or ``KeyError``
  ///   if a signer fails.
  func signed(by signers: [any MetadataSigner]) throws -> [UInt8] {
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
