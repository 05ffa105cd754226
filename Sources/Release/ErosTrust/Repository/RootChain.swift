import ErosCore

/// The root metadata of a store, from the trusted version to the newest.
///
/// As devices require, each file is signed by the keys of the previous file and by its own. Expiry
/// is not checked.
package struct RootChain {
  /// Oldest first.
  package private(set) var roots: [RootMetadata]

  package var newest: RootMetadata { roots[roots.count - 1] }

  /// Reads the chain.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: The root metadata to start from.
  /// - Throws: `TrustError` if a file is malformed or not signed, or `TransportError` if the store
  ///   is unreachable.
  package init(of store: any ObjectReader, from pinnedRoot: [UInt8]) async throws {
    let file = TopLevelRole.root.file
    roots = [try SignedMetadata<RootMetadata>(pinnedRoot, file: file).contents]
    while roots.count <= TrustLimits.standard.rootRotations {
      let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: newest.version + 1)
      guard let bytes = try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes
      else { break }
      let next = try SignedMetadata<RootMetadata>(bytes, file: key.text)
      guard next.contents.version == newest.version + 1,
        try next.isSigned(by: newest[.root], from: newest.keys),
        try next.isSigned(by: next.contents[.root], from: next.contents.keys)
      else {
        throw TrustError.malformed(
          file: key.text, reason: "it is not signed by the keys of the previous root metadata")
      }
      roots.append(next.contents)
    }
  }
}
