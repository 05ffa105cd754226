public import ErosCore

extension Platform {
  /// The extent of a URI that a route's expression must match: iOS accepts a match anywhere, Android
  /// only a match of the complete URI.
  public var routeExtent: RouteExpression.Extent {
    switch self {
    case .ios: .anywhere
    case .android: .whole
    }
  }
}

/// Where a URI leads.
public struct RouteResolution: Sendable {
  /// A file on the device.
  public struct File: Hashable, Sendable {
    /// Whether it was downloaded or shipped.
    public let source: RouteChoice.Source
    /// Its path, which begins with the one that the caller gave the sandbox.
    public let path: String
  }

  /// The URI that was looked for.
  public let uri: String
  /// Whose rules were followed.
  public let platform: Platform
  /// Where the routes that count lie.
  public let routes: RouteChoice.Source
  /// The version of the map that counts, where it says one.
  public let version: RouteVersion?
  /// All routes in the order in which they are tried, with what became of each.
  public let candidates: [RouteCandidate]
  /// The routes that the URI belongs to: on iOS at most one, on Android at most one of each list, since
  /// whoever opens a page looks in one and whoever draws a part of a page in the other.
  public let matches: [Match]

  /// A route that the URI belongs to.
  public struct Match: Sendable {
    /// The route.
    public let route: Route
    /// The page on the device, or `nil` when it has to be loaded from the network.
    public let file: File?
  }

  /// The first route that the URI belongs to, or `nil` when it belongs to none.
  public var route: Route? { matches.first?.route }
  /// The page of that route on the device.
  public var file: File? { matches.first?.file }

  /// Whether a page should be on the device and is not.
  public var isPageLost: Bool { matches.contains { $0.file == nil && $0.route.isPackedInApp } }

  /// The routes before the one that has the URI, or all, if none has, that may have it just as well,
  /// because their expressions cannot be judged.
  public var unjudged: [Route] {
    let before = candidates.prefix { $0.verdict != .chosen }
    return before.filter { if case .unusable(.unknown) = $0.verdict { true } else { false } }
      .map(\.route)
  }
}

/// One route, and what became of it when a URI was looked for.
public struct RouteCandidate: Sendable {
  /// What became of a route.
  public enum Verdict: Hashable, Sendable {
    /// The URI belongs to it.
    case chosen
    /// It matches, too, but an earlier one has the URI already.
    case later
    /// It does not match.
    case noMatch
    /// It matches a part of the URI, and Android wants all of it to match.
    case partOnly
    /// Its expression says nothing.
    case unusable(RouteExpressionError)

    /// The verdict in a word; a contract for scripts.
    public var name: String {
      switch self {
      case .chosen: "chosen"
      case .later: "later"
      case .noMatch: "no-match"
      case .partOnly: "part-only"
      case .unusable(.invalid): "invalid"
      case .unusable(.unknown): "unknown"
      }
    }
  }

  /// The route that was tried.
  public let route: Route
  /// What became of it.
  public let verdict: Verdict

  /// Far above what real maps need; some seconds.
  private static let mostWork = 1_000_000_000

  /// Tries all routes of a map in turn; Android chooses in each list for itself.
  public static func all(
    for uri: String, in map: RouteMap, _ platform: Platform
  ) -> [RouteCandidate] {
    var found: Set<Route.List> = []
    var work = WorkBudget(mostWork)
    return map.routes.map { route in
      var verdict = verdict(on: route, uri, platform, &work)
      if verdict == .chosen, !found.insert(platform == .android ? route.list : .items).inserted {
        verdict = .later
      }
      return RouteCandidate(route: route, verdict: verdict)
    }
  }

  private static func verdict(
    on route: Route, _ uri: String, _ platform: Platform, _ work: inout WorkBudget
  ) -> Verdict {
    do throws(RouteExpressionError) {
      let expression = try RouteExpression(route.uri, &work)
      if try expression.matches(uri, platform.routeExtent, &work) { return .chosen }
      guard platform == .android else { return .noMatch }
      return try expression.matches(uri, .anywhere, &work) ? .partOnly : .noMatch
    } catch {
      return .unusable(error)
    }
  }
}
