/// The choice between the downloaded route map and the shipped route map at the launch of an app.
public struct RouteChoice: Hashable, Sendable {
  /// The source of the active map.
  public enum Source: String, Sendable {
    /// The downloaded files.
    case cache
    /// The files shipped with the app.
    case resource
  }

  /// The presence of a map, and its version.
  public enum Presence: Hashable, Sendable {
    /// The map does not exist or is damaged.
    case absent
    /// The map exists, with an optional version.
    case present(version: RouteVersion?)

    init(_ map: RouteMap?) { self = map.map { .present(version: $0.version) } ?? .absent }
  }

  /// The source of the active map.
  public let source: Source
  /// Whether the cache must be emptied.
  public let emptiesCache: Bool

  /// Chooses the active map, or returns `nil` if both are absent.
  ///
  /// - The map with the higher version is active. If the versions are equal, the downloaded map is.
  /// - A shipped map with a version replaces a downloaded map without a version.
  /// - Any downloaded map replaces a shipped map without a version.
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
