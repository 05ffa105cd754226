/// The choice between the downloaded route map and the shipped one at the start of an app.
public struct RouteChoice: Hashable, Sendable {
  /// The source of the active map.
  public enum Source: String, Sendable {
    /// The downloaded files.
    case cache
    /// The files that the app ships.
    case resource
  }

  /// The presence of a map, and its version.
  public enum Presence: Hashable, Sendable {
    /// The map does not exist or is damaged.
    case absent
    /// The map exists; its version is optional.
    case present(version: RouteVersion?)

    init(_ map: RouteMap?) { self = map.map { .present(version: $0.version) } ?? .absent }
  }

  /// The source of the active map.
  public let source: Source
  /// Whether the cache must be emptied.
  public let emptiesCache: Bool

  /// Chooses the active map, or returns `nil` if there is none.
  ///
  /// - The map with the higher version is active; if the versions are equal, the downloaded one.
  /// - A shipped map with a version replaces a downloaded map without one.
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
