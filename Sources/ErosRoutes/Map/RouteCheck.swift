/// Finds out what is wrong with the expressions of routes: by themselves, and one after the other.
public struct RouteCheck {
  /// How many earlier routes are put together to hide another one; more are too much to try.
  private static let mostCompared = 8

  private var problems: [RouteProblem] = []
  /// The routes so far whose expressions are understood.
  private var earlier: [RouteExpression] = []

  /// Checks the expressions of routes, given in the order in which a URI is looked for.
  public static func problems(_ expressions: [String]) -> [RouteProblem] {
    var check = RouteCheck()
    for expression in expressions { check.add(expression) }
    return check.problems
  }

  private mutating func add(_ uri: String) {
    do throws(RouteExpressionError) {
      let expression = try RouteExpression(uri)
      let shape = Self.shape(of: expression)
      if let problem = Self.difference(expression, shape) ?? Self.missingAnchor(expression) {
        problems.append(problem)
      }
      if let problem = hiding(of: expression, shape) { problems.append(problem) }
      earlier.append(expression)
    } catch {
      problems.append(Self.problem(error, uri))
    }
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
  private static func shape(of expression: RouteExpression) -> URIShape {
    let comparison = ExpressionComparison([(expression, .anywhere)])
    return comparison.firstURI(.ordinary) { $0[0] } == .none ? .anything : .ordinary
  }

  // MARK: - Platforms

  /// A URI that iOS opens by its beginning and Android does not.
  private static func difference(
    _ expression: RouteExpression, _ shape: URIShape
  ) -> RouteProblem? {
    let comparison = ExpressionComparison([
      (expression, .whole), (expression, .beginning), (expression, .anywhere),
    ])
    // Where Android never matches, any part that iOS finds counts.
    let isDead = comparison.firstURI(shape) { $0[0] } == .none
    let answer = comparison.firstURI(shape) { isDead ? $0[2] : $0[1] && !$0[0] }
    guard case .example(let example) = answer else { return nil }
    return RouteProblem(
      .platformsDiffer, expression.text,
      """
      iOS opens '\(example)', because some part of it matches; Android does not, because not all of \
      it does: begin the expression with '^', and end it with '$', or with '.*' and '$'
      """)
  }

  private static func missingAnchor(_ expression: RouteExpression) -> RouteProblem? {
    let comparison = ExpressionComparison([(expression, .whole), (expression, .anywhere)])
    guard case .example(let example) = comparison.firstURI(.anything, where: { $0[1] && !$0[0] })
    else { return nil }
    return RouteProblem(
      .notAnchored, expression.text,
      "iOS also opens other URIs that hold such a one, such as '\(example)': begin it with '^'",
      .warning)
  }

  // MARK: - Order

  /// Looks for a URI that is left for a route, and takes in an earlier route for each that is not.
  private func hiding(of expression: RouteExpression, _ shape: URIShape) -> RouteProblem? {
    var hiders: [RouteExpression] = []
    var taken = ""
    while hiders.count <= Self.mostCompared {
      let comparison = ExpressionComparison(
        ([expression] + hiders).map { ($0, RouteExpression.Extent.anywhere) })
      switch comparison.firstURI(shape, where: { $0[0] && !$0.dropFirst().contains(true) }) {
      case .unknown: return nil
      case .none: return hiders.isEmpty ? nil : Self.problem(expression, hiders, taken)
      case .example(let example):
        let rival = earlier.first { (try? $0.matches(example, .anywhere)) ?? false }
        guard let rival else { return nil }
        if hiders.isEmpty { taken = example }
        hiders.append(rival)
      }
    }
    return nil
  }

  private static func problem(
    _ expression: RouteExpression, _ hiders: [RouteExpression], _ taken: String
  ) -> RouteProblem {
    let names = hiders.map { "'\($0.text)'" }.joined(separator: " and ")
    return RouteProblem(
      .routeHidden, expression.text,
      "it is never reached, because all its URIs, such as '\(taken)', belong to \(names) before it")
  }
}
