import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosRoutes
import ErosSources
import ErosTestSupport
import Testing

@Suite("Routes of the description", .temporaryFolder)
struct RouteRuleTests {
  static let maps: [[String]] = [
    [#"^app://a\.example/demo$"#], ["("], [#"^(a)\1$"#, "^[[a]]$"],
    ["^app://a/demo", "demo", "^a*$"],
    [#"douban://a/[/]?.*"#], ["^app://a.example/demo$"], ["^app://a/.*$", "^app://a/b$"],
    ["^a$", "^b$", "^a$"], ["^app://[a-m].*$", "^app://[n-z].*$", "^app://[a-z]+$"],
    ["^app://(?!b).*$", "^app://(?!b).*$"], ["^搜'\u{202E}$", "^a\u{7}"],
  ]

  private static let rules: [RouteFindingCode: RegistryRule] = [
    .expressionInvalid: .routePattern, .platformsDiffer: .routeNotAnchored,
    .notAnchored: .routeNotAnchored, .unescapedDot: .routeSuspicious,
    .expressionUnknown: .routeUnchecked,
    .routeHidden: .routeUnreachable,
  ]

  private static func rule(of finding: Finding) -> RegistryRule? {
    RouteFindingCode(rawValue: finding.code).flatMap { rules[$0] }
  }

  private func routes(_ uris: [String]) -> JSONValue {
    let items = uris.map { uri in
      var route = JSONObject()
      route["uri"] = .string(uri)
      route["remote_file"] = .string("https://a.example/r/page.html")
      return JSONNode(.object(route))
    }
    var map = JSONObject()
    map["items"] = .array(items)
    return .object(map)
  }

  @Test("'generate' reports what 'routes verify' and 'routes build' report", arguments: maps)
  func sameFindings(uris: [String]) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(JSONWriter.write(routes(uris)), to: "site/routes.json")
    try folder.write("page", to: "site/r/page.html")
    let verified = try SiteVerifier.verify(folder.path("site")).findings
      .filter { Self.rule(of: $0) != nil }
    let short = { (findings: [Finding]) in findings.map { "\($0.code) \($0.severity)" } }
    #expect(try short(built(uris, in: folder)) == short(verified))

    let text = config(
      around: "\"routes\": " + String(decoding: JSONWriter.write(routes(uris)), as: UTF8.self))
    let generated = try read(text).findings.map { finding in
      // The same expression twice has a code of its own.
      let rule = finding.rule == .duplicateRoute ? RegistryRule.routeUnreachable : finding.rule
      return rule.rawValue + " "
        + finding.message.description.prefix { $0 != "\n" }
        .replacing(#/ \(first at line \d+\)/#, with: "")
    }
    let expected = verified.map { finding in
      let rule = Self.rule(of: finding)?.rawValue ?? ""
      return "\(rule) route '\(finding.subject ?? "")': \(finding.message)".escapedForDisplay
    }
    #expect(generated.sorted() == expected.sorted())
  }

  /// Returns the findings of a build about expressions.
  private func built(_ uris: [String], in folder: TemporaryFolder) throws -> [Finding] {
    try folder.write("", to: "dist/r/page.html")
    let plan = try RoutePlan.read(
      section: JSONNode(routes(uris)), base: "https://a.example", file: "eros.native.json",
      position: { _ in TextPosition(line: 1, column: 1) })
    let builder = RouteBuilder(base: "https://a.example", version: nil, time: 0)
    do {
      return try builder.build(folder.path("dist"), plan, into: folder.path("out")).warnings
    } catch RouteBuildError.refused(_, let findings) {
      return findings
    }
  }

  @Test("a repeated expression is an error that names the first route")
  func duplicate() throws {
    let parsed = try read(
      config(
        around: #""routes": {"items": [{"uri": "^a$", "remote_file": "https://a/r/p.html"},"# + "\n"
          + #"{"uri": "^a$", "remote_file": "https://a/r/p.html"}]}"#))
    #expect(parsed.findings.map(\.rule) == [.duplicateRoute])
    #expect(!parsed.isUsable)
    #expect(
      parsed.findings[0].position?.line == 3 && parsed.findings[0].message.hasSuffix("at line 2)")
    )
  }

  @Test(
    "a time is valid when it is written as RFC 1123 demands",
    arguments: [
      ("Sun, 09 Oct 2016 07:43:47 GMT", true), ("Mon, 19 Feb 2018 14:08:49 GMT", true),
      ("Thu, 29 Feb 2024 00:00:00 GMT", true), ("Thu, 01 Jan 1970 00:00:00 GMT", true),
      ("Mon, 09 Oct 2016 07:43:47 GMT", false), ("Thu, 29 Feb 2023 00:00:00 GMT", false),
      ("Sun, 9 Oct 2016 07:43:47 GMT", false), ("Sun, 09 Oct 2016 7:43:47 GMT", false),
      ("Sun, 09 Oct 2016 24:43:47 GMT", false), ("Sun, 09 Oct 2016 07:43:47 UTC", false),
      ("Sun,  09 Oct 2016 07:43:47 GMT", false), ("2016-10-09T07:43:47Z", false), ("", false),
      ("Sun, 09 Oct 2016 07:43 GMT", false), ("Sun, 09 Okt 2016 07:43:47 GMT", false),
      ("Sun, +9 Oct 2016 07:43:47 GMT", false),
    ])
  func times(text: String, isValid: Bool) { #expect(DeployTime.isValid(text) == isValid) }
}
