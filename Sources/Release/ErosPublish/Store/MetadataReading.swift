import ErosRepository
import ErosTrust

extension ObjectReader {
  /// Returns a metadata file listed in other metadata.
  ///
  /// The signatures are not verified.
  ///
  /// - Returns: The file, or `nil` if it is missing, malformed, or differs from `reference`.
  /// - Throws: The errors of the store.
  func metadata<Metadata: RoleMetadata>(
    _ role: String, _ reference: MetadataReference, limit: Int
  ) async throws -> SignedMetadata<Metadata>? {
    guard reference.version <= TrustLimits.maximumVersion,
      let key = ObjectKey(
        StoreLayout.metadataPrefix + RoleName(role).file(version: reference.version)),
      let bytes = try await read(key, upTo: limit)?.bytes,
      try reference.record.matches(bytes),
      let signed = try? SignedMetadata<Metadata>(bytes, file: key.text),
      signed.contents.version == reference.version
    else { return nil }
    return signed
  }

  /// Reads an object, without its bytes if it is longer than `limit`.
  func read(
    _ key: ObjectKey, upTo limit: Int
  ) async throws -> (bytes: [UInt8], status: ObjectStatus)? {
    do {
      return try await read(key, limit: limit)
    } catch ObjectError.tooLong {
      return try await status(of: key).map { ([], $0) }
    }
  }
}
