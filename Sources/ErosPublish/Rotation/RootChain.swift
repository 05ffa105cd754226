import ErosCore
import ErosStore
import ErosTrust

/// The root metadata of a store, from the trusted one to the newest.
///
/// The signatures are not verified. ``StoreLoader`` verifies them.
struct RootChain {
  /// The root metadata, the oldest first.
  private(set) var roots: [RootMetadata]

  /// The newest root metadata.
  var newest: RootMetadata { roots[roots.count - 1] }

  /// Reads the chain.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pinnedRoot: The trusted root metadata.
  /// - Throws: `TrustError.malformed`, and the errors of the store.
  init(of store: any ObjectReader, from pinnedRoot: [UInt8]) async throws {
    let file = TopLevelRole.root.file
    roots = [try SignedMetadata<RootMetadata>(pinnedRoot, file: file).contents]
    while roots.count <= TrustLimits.standard.rootRotations {
      let key = StoreLayout.metadata(TopLevelRole.root.rawValue, version: newest.version + 1)
      guard let bytes = try await store.read(key, limit: TrustLimits.standard.rootBytes)?.bytes
      else { break }
      roots.append(try SignedMetadata<RootMetadata>(bytes, file: key.text).contents)
    }
  }
}
