/// Which of two route maps counts at a start: the downloaded one, or the one that the app ships.
public struct RouteChoice: Hashable, Sendable {
  /// Where the map that counts lies.
  public enum Source: String, Sendable {
    /// What was downloaded.
    case cache
    /// What the app ships.
    case resource
  }

  /// What is known of a map.
  public enum Presence: Hashable, Sendable {
    /// There is no map.
    case absent
    /// There is a map, which may say its version.
    case present(version: RouteVersion?)

    init(_ map: RouteMap?) { self = map.map { .present(version: $0.version) } ?? .absent }
  }

  /// Which of the two maps counts.
  public let source: Source
  /// Whether what was downloaded is of no use any more.
  public let emptiesCache: Bool

  /// Chooses, or returns `nil` when there is neither.
  ///
  /// With two versions the newer map counts, and of two equal ones the downloaded one. A downloaded map
  /// without a version gives way to one that has a version; one that the app ships without a version
  /// gives way to any.
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
