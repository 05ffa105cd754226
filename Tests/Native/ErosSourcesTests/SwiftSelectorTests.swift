import ErosRegistry
import ErosTestSupport
import Testing

@Suite("Selectors of Swift functions", .temporaryFolder)
struct SwiftSelectorTests {
  /// The words of names: prepositions, other words, acronyms, and words that only start like one.
  private static let words = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for",
    "from", "given", "in", "including", "inside", "into", "matching", "of", "on", "passing",
    "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
    "about", "against", "and", "around", "during", "like", "near", "off", "onto", "or", "out",
    "over",
    "per", "than", "through", "toward", "under", "up", "upon", "where", "while", "without",
    "frame", "toFrame", "fromURL", "inURLs", "URL", "URLs", "TO", "tOk", "to2", "total", "_to",
    "to_a",
    "a_to", "x", "ID", "forID", "iOS", "IDs",
  ]

  /// Functions with their labels.
  private static let functions: [(name: String, labels: [String])] =
    words.map { ("play", [$0]) } + words.map { ("play", ["_", $0]) }
    + words.map { ("go" + $0.prefix(1).uppercased() + $0.dropFirst(), ["item"]) }
    + [
      ("play", ["fromFrame", "toFrame"]), ("moveTo", ["x", "y"]), ("URLFor", ["x"]), ("fTO", ["x"]),
      ("f1to", ["x"]), ("as_at", ["x"]), ("loadURL", ["item"]), ("loadURLs", ["item"]),
      ("to", ["x"]),
      ("load", []), ("load", ["_", "_"]), ("FROM", ["x"]),
    ]

  /// Returns the selectors that the compiler writes to the header of a protocol.
  private func compiled() async throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    let declarations = Self.functions.enumerated().map { index, function in
      let labels = function.labels.enumerated().map { "\($1) p\($0): Int" }
      return "  func z\(index)z\(function.name)(\(labels.joined(separator: ", ")))"
    }
    // A backtick allows keywords.
    let text = declarations.joined(separator: "\n")
    try folder.write("@objc public protocol P {\n\(text)\n}\n", to: "P.swift")
    let result = try await runTool(
      "swiftc",
      [
        "-frontend", "-typecheck", "P.swift", "-parse-as-library", "-enable-objc-interop",
        "-disable-objc-attr-requires-foundation-module", "-module-name", "P",
        "-emit-objc-header-path", "P.h",
      ], in: folder.path)
    try #require(result.status == 0, "\(result)")
    let header = String(decoding: try folder.read("P.h"), as: UTF8.self)
    return header.split(separator: "\n").filter { $0.hasPrefix("- (void)") }.map { line in
      line.dropFirst("- (void)".count).prefix { $0 != ";" }.split(separator: " ").map { part in
        part.contains(":") ? part.prefix { $0 != ":" } + ":" : part
      }.joined()
    }
  }

  @Test("are those of the compiler", .needs("swiftc"))
  func selectors() async throws {
    let compiled = try await compiled()
    try #require(compiled.count == Self.functions.count)
    for (index, function) in Self.functions.enumerated() {
      // The prefix keeps the declarations apart.
      let selector = Selector.name(of: "z\(index)z\(function.name)", labels: function.labels)
      #expect(selector == compiled[index], "\(function)")
    }
  }

  @Test(
    "have 'With' only without a preposition",
    arguments: [
      ("play", ["fromFrame", "toFrame"], "playFromFrame:toFrame:"), ("seek", ["to"], "seekTo:"),
      ("open", ["url"], "openWithUrl:"), ("moveTo", ["x", "y"], "moveToX:y:"),
      ("open", ["_", "callback"], "open:callback:"), ("stop", [], "stop"),
    ])
  func examples(name: String, labels: [String], selector: String) {
    #expect(Selector.name(of: name, labels: labels) == selector)
  }
}
