import ErosRoutes
import ErosTestSupport
import Foundation
import Testing

@Suite("Route expressions", .temporaryFolder)
struct ExpressionTests {
  /// The answer of an engine for an expression and a text.
  enum Answer: Hashable {
    case matches(somePart: Bool, all: Bool)
    case doesNotCompile
  }

  private func ours(_ expression: RouteExpression, _ text: String) throws -> Answer {
    .matches(
      somePart: try expression.matches(text, .part), all: try expression.matches(text, .complete))
  }

  /// An expression in the engine of iOS.
  ///
  /// For a match of the complete text, the expression is anchored at both ends.
  private struct FoundationEngine {
    let part: NSRegularExpression
    let complete: NSRegularExpression

    /// Compiles `expression`, or returns `nil` if the engine does not accept it.
    init?(_ expression: String) {
      let quoteEnd = expression.contains("\\Q") && !expression.contains("\\E") ? "\\E" : ""
      let anchored = "\\A(?:\(expression)\(quoteEnd))\\z"
      guard let part = try? NSRegularExpression(pattern: expression),
        let complete = try? NSRegularExpression(pattern: anchored)
      else { return nil }
      (self.part, self.complete) = (part, complete)
    }

    func answer(_ text: String) -> Answer {
      let range = NSRange(text.startIndex..., in: text)
      return .matches(
        somePart: part.numberOfMatches(in: text, range: range) > 0,
        all: complete.numberOfMatches(in: text, range: range) > 0)
    }
  }

  @Test("route expressions match like NSRegularExpression", arguments: ExpressionCases.understood)
  func foundation(expression: String) throws {
    let parsed = try RouteExpression(expression)
    let engine = try #require(FoundationEngine(expression))
    for text in ExpressionCases.texts {
      let ours = try ours(parsed, text)
      let theirs = engine.answer(text)
      #expect(ours == theirs, "'\(expression)' on '\(text)': \(ours), \(theirs)")
    }
  }

  @Test("are invalid if no device compiles them", arguments: ExpressionCases.invalid)
  func invalid(expression: String) throws {
    #expect(FoundationEngine(expression) == nil)
    let error = #expect(throws: RouteExpressionError.self) { try RouteExpression(expression) }
    guard case .invalid? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "are unknown if they need more than an automaton, or the platforms differ",
    arguments: ExpressionCases.unknown)
  func unknown(expression: String) throws {
    let error = #expect(throws: RouteExpressionError.self) { try RouteExpression(expression) }
    guard case .unknown? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The differences between the JVM and the engine of both devices, by expression and text.
  ///
  /// `docs/routes.md` lists them.
  static let differencesOfTheJVM: [String: Set<String>] = {
    let lineEnds: Set = ["\u{0B}", "\u{0C}"]
    let spaces: Set = ["\u{85}", "\u{2028}", "\u{A0}", "\u{3000}"]
    let words: Set = ["é", "É", "ü", "中", "٣", "α", "\u{301}", "a\u{301}", "\u{200D}"]
    return [
      ".": lineEnds, "^.$": lineEnds, "^$": lineEnds, "(?s-s:.)": lineEnds,
      "^(?!.*partial).*$": lineEnds, "\\s": spaces, "\\S+": spaces, "\\w+": words, "\\W": words,
      "[^\\w/]": words, "\\d+": ["٣"], "\\D": ["٣"], "[\\d]": ["٣"], "(?i)É": ["é"],
    ]
  }()

  @Test(
    "match like the JVM, with the listed exceptions",
    .needs("java"))
  func jvm() async throws {
    let folder = try TemporaryFolder.ofTest()
    let cases = ExpressionCases.understood.flatMap { expression in
      ExpressionCases.texts.map { (expression: expression, text: $0) }
    }
    let hex = { (text: String) in
      text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    try folder.write(
      cases.map { hex($0.expression) + " " + hex($0.text) + "\n" }.joined(), to: "cases")
    let program = Tool.packageRoot.appending(path: "Tests/Tools/RegexTable.java")
    let result = try await runTool(
      "/bin/sh", ["-c", "exec java \"$0\" < cases", program.path(percentEncoded: false)],
      in: folder.path("."), seconds: 120)
    #expect(result.status == 0, "\(result)")
    let answers = result.standardOutput.split(separator: "\n")
    try #require(answers.count == cases.count)
    let parsed = try Dictionary(
      ExpressionCases.understood.map { ($0, try RouteExpression($0)) }, uniquingKeysWith: { $1 })
    var differences: [String: Set<String>] = [:]
    for (item, answer) in zip(cases, answers) {
      let theirs =
        answer == "-"
        ? Answer.doesNotCompile
        : .matches(somePart: answer.first == "1", all: answer.last == "1")
      if try ours(#require(parsed[item.expression]), item.text) != theirs {
        differences[item.expression, default: []].insert(item.text)
      }
    }
    for (expression, texts) in differences.sorted(by: { $0.key < $1.key }) {
      #expect(Self.differencesOfTheJVM[expression] == texts, "'\(expression)': \(texts)")
    }
    #expect(differences.count == Self.differencesOfTheJVM.count)
  }

  @Test(
    "classify characters like NSRegularExpression",
    arguments: ["\\d", "\\w", "\\s", ".", "(?i)k", "(?i)[a-z]"])
  func kinds(expression: String) throws {
    let ours = try RouteExpression(expression)
    let theirs = try NSRegularExpression(pattern: expression)
    var different: [String] = []
    for value in UInt32(0)...0x3100 {
      // Swift and ICU may have different versions of Unicode.
      guard let scalar = Unicode.Scalar(value),
        scalar.properties.age.map({ $0.major < 15 }) ?? false
      else { continue }
      let text = String(scalar)
      let found = theirs.firstMatch(in: text, range: NSRange(location: 0, length: 1)) != nil
      if try ours.matches(text, .part) != found { different.append(String(value, radix: 16)) }
    }
    #expect(different == [])
  }

  /// Expressions that try a lookahead at each position of a URI.
  static let lookaheads: [(expression: String, ends: [String: Bool])] = [
    (#"^app://x/(?:(?!secret).)*$"#, ["": true, "secret": false]),
    (
      #"^app://x/(?=.*x=1)(?=.*y=2).*$"#,
      ["": false, "x=1&y=2": true, "y=2&x=1": true, "x=1": false]
    ),
    (#"(?!.*foo)aaz$"#, ["z": true, "": false]),
    (#"^app://x/(?:a(?=a(?!b)|$|z))*z?$"#, ["": true, "z": true, "b": false]),
    (#"(?=(?:a*)*z)a+(?=z$)"#, ["z": true, "": false, "zz": false]),
  ]

  @Test("match with lookaheads in time proportional to the URI", arguments: lookaheads)
  func longURIs(expression: String, ends: [String: Bool]) throws {
    let parsed = try RouteExpression(expression)
    let (short, long) = (30, 5000)
    for (end, isMatch) in ends {
      for count in [short, long] {
        // Quadratic time would exceed the limit of the work, which is an error.
        let uri = "app://x/" + String(repeating: "a", count: count) + end
        #expect(try parsed.matches(uri, .part) == isMatch, "\(count) and '\(end)'")
      }
    }
  }

  @Test("refuse a URI that is too long for an expression")
  func tooLong() throws {
    // Only both lookaheads together exceed the limit, and the work of the second one is not done.
    let parsed = try RouteExpression("(?=a{10})(?=a{90})a")
    let error = #expect(throws: RouteExpressionError.self) {
      try parsed.matches(String(repeating: "a", count: 200_000), .part)
    }
    guard case .unknown? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("share one limit for all nested lookaheads")
  func nestedLookaheads() throws {
    let inner = "(?:(?=(?:(?=(?:(?=a{1000})b){1000})b){1000})b){1000}"
    for expression in [inner, "x?" + inner, "(?!\(inner))a", "(?:(?=(?:a{90}){90})b){2}"] {
      let error = #expect(throws: RouteExpressionError.self) { try RouteExpression(expression) }
      guard case .unknown? = error else {
        Issue.record("\(expression): \(String(describing: error))")
        continue
      }
    }
    // An expression below the limit works.
    #expect(
      try RouteExpression("(?:(?=a{20})a){20}").matches(.init(repeating: "a", count: 40), .part)
    )
  }

  @Test(
    "take limited time if they are hostile",
    arguments: [
      "(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a){20}$", "((a*)*)*$", "(?=(a+)+$)b", "(a{0,30}){0,30}$",
      "(?:(?=a*)a)*$", "(?:(?=(?=a*b)a*)a)*$", String(repeating: "(", count: 4096),
      String(repeating: "[", count: 4096),
      String(repeating: "(?:", count: 60) + "a"
        + String(repeating: ")*", count: 60), String(repeating: "a?", count: 2000),
      "(((((a{1000}){1000}){1000}){1000}){1000})", "((((){1000}){1000}){1000}){1000}",
    ])
  func hostile(expression: String) throws {
    let text = String(repeating: "a", count: 1000) + "!"
    let time = processorTime {
      _ = try? RouteExpression(expression).matches(text, .part)
      _ = RouteCheck.findings([(.items, expression), (.items, expression)])
    }
    #expect(time < .seconds(20))
  }
}
