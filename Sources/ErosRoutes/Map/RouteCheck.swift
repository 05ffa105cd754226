import ErosCore

/// Finds out what is wrong with the expressions of routes: by themselves, and one after the other.
public struct RouteCheck {
  /// One expression, and the list that its route stands in.
  public typealias Entry = (list: Route.List, uri: String)

  /// How many earlier routes are put together to hide another one; more are too much to try.
  private static let mostCompared = 8
  /// How much is tried for all routes together, enough for more than a thousand; some seconds.
  package static let mostWork = 400_000_000

  /// A route whose expression is understood.
  private struct Judged {
    let list: Route.List
    let expression: RouteExpression
    /// How every URI begins that it matches, as far as that is certain.
    let beginning: String
  }

  private var problems: [RouteProblem] = []
  /// The routes so far whose expressions are understood.
  private var earlier: [Judged] = []
  private var work: WorkBudget
  /// The first route that was not compared any more, and how many followed it.
  private var givenUp: (uri: String, more: Int)?

  /// Checks the expressions of routes, given in the order in which a URI is looked for.
  ///
  /// The work is limited: a warning says from which route on nothing more was compared.
  public static func problems(_ routes: [Entry]) -> [RouteProblem] {
    problems(routes, work: mostWork)
  }

  /// Checks with another limit.
  package static func problems(_ routes: [Entry], work: Int) -> [RouteProblem] {
    var check = RouteCheck(work: WorkBudget(work))
    for route in routes { check.add(route) }
    if let (uri, more) = check.givenUp {
      check.problems.append(
        RouteProblem(
          .expressionUnknown, uri,
          "from this route on, \(more + 1) in all, eros does not say which are hidden or mean different things on iOS and Android: there is too much to try",
          .warning))
    }
    return check.problems
  }

  private mutating func add(_ route: Entry) {
    do throws(RouteExpressionError) {
      guard givenUp == nil, !work.isSpent else {
        givenUp = (givenUp?.uri ?? route.uri, givenUp.map { $0.more + 1 } ?? 0)
        return try RouteExpression.checkSyntax(route.uri)
      }
      let expression = try RouteExpression(route.uri, &work)
      let judged = Judged(
        list: route.list, expression: expression, beginning: expression.beginning)
      let before = problems.count
      compare(judged)
      earlier.append(judged)
      if work.isSpent, problems.count == before { givenUp = (route.uri, 0) }
    } catch {
      problems.append(Self.problem(error, route.uri))
    }
  }

  private mutating func compare(_ route: Judged) {
    let shape = shape(of: route.expression)
    if let problem = difference(route.expression, shape) ?? missingAnchor(route.expression) {
      problems.append(problem)
    }
    if let problem = hiding(of: route, shape) { problems.append(problem) }
  }

  private static func problem(_ error: RouteExpressionError, _ uri: String) -> RouteProblem {
    switch error {
    case .invalid:
      RouteProblem(.expressionInvalid, uri, "the expression does not compile: \(error)")
    case .unknown: RouteProblem(.expressionUnknown, uri, "\(error)", .warning)
    }
  }

  /// The URIs that a route is about: ordinary ones, or for an expression that matches none of these,
  /// any text.
  private mutating func shape(of expression: RouteExpression) -> URIShape {
    let comparison = ExpressionComparison([(expression, .anywhere)])
    return comparison.firstURI(.ordinary, &work) { $0[0] } == .none ? .anything : .ordinary
  }

  // MARK: - Platforms

  /// A URI that iOS opens by its beginning and Android does not.
  private mutating func difference(
    _ expression: RouteExpression, _ shape: URIShape
  ) -> RouteProblem? {
    let comparison = ExpressionComparison([
      (expression, .whole), (expression, .beginning), (expression, .anywhere),
    ])
    // Where Android never matches, any part that iOS finds counts.
    let isDead = comparison.firstURI(shape, &work) { $0[0] } == .none
    let answer = comparison.firstURI(shape, &work) { isDead ? $0[2] : $0[1] && !$0[0] }
    guard case .example(let example) = answer else { return nil }
    return RouteProblem(
      .platformsDiffer, expression.text,
      """
      iOS opens '\(example)', because some part of it matches; Android does not, because not all of \
      it does: begin the expression with '^', and end it with '$', or with '.*' and '$'
      """)
  }

  private mutating func missingAnchor(_ expression: RouteExpression) -> RouteProblem? {
    let comparison = ExpressionComparison([(expression, .whole), (expression, .anywhere)])
    let answer = comparison.firstURI(.anything, &work) { $0[1] && !$0[0] }
    guard case .example(let example) = answer else { return nil }
    return RouteProblem(
      .notAnchored, expression.text,
      "iOS also opens other URIs that hold such a one, such as '\(example)': begin it with '^'",
      .warning)
  }

  // MARK: - Order

  /// Looks for a URI that is left for a route, and takes in an earlier route for each that is not.
  ///
  /// First among the URIs that the route is about, since these make the better examples; but only when
  /// nothing else at all is left either, the route is hidden.
  private mutating func hiding(of route: Judged, _ shape: URIShape) -> RouteProblem? {
    var hiders: [Judged] = []
    var taken: String?
    var shape = shape
    while hiders.count <= Self.mostCompared {
      let comparison = ExpressionComparison(
        ([route] + hiders).map { ($0.expression, RouteExpression.Extent.anywhere) })
      let left = comparison.firstURI(shape, &work) { $0[0] && !$0.dropFirst().contains(true) }
      switch left {
      case .unknown: return nil
      case .none where !shape.isText: shape = .text
      case .none: return taken.map { Self.problem(route, hiders, $0) }
      case .example(let example):
        guard let rival = rival(of: route, for: example) else { return nil }
        taken = taken ?? example
        hiders.append(rival)
      }
    }
    return nil
  }

  /// The first earlier route that takes a URI away, one of the same list if there is any.
  private mutating func rival(of route: Judged, for uri: String) -> Judged? {
    let lists = [route.list] + Route.List.allCases.filter { $0 != route.list }
    for list in lists {
      for other in earlier where other.list == list {
        work.spend(Self.costOfLooking)
        guard !work.isSpent else { return nil }
        guard uri.begins(with: other.beginning) else { continue }
        if (try? other.expression.matches(uri, .anywhere, &work)) ?? false { return other }
      }
    }
    return nil
  }

  /// What it costs to see that a URI begins otherwise, in instructions.
  private static let costOfLooking = 2

  private static func problem(
    _ route: Judged, _ hiders: [Judged], _ taken: String
  ) -> RouteProblem {
    let names = hiders.map { "'\($0.expression.text)'" }.joined(separator: " and ")
    let isOnlyOnIOS = hiders.contains { $0.list != route.list }
    return RouteProblem(
      .routeHidden, route.expression.text,
      """
      \(isOnlyOnIOS ? "iOS never reaches it" : "it is never reached"), because all its URIs, such as \
      '\(taken)', belong to \(names) before it\
      \(isOnlyOnIOS ? "; Android looks for pages and for parts of pages in lists of their own" : "")
      """)
  }
}
