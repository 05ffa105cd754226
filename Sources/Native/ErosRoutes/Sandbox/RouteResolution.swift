public import ErosCore

extension Platform {
  /// The part of a URI that a route must match: any part on iOS, the whole URI on Android.
  public var routeExtent: RouteExpression.Extent {
    switch self {
    case .ios: .part
    case .android: .complete
    }
  }
}

/// The result of resolving a URI.
public struct RouteResolution: Sendable {
  /// A file on the device.
  public struct File: Hashable, Sendable {
    /// Whether the file was downloaded or shipped.
    public let source: RouteChoice.Source
    /// The path of the file.
    ///
    /// It starts with the path of the sandbox as given.
    public let path: String
  }

  /// The URI.
  public let uri: String
  /// The platform whose rules apply.
  public let platform: Platform
  /// The source of the active routes.
  public let routes: RouteChoice.Source
  /// The version of the active map, if specified.
  public let version: RouteVersion?
  /// All routes in the order of matching, with their verdicts.
  public let candidates: [RouteCandidate]
  /// The chosen routes.
  ///
  /// iOS chooses at most one route. Android chooses at most one route of each list, because it
  /// searches pages and partial pages separately.
  public let matches: [Match]

  /// A chosen route with its page.
  public struct Match: Sendable {
    /// The route.
    public let route: Route
    /// The page on the device, or `nil` if it must be loaded from the network.
    public let file: File?
  }

  /// The first chosen route, or `nil` if no route matches.
  public var route: Route? { matches.first?.route }
  /// The page of the first chosen route on the device.
  public var file: File? { matches.first?.file }

  /// Whether the device lacks a page with `pack_in_app`.
  public var isPageLost: Bool { matches.contains { $0.file == nil && $0.route.isPackedInApp } }

  /// The earlier routes that may also match, because their expressions cannot be checked.
  public var unchecked: [Route] {
    let before = candidates.prefix { $0.verdict != .chosen }
    return before.filter { if case .unusable(.unknown) = $0.verdict { true } else { false } }
      .map(\.route)
  }
}

/// A route and its verdict for a URI.
public struct RouteCandidate: Sendable {
  /// The verdict on a route.
  public enum Verdict: Hashable, Sendable {
    /// The route opens the URI.
    case chosen
    /// The route matches, but an earlier route opens the URI.
    case later
    /// The route does not match.
    case noMatch
    /// The route matches a part of the URI, but Android requires a match of the whole URI.
    case partOnly
    /// The expression is invalid or cannot be checked.
    case unusable(RouteExpressionError)

    /// The name of the verdict, stable for scripts.
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

  /// The route.
  public let route: Route
  /// The verdict on the route.
  public let verdict: Verdict

  /// The maximum work: a few seconds, far above the need of real maps.
  private static let maximumWork = 1_000_000_000

  /// Tries all routes of a map in order; Android chooses a route in each list.
  public static func all(
    for uri: String, in map: RouteMap, _ platform: Platform
  ) -> [RouteCandidate] {
    var found: Set<Route.List> = []
    var work = WorkBudget(maximumWork)
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
      return try expression.matches(uri, .part, &work) ? .partOnly : .noMatch
    } catch {
      return .unusable(error)
    }
  }
}
