/// Chooses between the downloaded and the shipped route map when an app starts.
///
/// ```swift
/// let choice = RouteChoice(
///   cache: .present(version: RouteVersion("6.5")),
///   resource: .present(version: RouteVersion("6.4")))
/// choice?.source  // .cache
/// ```
public struct RouteChoice: Hashable, Sendable {
  /// The source of the active map.
  public enum Source: String, Sendable {
    /// The app downloaded it.
    case cache
    /// The app ships it.
    case resource
  }

  /// A map that may be there, with its version.
  public enum Presence: Hashable, Sendable {
    /// The map does not exist or is damaged.
    case absent
    /// The map exists.
    ///
    /// It may have a version.
    case present(version: RouteVersion?)

    init(_ map: RouteMap?) { self = map.map { .present(version: $0.version) } ?? .absent }
  }

  /// The source of the active map.
  public let source: Source
  /// `true` if the app must empty its cache.
  public let emptiesCache: Bool

  /// Chooses the active map, or returns `nil` if there is none.
  ///
  /// - The map with the higher version is active. If both versions are equal, the downloaded map
  ///   is.
  /// - A shipped map with a version replaces a downloaded map that has none.
  /// - Any downloaded map replaces a shipped map that has no version.
  public init?(cache: Presence, resource: Presence) {
    switch (cache, resource) {
    case (.absent, .absent): return nil
    case (.absent, .present): self.init(.resource, emptiesCache: false)
    case (.present, .absent), (.present, .present(version: nil)):
      self.init(.cache, emptiesCache: false)
    case (.present(let downloaded?), .present(let shipped?)) where downloaded >= shipped:
      self.init(.cache, emptiesCache: false)
    case (.present, .present): self.init(.resource, emptiesCache: true)
    }
  }

  private init(_ source: Source, emptiesCache: Bool) {
    self.source = source
    self.emptiesCache = emptiesCache
  }
}
