import ErosRoutes
import ErosTestSupport
import Testing

@Suite("The check of expressions")
struct RouteCheckTests {
  private func codes(_ expressions: String...) -> [String] {
    RouteCheck.problems(expressions).map { "\($0.code.rawValue) \($0.subject)" }
  }

  @Test(
    "has nothing against expressions that mean the same everywhere",
    arguments: [
      #"^app://a\.com/demo$"#, #"^app://a\.com/demo/?(\?.*)?$"#, "^app://a/(b|c)/.*$", "^/demo$",
      "^app://a.*$", #"\Aapp://a\z"#, "^[a-z]+://x/.*$", "^.*$", ".*",
    ])
  func fine(expression: String) {
    #expect(RouteCheck.problems([expression]) == [])
  }

  @Test(
    "finds those that iOS and Android understand differently",
    arguments: [
      ("^app://a/demo", "app://a/demo!"), ("/demo/.*", "a://demo/"),
      ("^app://a/demo/?", "app://a/demo"),
      ("^app://a/[0-9]+", "app://a/0"), ("demo", "demo://"), (#"^app://a\b"#, "app://a"),
    ])
  func different(expression: String, example: String) throws {
    let problems = RouteCheck.problems([expression])
    #expect(problems.map(\.code) == [.platformsDiffer])
    let message = try #require(problems.first?.message)
    let shown = String(message.split(separator: "'", maxSplits: 2)[1])
    #expect(shown.hasPrefix(example.prefix(6)), "\(shown)")
    let read = try RouteExpression(expression)
    #expect(try read.matches(shown, .anywhere) && !read.matches(shown, .whole))
  }

  @Test("warns where only '^' is missing")
  func anchor() {
    let problems = RouteCheck.problems(["douban://douban.com/rexxar_demo[/]?.*"])
    #expect(problems.map(\.code) == [.notAnchored])
    #expect(problems.map(\.severity) == [.warning])
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

  @Test("says what does not compile, and what it cannot judge")
  func unusable() {
    #expect(codes("^app://(a$") == ["expression-invalid ^app://(a$"])
    #expect(codes("^(a)\\1$") == ["expression-unknown ^(a)\\1$"])
    #expect(RouteCheck.problems(["^(a)\\1$"]).map(\.severity) == [.warning])
    // With a lookahead there is no saying, and so nothing is said.
    #expect(codes("^app://(?!b).*$", "^app://c$") == [])
  }

  @Test("is quick with many routes")
  func many() {
    let routes = (0..<100).map { #"^app://example\.com/page\#($0)/(\d+)/?(\?.*)?$"# }
    let time = processorTime { #expect(RouteCheck.problems(routes) == []) }
    #expect(time < .seconds(60))
  }
}
