import ErosCore
import ErosTrust

extension ServeError {
  /// Explains an error if a wrong option or root metadata causes it.
  ///
  /// - Parameters:
  ///   - error: Why the store could not be read.
  ///   - store: The store.
  ///   - root: The root metadata in the configuration.
  /// - Returns: A clearer error, or `error` itself.
  static func explaining(
    _ error: any Error, in store: any ObjectReader, root: [UInt8]
  ) async -> any Error {
    switch error {
    case TrustError.notSigned:
      if let mistake = await differentRoot(store, root) { return mistake }
    case TrustError.missing(file: TopLevelRole.timestamp.file, status: nil):
      // If this read fails as well, `error` says more.
      if let missing = try? await missingStore(store) { return missing }
    default: break
    }
    return error
  }

  /// Returns the mistake in the location or the root metadata of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - root: The root metadata in the configuration, or `nil` if it cannot be read.
  /// - Returns: `nil` if there is no mistake.
  /// - Throws: `TransportError`, `FileError` or `StoreError` if the store cannot be read.
  static func mistake(in store: any ObjectReader, root: [UInt8]?) async throws -> ServeError? {
    if let missing = try await missingStore(store) { return missing }
    guard let root else { return nil }
    return await differentRoot(store, root)
  }

  private static func differentRoot(
    _ store: any ObjectReader, _ root: [UInt8]
  ) async -> ServeError? {
    let other = try? await store.otherRoot(than: root)
    return other.map { _ in .otherRoot(store: store.location) }
  }

  /// Returns an error if the location has no store metadata.
  private static func missingStore(_ store: any ObjectReader) async throws -> ServeError? {
    let root = StoreLayout.metadata(TopLevelRole.root.rawValue, version: 1)
    for key in [StoreLayout.timestamp, root] {
      guard try await store.status(of: key) == nil else { return nil }
    }
    guard let inside = ObjectKey(TopLevelRole.timestamp.file) else { return nil }
    let isInside = try await store.status(of: inside) != nil
    return .notAStore(store.location, isInside: isInside)
  }
}
