extension ObjectReader {
  /// Returns the store's root metadata with the version of trusted root metadata, if the two differ.
  ///
  /// They differ if the trusted root metadata belongs to another store, or if one of the two was replaced.
  /// The result is not verified, so it only explains an error.
  ///
  /// - Parameter pinnedRoot: The trusted root metadata file.
  /// - Returns: The root metadata, or `nil` if it cannot be read.
  /// - Throws: `TrustError.malformed` if `pinnedRoot` is not root metadata.
  package func otherRoot(than pinnedRoot: [UInt8]) async throws -> RootMetadata? {
    let pinned = try SignedMetadata<RootMetadata>(pinnedRoot, file: TopLevelRole.root.file)
    let object = StoreLayout.metadata(
      TopLevelRole.root.rawValue, version: pinned.contents.version)
    guard let bytes = try? await read(object, limit: TrustLimits.standard.rootBytes)?.bytes,
      let own = try? SignedMetadata<RootMetadata>(bytes, file: object.text),
      own.signedBytes != pinned.signedBytes
    else { return nil }
    return own.contents
  }
}
