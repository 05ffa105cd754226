extension ObjectReader {
  /// Returns the root metadata in the store if it differs from the trusted root metadata of the
  /// same version.
  ///
  /// They differ if the two belong to different stores, or if one was replaced. The result is not
  /// verified, so use it only to explain an error.
  ///
  /// - Parameter pinnedRoot: The trusted root metadata file.
  /// - Returns: `nil` if they are equal, or if the file in the store cannot be read.
  /// - Throws: `TrustError.malformed` if `pinnedRoot` is not root metadata.
  package func otherRoot(than pinnedRoot: [UInt8]) async throws -> RootMetadata? {
    let pinned = try SignedMetadata<RootMetadata>(pinnedRoot, file: TopLevelRole.root.file)
    let object = StoreLayout.metadata(
      TopLevelRole.root.rawValue, version: pinned.contents.version)
    guard let bytes = try? await read(object, limit: TrustLimits.standard.rootBytes)?.bytes,
      let storeRoot = try? SignedMetadata<RootMetadata>(bytes, file: object.text),
      storeRoot.signedBytes != pinned.signedBytes
    else { return nil }
    return storeRoot.contents
  }
}
