package import ErosCore
import ErosCrypto

/// A metadata file with its signatures.
///
/// Parsing verifies nothing. Call ``isSigned(by:from:)`` for that.
package struct SignedMetadata<Contents: RoleMetadata>: Sendable {
  /// The maximum number of JSON values in a file.
  ///
  /// A value takes about 100 bytes of memory, but a malicious file can pack one into 2 bytes.
  private static var maximumValues: Int { 200_000 }

  package let contents: Contents
  /// At most one per key ID.
  package let signatures: [MetadataSignature]
  /// The signed bytes: the contents in canonical form.
  package let signedBytes: [UInt8]
  /// The file as it was read.
  package let bytes: [UInt8]

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - file: Its name in errors.
  /// - Throws: ``TrustError/page(file:)`` for an HTML page, or
  ///   ``TrustError/malformed(file:reason:)`` if the file is invalid in another way.
  package init(_ bytes: [UInt8], file: String) throws(TrustError) {
    do {
      try self.init(bytes, Self.value(of: bytes))
    } catch {
      // JSON never starts with `<`.
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

  package static func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let limits = JSONReader.Limits(bytes: bytes.count, values: maximumValues)
    return try JSONReader.read(bytes, file: "", limits: limits).value
  }

  /// Returns `true` if enough different keys have signed.
  ///
  /// A key counts once, even if `table` has it under several IDs. Invalid signatures do not count,
  /// and neither do keys whose ID is not their digest.
  package func isSigned(by role: RoleKeys, from table: KeyTable) throws(CryptoError) -> Bool {
    try signerCount(of: role, from: table) >= role.threshold
  }

  /// Returns the number of different keys that have signed, up to the threshold of the role.
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

package struct MetadataSignature: Sendable {
  package let keyID: String
  /// `nil` if the signature is not hexadecimal.
  let bytes: [UInt8]?

  init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a signature")
    keyID = try fields.string("keyid")
    bytes = [UInt8](hexadecimal: try fields.string("sig"))
  }
}
