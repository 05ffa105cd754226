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

/// The route and page that a URI opens.
public struct RouteResolution: Sendable {
  /// A file on the device.
  public struct File: Hashable, Sendable {
    /// Tells if the file was downloaded or shipped.
    public let source: RouteChoice.Source
    /// The file's path, starting with the sandbox path that you passed.
    public let path: String
  }

  /// The URI that was resolved.
  public let uri: String
  /// The platform whose rules apply.
  public let platform: Platform
  /// The source of the active routes.
  public let routes: RouteChoice.Source
  /// The active map's version, if it has one.
  public let version: RouteVersion?
  /// All routes as they were tried, with the decisions about them.
  public let candidates: [RouteCandidate]
  /// The routes that open the URI.
  ///
  /// On iOS, this is at most one. Android searches pages and partial pages separately, so there can
  /// be one in each list.
  public let matches: [Match]

  /// A route that opens the URI, with its page.
  public struct Match: Sendable {
    /// The route that was chosen.
    public let route: Route
    /// The page on the device, or `nil` if it comes from the network.
    public let file: File?
  }

  /// The first chosen route, or `nil` if none matches.
  public var route: Route? { matches.first?.route }
  /// The first chosen route's page on the device.
  public var file: File? { matches.first?.file }

  /// `true` if the device lacks a page with `pack_in_app`.
  public var isPageLost: Bool { matches.contains { $0.file == nil && $0.route.isPackedInApp } }

  /// Earlier routes that may match as well: their expressions cannot be checked.
  public var unchecked: [Route] {
    let before = candidates.prefix { $0.verdict != .chosen }
    return before.filter { if case .unusable(.unknown) = $0.verdict { true } else { false } }
      .map(\.route)
  }
}

/// A route that was tried for a URI.
public struct RouteCandidate: Sendable {
  /// A decision about a route.
  public enum Verdict: Hashable, Sendable {
    /// The route opens the URI.
    case chosen
    /// The route matches, but an earlier one opens the URI.
    case later
    /// The route does not match.
    case noMatch
    /// The route matches part of the URI, but Android requires a match of the whole URI.
    case partOnly
    /// The expression is invalid or cannot be checked.
    case unusable(RouteExpressionError)

    /// The verdict's name in JSON output, stable for scripts.
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
  /// The decision about the route.
  public let verdict: Verdict

  /// A few seconds, far more than real maps need.
  private static let maximumWork = 1_000_000_000

  /// Tries all routes of a map in order.
  ///
  /// On Android, each list can have a chosen route.
  public static func all(
    for uri: String, in map: RouteMap, _ platform: Platform
  ) -> [RouteCandidate] {
    var chosenLists: Set<Route.List> = []
    var work = WorkBudget(maximumWork)
    return map.routes.map { route in
      var verdict = verdict(on: route, uri, platform, &work)
      if verdict == .chosen,
        !chosenLists.insert(platform == .android ? route.list : .items).inserted
      {
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
