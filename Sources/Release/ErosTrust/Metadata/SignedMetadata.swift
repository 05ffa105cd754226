package import ErosCore
import ErosCrypto

/// A metadata file with its signatures.
///
/// Parsing does not verify the signatures; see ``isSigned(by:from:)``.
package struct SignedMetadata<Contents: RoleMetadata>: Sendable {
  /// The maximum number of JSON values in a file.
  ///
  /// A value needs about 100 bytes of memory, but may need only 2 bytes in a malicious file.
  private static var maximumValues: Int { 200_000 }

  /// The signed contents.
  package let contents: Contents
  /// The signatures, at most one per key ID.
  package let signatures: [MetadataSignature]
  /// The canonical form of the contents.
  package let signedBytes: [UInt8]
  /// The contents of the file.
  package let bytes: [UInt8]

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - file: The name of the file in errors.
  /// - Throws: ``TrustError/malformed(file:reason:)``, ``TrustError/page(file:)``.
  package init(_ bytes: [UInt8], file: String) throws(TrustError) {
    do {
      try self.init(bytes, Self.value(of: bytes))
    } catch {
      // No JSON document starts with this character.
      if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") {
        throw .page(file: file)
      }
      throw .malformed(file: file, reason: JSONFieldFailure.reason(for: error))
    }
  }

  private init(_ bytes: [UInt8], _ value: JSONValue) throws {
    var fields = try JSONFields(value, "the file")
    let signed = try fields.value("signed")
    guard let signedBytes = CanonicalJSON.encode(signed) else {
      throw JSONFieldFailure("it contains a number that is not an integer")
    }
    self.bytes = bytes
    self.signedBytes = signedBytes
    contents = try Contents(signed)
    signatures = try fields.array("signatures").map { try MetadataSignature($0.value) }
    guard Set(signatures.map(\.keyID)).count == signatures.count else {
      throw JSONFieldFailure("it has two signatures with the same key ID")
    }
  }

  /// Parses the JSON value of a file.
  package static func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let limits = JSONReader.Limits(bytes: bytes.count, values: maximumValues)
    return try JSONReader.read(bytes, file: "", limits: limits).value
  }

  /// Returns whether enough different keys of a role have signed the contents.
  ///
  /// A key counts once, even if `table` contains it under several key IDs. Invalid signatures do
  /// not count, and keys whose ID is not their digest do not count either.
  package func isSigned(by role: RoleKeys, from table: KeyTable) throws(CryptoError) -> Bool {
    try signerCount(of: role, from: table) >= role.threshold
  }

  /// Returns the number of different keys of a role that have signed the contents.
  ///
  /// The number is at most the threshold of the role.
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
  /// The signature, or `nil` if it is not in hexadecimal digits.
  let bytes: [UInt8]?

  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a signature")
    keyID = try fields.string("keyid")
    bytes = [UInt8](hexadecimal: try fields.string("sig"))
  }
}
