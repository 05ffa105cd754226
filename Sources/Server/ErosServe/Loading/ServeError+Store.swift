import ErosCore
import ErosRepository
import ErosTrust

extension ServeError {
  /// Returns the mistake of an operator that looks like damage or forgery of a store, or the error
  /// itself.
  ///
  /// - Parameters:
  ///   - error: The error of a read.
  ///   - store: The store.
  ///   - root: The root metadata of the configuration.
  /// - Returns: The mistake, or the error.
  static func explaining(
    _ error: any Error, in store: any ObjectReader, root: [UInt8]
  ) async -> any Error {
    switch error {
    case TrustError.notSigned:
      if let mistake = await differentRoot(store, root) { return mistake }
    case TrustError.missing(file: TopLevelRole.timestamp.file, status: nil):
      if let missing = await missingStore(store) { return missing }
    default: break
    }
    return error
  }

  /// Returns the mistake in the location or the root metadata of a store, or `nil`.
  static func mistake(in store: any ObjectReader, root: [UInt8]) async -> ServeError? {
    if let missing = await missingStore(store) { return missing }
    return await differentRoot(store, root)
  }

  private static func differentRoot(
    _ store: any ObjectReader, _ root: [UInt8]
  ) async -> ServeError? {
    let other = try? await store.otherRoot(than: root)
    return other.map { _ in .otherRoot(store: store.location) }
  }

  /// Returns an error if a location has no metadata of a store.
  private static func missingStore(_ store: any ObjectReader) async -> ServeError? {
    do {
      let root = StoreLayout.metadata(TopLevelRole.root.rawValue, version: 1)
      for key in [StoreLayout.timestamp, root] {
        guard try await store.status(of: key) == nil else { return nil }
      }
      guard let inside = ObjectKey(TopLevelRole.timestamp.file) else { return nil }
      let isInside = try await store.status(of: inside) != nil
      return .notAStore(store.location, isInside: isInside)
    } catch {
      // The store is out of reach, which is another error.
      return nil
    }
  }
}
