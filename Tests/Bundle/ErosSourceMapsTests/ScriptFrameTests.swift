import ErosCore
import ErosSourceMaps
import Testing

@Suite("Lines of stacks")
struct ScriptFrameTests {
  /// A line, and its prefix, function, file, line and column.
  static let frames: [(String, String, String?, String, Int, Int)] = [
    // JavaScriptCore
    ("run@pages/a.js:1:20", "", "run", "pages/a.js", 1, 20),
    ("  global code@file:///b/a.js?x=1:2:3", "  ", "global code", "file:///b/a.js?x=1", 2, 3),
    ("@http://host:8080/a.js:2:3", "", nil, "http://host:8080/a.js", 2, 3),
    ("https://host/pages/a.js:2:3\r", "", nil, "https://host/pages/a.js", 2, 3),
    // V8
    ("    at run (pages/a.js:1:20)", "    at ", "run", "pages/a.js", 1, 20),
    ("    at pages/a.js:1:20", "    at ", nil, "pages/a.js", 1, 20),
    ("    at async run (/b/a.js:1:20)", "    at async ", "run", "/b/a.js", 1, 20),
    ("    at async /b/a.js:1:20", "    at async ", nil, "/b/a.js", 1, 20),
    ("    at new t.Page (/b/a.js:1:20)", "    at ", "new t.Page", "/b/a.js", 1, 20),
    ("    at t.run [as go] (/b/a.js:1:20)", "    at ", "t.run [as go]", "/b/a.js", 1, 20),
    ("    at run (/b/a (copy).js:1:20)", "    at ", "run", "/b/a (copy).js", 1, 20),
    (
      "    at eval (eval at run (/b/a.js:1:20), <anonymous>:3:4)", "    at ", "eval", "/b/a.js", 1,
      20
    ),
    (
      "    at eval (eval at x (eval at run (/b/a.js:1:20), <anonymous>:5:6), <anonymous>:3:4)",
      "    at ", "eval", "/b/a.js", 1, 20
    ),
    // Hermes
    ("    at run (address at a.js:1:0)", "    at ", "run", "a.js", 1, 1),
    ("    at anonymous (pages/a.js:3:7)", "    at ", "anonymous", "pages/a.js", 3, 7),
    ("    at run (address at unknown:1:19)", "    at ", "run", "unknown", 1, 20),
    ("    at run (address at :1:19)", "    at ", "run", "", 1, 20),
    ("    at run (address at 1:19)", "    at ", "run", "", 1, 20),
    ("  run@1:19", "  ", "run", "", 1, 20),
    // Logs
    ("07-15 10:58 E App: \tat run (a.js:1:2)", "07-15 10:58 E App: \tat ", "run", "a.js", 1, 2),
    ("Error: x at /b/a.js:1:2", "Error: x at ", nil, "/b/a.js", 1, 2),
  ]

  @Test("lines of stacks are parsed in the forms of engines", arguments: frames)
  func frame(
    line: String, prefix: String, function: String?, file: String, row: Int, column: Int
  ) throws {
    let frame = try #require(ScriptFrame(line), "\(line)")
    #expect(frame.prefix == prefix)
    #expect(frame.function == function)
    #expect(frame.file == file)
    #expect(frame.position == TextPosition(line: row, column: column))
  }

  @Test(
    "without a position in a script are not frames",
    arguments: [
      "", "TypeError: x is not a function", "    at Array.map (<anonymous>)", "map@[native code]",
      "[native code]:0:0", "    at <anonymous>", "    at call (native)",
      "    ... skipping 12 frames",
      "    at Promise.all (index 0)", "    at run (a.js:0:1)", "    at run (a.js:1:0)",
      "    at run (a.js:1)", "    at run (a.js:99999999999:1)", "    at run (:1:2)", "10:58:25",
      "started 10:58:25", "    at run (a.js:+1:2)", "    at run (a.js:1:-2)",
      "    at run (address at a.js:1:)", "eval code@", "(", ")", "at (", "at )(", "@:1:2", "@1:2",
      "run@1", "run@0:1", "a b@1:2",
      "at ",
      "at run (a.js:1:2" + String(repeating: " ", count: 20_000) + ")",
    ])
  func noFrame(line: String) { #expect(ScriptFrame(line) == nil, "\(line)") }

  private func paths(_ names: String...) throws -> ScriptPaths {
    ScriptPaths(try names.map { try BundlePath($0) })
  }

  @Test("a line names the script with the longest path at its end")
  func longest() throws {
    let paths = try paths("index.js", "home/index.js", "pages/home/index.js", "pages/a b.js")
    let home = ScriptPaths.Match.script(try BundlePath("pages/home/index.js"))
    #expect(paths.match("file:///data/1/bundle/pages/home/index.js?x=/index.js#/a") == home)
    #expect(paths.match("pages/home/index.js") == home)
    #expect(try paths.match("/x/home/index.js") == .script(BundlePath("home/index.js")))
    #expect(try paths.match("http://h/index.js") == .script(BundlePath("index.js")))
    #expect(try paths.match("C:\\b\\pages\\a%20b.js") == .script(BundlePath("pages/a b.js")))
    #expect(paths.match("http://h/other.js") == .unknown)
    #expect(paths.match("") == .unknown)
    #expect(paths.match("://") == .unknown)
  }

  @Test("a line that is shorter than a path names it, unless several scripts have this end")
  func shortened() throws {
    let paths = try paths("pages/home/index.js", "pages/cart/index.js", "pages/about.js")
    #expect(try paths.match("about.js") == .script(BundlePath("pages/about.js")))
    #expect(try paths.match("cart/index.js") == .script(BundlePath("pages/cart/index.js")))
    #expect(
      try paths.match("index.js")
        == .ambiguous([BundlePath("pages/cart/index.js"), BundlePath("pages/home/index.js")]))
    #expect(paths.match("other/cart/index.js") == .unknown)
  }
}
