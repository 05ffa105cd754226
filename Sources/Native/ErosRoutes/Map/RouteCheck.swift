public import ErosCore

/// Checks the expressions in a list of routes, alone and against the routes before.
public struct RouteCheck {
  /// A route's list and expression.
  public typealias Entry = (list: Route.List, uri: String)

  /// A finding with the route that it is about.
  package struct IndexedFinding {
    package let route: Int
    /// The earlier routes that hide it together.
    ///
    /// Empty unless the code is `routeHidden`.
    package let hidingRoutes: [Int]
    package let finding: Finding
  }

  /// The search gives up if more earlier routes than this would have to hide a route together.
  private static let maximumHidingRoutes = 8
  /// The maximum work for all routes: a few seconds, enough for more than a thousand routes.
  static let maximumWork = 400_000_000
  /// Comparing prefix and suffix costs about as much as two instructions.
  private static let literalTestWork = 2

  private struct ParsedRoute {
    let index: Int
    let list: Route.List
    let expression: RouteExpression
    /// Every matching URI starts with this text.
    let prefix: String
    /// Every matching URI ends with this text.
    let suffix: String
  }

  /// Compares expressions byte by byte, where strings treat canonical equivalents as equal.
  private struct Key: Hashable {
    let list: Route.List
    let uri: [UInt8]
  }

  private var findings: [IndexedFinding] = []
  /// Routes that were checked before and could be parsed.
  private var earlier: [ParsedRoute] = []
  /// For each expression that a device may compile, the first route that uses it.
  private var firstIndices: [Key: Int] = [:]
  private var work: WorkBudget
  /// The first route that was not compared, and how many follow it.
  private var firstUncompared: (index: Int, uri: String, more: Int)?

  /// Checks `routes`, given as an app tries them from first to last.
  ///
  /// The work is limited. If it was not enough, a warning names the first route that was not
  /// compared.
  public static func findings(_ routes: [Entry]) -> [Finding] {
    indexedFindings(routes).map(\.finding)
  }

  /// Like ``findings(_:)``, but with each route's index.
  package static func indexedFindings(_ routes: [Entry], work: Int = maximumWork)
    -> [IndexedFinding]
  {
    var check = RouteCheck(work: WorkBudget(work))
    for (index, route) in routes.enumerated() { check.add(route, at: index) }
    if let (index, uri, more) = check.firstUncompared {
      check.report(
        .expressionUnknown, index, uri,
        """
        too many routes to compare: this route and the \(more) after it were not checked for hidden \
        routes and differences between iOS and Android
        """)
    }
    return check.findings
  }

  package static func fieldFindings(remoteFile: String, deployTime: String?) -> [Finding] {
    var findings: [Finding] = []
    if !RouteAddress(remoteFile).isHTTPS {
      findings.append(
        Finding(
          RouteFieldFindingCode.remoteFile, "'remote_file' is not an 'https://' address"))
    }
    if let deployTime, !DeployTime.isValid(deployTime) {
      findings.append(
        Finding(
          RouteFieldFindingCode.deployTime, "'deploy_time' is not a valid RFC 1123 time in GMT"))
    }
    return findings
  }

  private mutating func add(_ route: Entry, at index: Int) {
    if RouteExpression.hasUnescapedDotInHost(route.uri) {
      report(
        .unescapedDot, index, route.uri,
        "a '.' in the host matches any character",
        as: RouteExpression.isWrittenAsURI(route.uri) ? .note : nil)
    }
    let key = Key(list: route.list, uri: Array(route.uri.utf8))
    let first = firstIndices[key]
    do throws(RouteExpressionError) {
      try parse(route, at: index, isDuplicate: first != nil)
    } catch {
      report(error, index, route.uri)
      if case .invalid = error { return }
    }
    if let first {
      report(
        .routeHidden, index, route.uri,
        "never reached: an earlier route has the same expression", hidingRoutes: [first])
    } else {
      firstIndices[key] = index
    }
  }

  private mutating func parse(
    _ route: Entry, at index: Int, isDuplicate: Bool
  ) throws(RouteExpressionError) {
    guard firstUncompared == nil, !work.isSpent else {
      firstUncompared =
        firstUncompared.map { ($0.index, $0.uri, $0.more + 1) } ?? (index, route.uri, 0)
      return try RouteExpression.checkSyntax(route.uri)
    }
    let expression = try RouteExpression(route.uri, &work)
    let parsed = ParsedRoute(
      index: index, list: route.list, expression: expression, prefix: expression.prefix,
      suffix: expression.suffix)
    let before = findings.count
    compare(parsed, isDuplicate: isDuplicate)
    earlier.append(parsed)
    if work.isSpent, findings.count == before { firstUncompared = (index, route.uri, 0) }
  }

  private mutating func compare(_ route: ParsedRoute, isDuplicate: Bool) {
    let shape = shape(of: route.expression)
    if !reportDifference(of: route, shape) { reportMissingAnchor(of: route) }
    if !isDuplicate { reportHiding(of: route, shape) }
  }

  private mutating func report(
    _ code: RouteFindingCode, _ index: Int, _ uri: String, _ message: Message,
    hidingRoutes: [Int] = [], as severity: Finding.Severity? = nil
  ) {
    findings.append(
      IndexedFinding(
        route: index, hidingRoutes: hidingRoutes,
        finding: Finding(code, as: severity, subject: uri, message)))
  }

  private mutating func report(_ error: RouteExpressionError, _ index: Int, _ uri: String) {
    switch error {
    case .invalid:
      report(.expressionInvalid, index, uri, "the expression does not compile: \(error)")
    case .unknown: report(.expressionUnknown, index, uri, "\(error)")
    }
  }

  /// Returns ordinary URIs if the expression matches one, or else any string.
  private mutating func shape(of expression: RouteExpression) -> URIShape {
    let comparison = ExpressionComparison([(expression, .part)])
    return comparison.firstURI(.ordinary, &work) { $0[0] } == .none ? .anything : .ordinary
  }

  // MARK: - Platforms

  /// Reports a URI that iOS opens because part of it matches, but that Android does not open.
  private mutating func reportDifference(of route: ParsedRoute, _ shape: URIShape) -> Bool {
    let expression = route.expression
    let comparison = ExpressionComparison([
      (expression, .complete), (expression, .prefix), (expression, .part),
    ])
    // If Android never matches, every match on iOS is a difference.
    let isDead = comparison.firstURI(shape, &work) { $0[0] } == .none
    let outcome = comparison.firstURI(shape, &work) { isDead ? $0[2] : $0[1] && !$0[0] }
    guard case .example(let example) = outcome else { return false }
    report(
      .platformsDiffer, route.index, expression.text,
      """
      iOS opens '\(example)', because a part of it matches; Android does not, because the complete \
      URI does not match
      """)
    return true
  }

  private mutating func reportMissingAnchor(of route: ParsedRoute) {
    let comparison = ExpressionComparison([
      (route.expression, .complete), (route.expression, .part),
    ])
    let outcome = comparison.firstURI(.anything, &work) { $0[1] && !$0[0] }
    guard case .example(let example) = outcome else { return }
    report(
      .notAnchored, route.index, route.expression.text,
      "iOS also opens URIs that contain a matching URI, such as '\(example)'",
      as: RouteExpression.isWrittenAsURI(route.expression.text) ? .note : nil)
  }

  // MARK: - Order

  /// Reports a route that can never be reached.
  ///
  /// Searches for a URI that no route in `hidingRoutes` matches, and adds the first earlier route
  /// that matches it. Tries URIs of `shape` first, because they are better examples. The route is
  /// hidden only if no string at all remains.
  private mutating func reportHiding(of route: ParsedRoute, _ shape: URIShape) {
    var hidingRoutes: [ParsedRoute] = []
    var firstExample: String?
    var shape = shape
    while hidingRoutes.count <= Self.maximumHidingRoutes {
      let comparison = ExpressionComparison(
        ([route] + hidingRoutes).map { ($0.expression, RouteExpression.Extent.part) })
      let left = comparison.firstURI(shape, &work) { $0[0] && !$0.dropFirst().contains(true) }
      switch left {
      case .unknown: return
      case .none where !shape.isText: shape = .text
      case .none:
        if let firstExample { report(route, hiddenBy: hidingRoutes, example: firstExample) }
        return
      case .example(let example):
        guard let match = firstEarlierMatch(of: route, for: example) else { return }
        firstExample = firstExample ?? example
        hidingRoutes.append(match)
      }
    }
  }

  /// Returns the first earlier route that matches a URI, preferably in the same list.
  private mutating func firstEarlierMatch(of route: ParsedRoute, for uri: String) -> ParsedRoute? {
    // `$` also matches before a line break at the end.
    let hasLineBreak = uri.unicodeScalars.last.map { ScalarSet.Kind.lineEnd.contains($0) } ?? false
    let lists = [route.list] + Route.List.allCases.filter { $0 != route.list }
    for list in lists {
      for other in earlier where other.list == list {
        work.spend(Self.literalTestWork)
        guard !work.isSpent else { return nil }
        guard uri.begins(with: other.prefix), hasLineBreak || uri.ends(with: other.suffix) else {
          continue
        }
        if (try? other.expression.matches(uri, .part, &work)) ?? false { return other }
      }
    }
    return nil
  }

  private mutating func report(
    _ route: ParsedRoute, hiddenBy hidingRoutes: [ParsedRoute], example: String
  ) {
    let names = hidingRoutes.map { "'\($0.expression.text)'" }.joined(separator: " and ")
    let subject: Message =
      hidingRoutes.count == 1
      ? "the earlier route \(names) matches all its URIs, for example '\(example)'"
      : "the earlier routes \(names) match all its URIs, for example '\(example)'"
    let isOnlyOnIOS = hidingRoutes.contains { $0.list != route.list }
    report(
      .routeHidden, route.index, route.expression.text,
      isOnlyOnIOS
        ? "never reached on iOS: \(subject); Android searches pages and partial pages separately"
        : "never reached: \(subject)", hidingRoutes: hidingRoutes.map(\.index))
  }
}
