import ErosCore
import ErosTestSupport
import Testing

@testable import ErosRoutes

@Suite("Check of routes")
struct RouteCheckTests {
  private func codes(_ expressions: String...) -> [String] {
    RouteCheck.findings(expressions.map { (.items, $0) }).map {
      "\($0.code) \($0.subject ?? "")"
    }
  }

  @Test(
    "accepts expressions that both platforms read alike",
    arguments: [
      #"^app://a\.com/demo$"#, #"^app://a\.com/demo/?(\?.*)?$"#, "^app://a/(b|c)/.*$", "^/demo$",
      "^app://a.*$", #"\Aapp://a\z"#, "^[a-z]+://x/.*$", "^.*$", ".*",
    ])
  func fine(expression: String) {
    #expect(RouteCheck.findings([(.items, expression)]) == [])
  }

  @Test(
    "finds expressions that match different URIs on iOS and Android",
    arguments: [
      ("^app://a/demo", "app://a/demo!"), ("/demo/.*", "a://demo/"),
      ("^app://a/demo/?", "app://a/demo"),
      ("^app://a/[0-9]+", "app://a/0"), ("demo", "demo://"), (#"^app://a\b"#, "app://a"),
    ])
  func different(expression: String, example: String) throws {
    let findings = RouteCheck.findings([(.items, expression)])
    #expect(findings.map(\.code) == ["platforms-differ"])
    let message = try #require(findings.first?.message)
    let shown = String(message.description.split(separator: "'", maxSplits: 2)[1])
    #expect(shown.hasPrefix(example.prefix(6)), "\(shown)")
    let read = try RouteExpression(expression)
    #expect(try read.matches(shown, .part) && !read.matches(shown, .complete))
  }

  @Test("warns if only '^' is missing")
  func anchor() {
    let findings = RouteCheck.findings([(.items, #"(app|douban)://demo[/]?.*"#)])
    #expect(findings.map(\.code) == ["not-anchored"])
    #expect(findings.map(\.severity) == [.warning])
  }

  @Test("has no warnings about expressions that are written as URIs, as in Rexxar's examples")
  func uris() {
    let findings = RouteCheck.findings([
      (.items, "douban://douban.com/rexxar_demo[/]?.*"),
      (.partialItems, "douban://partial.douban.com/rexxar_demo/_.*"),
    ])
    #expect(
      findings.map(\.code) == ["unescaped-dot", "not-anchored", "unescaped-dot", "not-anchored"])
    #expect(findings.allSatisfy { $0.severity == .note })
    // Another page on iOS than on Android is still an error.
    let other = RouteCheck.findings([(.items, "douban://douban.com/demo")])
    #expect(other.contains { $0.severity == .error })
  }

  @Test("warns about a dot in the host that matches any character")
  func unescapedDot() {
    let findings = RouteCheck.findings([(.items, "^app://a.example/[b.c]/d.html$")])
    #expect(findings.map(\.code) == ["unescaped-dot"])
    #expect(findings.map(\.severity) == [.warning])
    for fine in [#"^app://a\.b/c$"#, "^app://.*$", "^app://a.*b/c$", "^app://a/b.c$", "^a.b$"] {
      #expect(codes(fine) == [])
    }
  }

  @Test("finds a repeated expression, even one that cannot be judged")
  func duplicate() {
    let lookahead = "^app://(?!b).*$"
    #expect(codes(lookahead, lookahead) == ["route-hidden \(lookahead)"])
    #expect(codes("^(a)\\1$", "^(a)\\1$").contains("route-hidden ^(a)\\1$"))
    // An expression that does not compile matches nothing, so it hides nothing.
    #expect(codes("(", "(") == ["expression-invalid (", "expression-invalid ("])
  }

  @Test("gives the index of the route and of the routes that hide it")
  func indices() {
    let routes = ["^b$", "^app://[a-m].*$", "^app://[n-z].*$", "^app://[a-z]+$", "("]
    let findings = RouteCheck.indexedFindings(routes.map { (.items, $0) })
    #expect(findings.map(\.route) == [3, 4])
    #expect(findings.map { $0.hidingRoutes.sorted() } == [[1, 2], []])
  }

  @Test("finds routes that earlier ones hide, alone or together")
  func hidden() {
    #expect(codes("^app://a/.*$", "^app://a/b$") == ["route-hidden ^app://a/b$"])
    #expect(codes("^app://a/b$", "^app://a/.*$") == [])
    #expect(
      codes("^app://[a-m].*$", "^app://[n-z].*$", "^app://[a-z]+$") == [
        "route-hidden ^app://[a-z]+$"
      ])
    #expect(codes("^app://[a-m].*$", "^app://[o-z].*$", "^app://[a-z]+$") == [])
    #expect(codes("^a$", "^a$") == ["route-hidden ^a$"])
    #expect(codes("^(a|b)://x$", "^b://x$", "^c://x$") == ["route-hidden ^b://x$"])
  }

  /// Two expressions; the second one has a URI of its own, maybe not an ordinary one.
  static let pairs: [(String, String)] = [
    ("^app://web/?$", #"^app://web/?(\?url=https://.*)?$"#),
    ("^app://a/b$", #"^app://a/(b|\{id\})$"#), ("^app://a/b$", "^app://a/(b|搜索)$"),
    ("^app://a/b$", "^app://a/(b|c d)$"), ("^app://a/b$", "^(app|APP)://a/b$"),
    ("^app://a/b$", #"^app://a/b(\\|\^|`|"|<)?$"#),
    ("^app://a/[a-y]$", "^app://a/[a-y\u{4E00}-\u{9FFF}]$"),
    ("^app://a/[\u{4E00}-\u{9FFF}]$", "^app://a/[\u{4E00}-\u{A000}]$"), ("^/搜$", "^/(搜|索)$"),
    (#"^app://a/[0-9]$"#, #"^app://a/\d$"#), ("^app://a/k$", "(?i)^app://a/k$"),
  ]

  @Test("does not report a route that has a URI of its own", arguments: pairs)
  func apart(first: String, second: String) {
    #expect(!codes(first, second).contains { $0.hasPrefix("route-hidden") })
  }

  @Test("finds hidden routes for URIs that are not ordinary")
  func hiddenNonASCII() {
    #expect(codes("^/搜索$", "^/搜索$") == ["route-hidden ^/搜索$"])
    #expect(codes("^app://a/.$", "^app://a/[搜索]$") == ["route-hidden ^app://a/[搜索]$"])
  }

  @Test("reports that only iOS never reaches a partial page hidden by pages")
  func lists() {
    let hidden = { (lists: [Route.List]) in
      RouteCheck.findings(zip(lists, ["^a.*$", "^ab$"]).map { ($0, $1) })
        .filter { $0.has(RouteFindingCode.routeHidden) }.map {
          $0.message.hasPrefix("never reached on iOS:")
        }
    }
    #expect(hidden([.items, .partialItems]) == [true])
    #expect(hidden([.partialItems, .partialItems]) == [false])
    let both: [RouteCheck.Entry] = [
      (.items, "^ab$"), (.partialItems, "^a.*$"), (.partialItems, "^ab$"),
    ]
    // An earlier partial page hides it on both platforms.
    #expect(
      RouteCheck.findings(both).filter { $0.has(RouteFindingCode.routeHidden) }.map {
        $0.message.hasPrefix("never reached:")
      } == [true])
  }

  @Test("limits the work, and reports the first route that was not compared")
  func endless() throws {
    let routes = (0..<20_000).map {
      (list: Route.List.items, uri: "^app://e/[a-z]*\($0 % 7)x\($0)$")
    }
    var findings: [Finding] = []
    let time = processorTime {
      findings = RouteCheck.indexedFindings(
        routes + [(.items, "(")], work: RouteCheck.maximumWork / 40
      )
      .map(\.finding)
    }
    #expect(time < .seconds(60))
    #expect(findings.map(\.code) == ["expression-invalid", "expression-unknown"])
    let last = try #require(findings.last)
    #expect(last.severity == .warning)
    // The compared routes and the others are all routes.
    let first = try #require(routes.firstIndex { $0.uri == last.subject })
    #expect(first > 10)
    #expect(last.message.contains("this route and the \(routes.count - first) after it"))
  }

  @Test("limits the work on routes that cannot be compared")
  func manyLookaheads() {
    let long = "(?=a)" + String(repeating: "a{1000}", count: 9)
    let routes = (0..<20_000).map { (list: Route.List.items, uri: "\(long)\($0)") }
    var findings: [Finding] = []
    let time = processorTime {
      findings = RouteCheck.indexedFindings(routes, work: RouteCheck.maximumWork / 40).map(
        \.finding)
    }
    #expect(time < .seconds(60))
    #expect(findings.map(\.code) == ["expression-unknown"])
  }

  @Test("finds a hidden route among routes with other prefixes")
  func prefixes() {
    let routes = (0..<60).map { (list: Route.List.items, uri: "^app://e/\($0)/.*$") }
    #expect(
      RouteCheck.findings(routes + [(.items, "^app://e/7/x$")]).map(\.subject) == ["^app://e/7/x$"])
  }

  @Test("finds a hidden route among routes with other ends")
  func suffixes() {
    let routes = (0..<60).map { (list: Route.List.items, uri: "^app://[a-z]+/\($0)/x$") }
    #expect(
      RouteCheck.findings(routes + [(.items, "^app://e/7/x$")]).map(\.subject) == ["^app://e/7/x$"])
    let ends = [
      ("(a|b)", "a"), ("(a|b)", "b"), ("ab?", "a"), ("a*b", "b"), ("(ab)+", "abab"),
      ("xa{0,2}", "x"), ("[ab]", "b"), ("(xa|b)a", "ba"), ("(a|)", "a"),
    ]
    for (end, hidden) in ends {
      let findings = RouteCheck.findings([
        (.items, "^app://[a-z]+/\(end)$"), (.items, "^app://e/\(hidden)$"),
      ])
      #expect(findings.map(\.code) == ["route-hidden"], "\(end)")
    }
  }

  @Test("reports expressions that do not compile or cannot be checked")
  func unusable() {
    #expect(codes("^app://(a$") == ["expression-invalid ^app://(a$"])
    #expect(codes("^(a)\\1$") == ["expression-unknown ^(a)\\1$"])
    #expect(RouteCheck.findings([(.items, "^(a)\\1$")]).map(\.severity) == [.warning])
    // Expressions with lookaheads cannot be compared.
    #expect(codes("^app://(?!b).*$", "^app://c$") == [])
  }

  @Test("is fast with many routes")
  func many() {
    let routes = (0..<100).map { #"^app://example\.com/page\#($0)/(\d+)/?(\?.*)?$"# }
    let time = processorTime { #expect(RouteCheck.findings(routes.map { (.items, $0) }) == []) }
    #expect(time < .seconds(60))
  }
}
