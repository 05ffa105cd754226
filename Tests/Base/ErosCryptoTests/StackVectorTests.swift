import ErosCore
import ErosCrypto
import ErosTestSupport
import Testing

/// Stacks and their hashes, for the implementations in other languages.
@Suite("Vectors of stacks")
struct StackVectorTests {
  /// Lines of stacks, with and without a position in a script.
  private static let lines = [
    "f@a.js:1:2", "g@a.js:1:2", "f@b.js:1:2", "f@a.js:2:2", "f@a.js:1:3", "f@a.js:01:2",
    "f@a.js:0:2",
    "f@a.js:1:0", "f@a.js:2147483647:1", "f@a.js:2147483648:1", "f@a.js:1:2:3", "f@a.js:1", "f@3:4",
    "onClick@1:2345", "a.js:1:2", "file:///x/a.js:1:2", "x y/a.js:1:2", "12:30:45", "at 12:30",
    "TypeError: x", "TypeError: at a.js:1:2", "map@[native code]", "    at call (native)",
    "    at f (a.js:1:2)", "\tat f (a.js:1:2)", "E/JS: at f (a.js:1:2)", "nat f (a.js:1:2)",
    "    at async f (a.js:1:2)", "    at async a.js:1:2", "    at new t.b [as run] (a.js:1:2)",
    "    at Array.map (<anonymous>)", "    at Object.<anonymous> (index.js:2:3)",
    "    at eval (eval at run (pages/a.js:1:20), <anonymous>:1:1)", "    at f (a.js:1:2) ",
    "    at f (address at index.js:1:233)", "    at f (address at unknown:1:2344)",
    "    at address at index.js:1:0", "    at f (C:\\b\\index.js:1:566)",
    "    at f (https://host:8080/pages/a.js?user=7#x:1:567)", "global code@file:///a/index.js:2:3",
    "eval code@a.js:1:2", "module code@a.js:1:2", "anonymous@a.js:1:2", "@a.js:1:2", "f@:1:2",
    "größe@größe.js:1:2", "f@a\u{301}.js:1:2", "f@ä.js:1:2", "f@a.js:１:2",
    "\u{2003}at f (a.js:1:2)",
    "f@a.js:1:2\u{A0}", "f(@a.js:1:2", "at f (a.js:1:2", "f@a.js#top:1:2", "f@/:1:2", "f@\\:1:2",
    "",
  ]

  @Test("hashes of lines, of stacks of all engines, and of long stacks")
  func stacks() throws {
    var stacks = StackHashTests.engineStacks + Self.lines
    let frames = Self.lines.filter { !$0.isEmpty }
    for (number, newline) in [
      "\n", "\r\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]
    .enumerated() {
      stacks.append(frames.dropFirst(number * 5).prefix(7).joined(separator: newline))
    }
    stacks += [9, 10, 11].map { String(repeating: "f@a.js:1:2\n", count: $0) }
    stacks.append(frames.joined(separator: "\n"))
    var padded = stacks.map { (0, $0) }
    // The hash ends at 64 KiB, also within a character.
    let frame = "\nf@a.js:1:2"
    for end in ["345", "é", "\n"] {
      for count in [0, 1, 10, 11, 12] {
        padded.append((StackHash.maximumLength - count, frame + end))
      }
    }
    // A line that is too long is no frame.
    for count in [16_374, 16_375, 16_376] { padded.append((count, "@a.js:1:2\ng@a.js:1:2")) }
    let vectors = try padded.map { padding, stack in
      let hash = try StackHash.of(String(repeating: "x", count: padding) + stack)
      return JSONValue.members([
        "padding": padding == 0 ? nil : .integer(padding), "stack": .string(stack),
        "hash": .string(orNull: hash?.description),
      ])
    }
    let hashes = vectors.map { $0.object?["hash"]?.string }
    #expect(Set(hashes).count > 30 && hashes.contains(nil))
    try Vectors.expect(["stacks": .list(vectors)], in: "stacks.json")
  }
}
