import Testing

@testable import ErosCommands

@Suite("Text output")
struct TextTests {
  @Test("a table aligns columns, and numbers to the right")
  func table() {
    var table = TextTable(numbers: [1])
    table.add("file", "size", "note")
    table.add("a.js", "12", "")
    table.add("longer.js", "1234", "a note")
    table.add("short row")
    #expect(
      table.text == """
        file       size  note
        a.js         12\("  ")
        longer.js  1234  a note
        short row
        """)
    #expect(TextTable().text == "")
  }

  @Test(
    "a size has a unit and at most four digits",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (21_049, "21.0 KB"), (999_949, "999.9 KB"),
      (1_500_000, "1.5 MB"), (2_000_000_000, "2.0 GB"), (UInt64.max, "18446744.1 TB"),
    ] as [(UInt64, String)])
  func size(bytes: UInt64, text: String) {
    #expect(Readable.size(bytes) == text)
  }

  @Test(
    "a count has its plural",
    arguments: [
      (1, "file", "1 file"), (0, "file", "0 files"), (2, "entry", "2 entries"),
      (1, "entry", "1 entry"), (3, "directory", "3 directories"), (2, "launch", "2 launches"),
    ])
  func count(count: Int, noun: String, text: String) {
    #expect(Readable.count(count, noun) == text)
  }

  @Test("a share is in percent, or a dash without a total")
  func share() {
    #expect(Readable.share(1, of: 3) == "33.3 %")
    #expect(Readable.share(0, of: 3) == "0.0 %")
    #expect(Readable.share(1, of: 0) == "–")
  }

  @Test("a number has fixed decimals")
  func fixed() {
    #expect(Readable.fixed(0.05, 1) == "0.1")
    #expect(Readable.fixed(-1.25, 1) == "-1.3")
    #expect(Readable.fixed(12.5, 0) == "13")
    #expect(Readable.fixed(0.004, 3) == "0.004")
    for value in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(Readable.fixed(value, 1) == "–")
    }
  }

  @Test("only a colored style adds escape sequences")
  func style() {
    #expect(TextStyle(isColored: true).failure("x") == "\u{1B}[31mx\u{1B}[0m")
    #expect(TextStyle(isColored: false).failure("x") == "x")
    var style = TextStyle(isColored: false)
    #expect(style.hash("0123456789abcdef") == "0123456789ab")
    style.showsFullHashes = true
    #expect(style.hash("0123456789abcdef") == "0123456789abcdef")
  }

  @Test(
    "color depends on the option, the terminal and the environment",
    arguments: [
      (.always, false, [:], true), (.never, true, [:], false), (.auto, true, [:], true),
      (.auto, false, [:], false), (.auto, true, ["NO_COLOR": "1"], false),
      (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
      (.always, true, ["NO_COLOR": "1"], true), (.auto, false, ["FORCE_COLOR": "1"], true),
      (.auto, true, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
      (.auto, false, ["FORCE_COLOR": "0"], false), (.never, true, ["FORCE_COLOR": "1"], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func color(choice: ColorChoice, isTerminal: Bool, environment: [String: String], isColored: Bool)
  {
    #expect(choice.applies(isTerminal: isTerminal, environment: environment) == isColored)
  }
}
