import ErosTrust

extension ObjectReader {
  /// Reads a file that other metadata lists.
  ///
  /// Its signatures are not verified.
  ///
  /// - Returns: `nil` if the file is missing, malformed, or differs from `reference`.
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

  /// Returns the newest metadata that `keys` have signed and `parse` accepts.
  ///
  /// - Parameters:
  ///   - role: The name of the role.
  ///   - versions: Versions in the store, ascending. The last 100 are tried.
  ///   - keys: The keys of the role.
  ///   - table: Public keys by ID.
  ///   - parse: Returns `nil` for unusable contents.
  /// - Returns: `nil` if no version is usable.
  /// - Throws: `TransportError` if the store is unreachable.
  func newestMetadata<Contents>(
    of role: String, _ versions: [Int64], signedBy keys: RoleKeys, from table: KeyTable,
    _ parse: (TargetsMetadata) -> Contents?
  ) async throws -> (signed: SignedMetadata<TargetsMetadata>, contents: Contents)? {
    for version in versions.suffix(100).reversed() {
      let signed: SignedMetadata<TargetsMetadata>? = try await metadata(
        role, MetadataReference(version: version), limit: TrustLimits.standard.targetsBytes)
      if let signed, try signed.isSigned(by: keys, from: table),
        let contents = parse(signed.contents)
      {
        return (signed, contents)
      }
    }
    return nil
  }

  /// Reads an object, but returns no bytes if it is longer than `limit`.
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
