import ErosBundle
import ErosCore
import ErosFiles
import ErosSourceMaps
import ErosTestSupport
import Testing

@Suite("Symbolication", .temporaryFolder)
struct SymbolicatorTests {
  /// Line 1 is line 11 of `src/a.js` from column 1, and line 2 line 21 from column 5.
  private static let map =
    #"{"version":3,"sources":["src/a.js"],"names":["run"],"mappings":"AAUAA;IAUA,C"}"#

  private func symbolicator(
    _ files: [String: String], lineOffset: Int = 0, scripts: [String] = ["pages/a.js"],
    text: String = "go();\n    go();\n"
  ) throws -> Symbolicator {
    let folder = try TemporaryFolder.ofTest()
    let name = "maps\(files.count)"
    try folder.write(files.mapValues { Array($0.utf8) }, below: name)
    let maps = try SourceMapFolder(folder.path(name))
    return Symbolicator(scripts: try scripts.map { try BundlePath($0) }, lineOffset: lineOffset) {
      try maps.read(Array(text.utf8), $0)
    }
  }

  @Test("replaces frames, keeps other lines, and says why frames stay")
  func lines() throws {
    let stack = """
      TypeError: x\u{1B}[31m
      \tat go (pages/a.js:2:5)
      at pages/a.js:3:1
      at pages/a.js:2:7
      at other.js:1:1
      at other.js:2:2
      map@[native code]

      """
    let result = try symbolicator(["pages/a.js.map": Self.map]).symbolicate(stack)
    #expect(
      result.lines == [
        "TypeError: x\\u{1b}[31m", "\tat src/a.js:21:1 (go)", "at pages/a.js:3:1",
        "at pages/a.js:2:7", "at other.js:1:1", "at other.js:2:2", "map@[native code]",
      ])
    #expect(result.mappedCount == 1)
    #expect(result.stackHash == StackHash("dcc2bcde31717053"))
    #expect(
      result.frames.map(\.reason) == [
        nil, "positionUnmapped", "positionUnmapped", "scriptUnknown", "scriptUnknown",
      ])
    #expect(
      result.findings.map(\.text) == [
        "'other.js': the release does not have this script",
        "'pages/a.js': the source map has no source for 3:1",
        "'pages/a.js': the source map has no source for 2:7",
      ])
  }

  @Test("the lines that the host adds are skipped")
  func lineOffset() throws {
    let maps = ["pages/a.js.map": Self.map]
    let result = try symbolicator(maps, lineOffset: 3).symbolicate("a.js:5:5\na.js:3:1")
    #expect(result.lines == ["src/a.js:21:1", "a.js:3:1"])
    #expect(result.frames.map(\.reason) == [nil, "positionUnmapped"])
  }

  @Test("a script without a map, with the map of another build, or several scripts is named")
  func reasons() throws {
    #expect(try symbolicator([:]).symbolicate("a.js:1:1").frames[0].reason == "mapMissing")
    let stale = try symbolicator(["pages/a.js.map": Self.map, "pages/a.js": "other"])
    #expect(try stale.symbolicate("a.js:1:1").frames[0].reason == "sourceMapStale")
    let broken = try symbolicator(["pages/a.js.map": "{}"]).symbolicate("a.js:1:1")
    #expect(broken.frames[0].reason == "sourceMapInvalid")
    #expect(broken.lines == ["a.js:1:1"])
    let several = try symbolicator([:], scripts: ["b/a.js", "c/a.js"]).symbolicate("a.js:1:1")
    #expect(several.findings.map(\.code) == ["scriptAmbiguous"])
    #expect(several.findings[0].message.contains("2 scripts"), "\(several.findings)")
  }

  @Test(
    "one long word, or much white space around an identifier, takes linear time",
    .timeLimit(.minutes(1)), arguments: [true, false])
  func longWord(isWord: Bool) throws {
    let count = 20_000
    let length = count * 10
    let space = String(repeating: " ", count: length / 2)
    let text = isWord ? String(repeating: "x", count: length) : space + "x" + space
    var mappings = Mappings()
    // Without a window, each segment would read half of the script.
    for index in 0..<count {
      mappings.add(0, isWord ? index * 10 : length / 2, (0, .start, 0))
    }
    let map =
      "{\"version\":3,\"sources\":[\"src/a.js\"],\"names\":[\"run\"],\"mappings\":\"\(mappings.text)\"}"
    let result = try symbolicator(["pages/a.js.map": map], text: text)
      .symbolicate("at x (a.js:1:\(length))")
    #expect(result.lines == ["at src/a.js:1:1 (x)"])
  }

  @Test("an identifier of invalid UTF-8, or as long as the window, is not a function")
  func invalidIdentifier() throws {
    var mappings = Mappings()
    mappings.add(0, 0, (0, .start, 0))
    let map =
      "{\"version\":3,\"sources\":[\"src/a.js\"],\"names\":[\"run\"],\"mappings\":\"\(mappings.text)\"}"
    let long = String(repeating: "é", count: 40)
    for (script, function) in [
      ([0xFF, 0xFF], "\u{FFFD}\u{FFFD}"), (Array("x\(long)=()=>1".utf8), "x\(long)"),
      (Array("x\(long)".utf8.prefix(64)), "x" + String(repeating: "é", count: 31) + "\u{FFFD}"),
    ] as [([UInt8], String)] {
      let folder = try TemporaryFolder.ofTest()
      try folder.write(["pages/a.js.map": Array(map.utf8)], below: "maps")
      let maps = try SourceMapFolder(folder.path("maps"))
      let symbolicator = Symbolicator(scripts: [try BundlePath("pages/a.js")]) {
        try maps.read(script, $0)
      }
      let result = try symbolicator.symbolicate("at \(function) (a.js:1:2)")
      #expect(result.lines == ["at src/a.js:1:1 (\(function.escapedForDisplay))"])
    }
  }

  @Test("a map or a script that is too large is not used")
  func tooLarge() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["a.js", "a.js.map"] {
      try folder.write(["a.js.map": Array(Self.map.utf8)], below: name + "-folder")
      let build = folder.path(name + "-folder")
      let file = try StagedFile(build + "/" + name)
      // A file with a hole.
      try file.write([0], at: 64 << 20)
      try StagedFile.commit([file])
      let reading = try SourceMapFolder(build).read(
        Array("go();\n".utf8), try BundlePath("a.js"))
      guard case .unusable(let finding) = reading else {
        Issue.record("\(String(describing: reading))")
        continue
      }
      #expect(finding.code == "sourceMapInvalid")
      #expect(finding.message == "'\(build)/\(name)' has more than 64 MiB")
    }
  }

  @Test("an empty file, or the end of a line, is not the script without added lines")
  func otherScript() throws {
    for source in ["", "();\n    go();\n"] {
      let result = try symbolicator(["pages/a.js.map": Self.map, "pages/a.js": source])
        .symbolicate("a.js:1:1")
      #expect(result.frames[0].reason == "sourceMapStale", "\(source)")
    }
  }

  @Test("the comment 'sourceMappingURL' names the map, but no file outside the folder")
  func linked() throws {
    let maps = ["maps/a.js.map": Self.map]
    for (url, isMapped) in [
      ("../maps/a.js.map", true), ("../maps/./a.js.map?v=1", true), ("../maps/%61.js.map", true),
      ("a.js.map", false), ("../../maps1/maps/a.js.map", false), ("/maps/a.js.map", false),
      ("https://host/maps/a.js.map", false), ("..%2Fmaps/a.js.map", true),
    ] {
      let text = "go();\n    go();\n//# sourceMappingURL=\(url)\n"
      let result = try symbolicator(maps, text: text).symbolicate("a.js:1:1")
      #expect(result.mappedCount == (isMapped ? 1 : 0), "\(url)")
    }
    let data = "data:application/json;base64," + Base64.encode(Array(Self.map.utf8))
    let inline = try symbolicator([:], text: "go();\n//# sourceMappingURL=" + data)
    #expect(try inline.symbolicate("a.js:1:1").mappedCount == 1)
  }

  @Test(
    "the comment has the forms of ECMA-426",
    arguments: [
      ("x//# sourceMappingURL=m", true), ("x; /*# sourceMappingURL=m */", true),
      ("x\n//@ sourceMappingURL=m", true), ("x\n/*@ sourceMappingURL=m*/;\n;", true),
      ("x\n//#\tsourceMappingURL=m;\r\n", true), ("x\n//# sourceMappingURL=m\u{2028}", true),
      ("x\n//# sourceMappingURL=m\n// built today\n/* by us */\n", true),
      ("x\r//# sourceMappingURL=m\r", true), ("x\u{2029}//# sourceMappingURL=m", true),
      ("//# sourceMappingURL=other\nx\n//# sourceMappingURL=m", true),
      ("//# sourceMappingURL=m\nx", false), ("/*# sourceMappingURL=m */ x", false),
      ("x='//# sourceMappingURL='+m", false), ("x='//# sourceMappingURL=m'", false),
      ("x\n//# sourceMappingURL=m n", false), ("x\n// sourceMappingURL=m", false),
      ("x\n//# sourceMappingURL=", false), ("x /* y */", false), ("", false), ("*/", false),
    ])
  func comment(text: String, isFound: Bool) throws {
    let data = "data:application/json;base64," + Base64.encode(Array(Self.map.utf8))
    let text = text.replacing("=m", with: "=" + data)
    let result = try symbolicator([:], text: text).symbolicate("a.js:1:1")
    #expect(result.mappedCount == (isFound ? 1 : 0), "\(result.findings)")
  }

  @Test("the URL in a script has the forms of RFC 2397")
  func inline() throws {
    let text = Self.map.replacing("src/a.js", with: "src/ÿ>~.js")
    let base64 = Base64.encode(Array(text.utf8))
    #expect(base64.contains("+") && base64.contains("/"))
    let plain = base64.replacing("=", with: "")
    let urlSafe = plain.replacing("+", with: "-").replacing("/", with: "_")
    let escaped = text.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }.joined()
    for data in [
      "data:application/json;base64," + base64, "data:application/json;base64," + plain,
      "data:application/json;charset=utf-8;base64," + urlSafe,
      "DATA:Application/JSON;BASE64," + base64,
      "data:application/json;base64,"
        + base64.replacing("+", with: "%2B").replacing("=", with: "%3D"),
      "data:application/json," + escaped, "data:application/json;charset=utf-8," + escaped,
      "data:," + escaped, "data:;base64," + base64,
      "data:application/json;base64," + Base64.encode([0xEF, 0xBB, 0xBF] + Array(text.utf8)),
    ] {
      let inline = try symbolicator([:], text: "go();\n//# sourceMappingURL=" + data)
      let result = try inline.symbolicate("a.js:1:1")
      #expect(result.lines == ["src/ÿ>~.js:11:1"], "\(data) \(result.findings)")
    }
    for (data, reason) in [
      ("data:text/plain,x", "the URL in the script is not JSON"),
      ("data:application/json", "the URL in the script has no ',' before its data"),
      ("data:application/json;base64,A", "the URL in the script is not valid Base64"),
      ("data:application/json;base64,A===A", "the URL in the script is not valid Base64"),
      (
        "data:application/json,%7",
        "the URL in the script has a '%' without two hexadecimal digits, or is not UTF-8"
      ),
    ] {
      let inline = try symbolicator([:], text: "go();\n//# sourceMappingURL=" + data)
      #expect(try inline.symbolicate("a.js:1:1").findings.map(\.message.description) == [reason])
    }
  }

  @Test("a map with a byte-order mark is read")
  func byteOrderMark() throws {
    for map in ["\u{FEFF}" + Self.map, "\u{FEFF})]}'\n" + Self.map] {
      let result = try symbolicator(["pages/a.js.map": map]).symbolicate("a.js:1:1")
      #expect(result.mappedCount == 1, "\(result.findings)")
    }
  }

  @Test("frames without a file are of the only script, or of a named one")
  func unnamed() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(["pages/a.js.map": Array(Self.map.utf8)], below: "maps")
    let maps = try SourceMapFolder(folder.path("maps"))
    let scripts = try ["pages/a.js", "pages/b.js"].map { try BundlePath($0) }
    func result(_ count: Int, _ script: BundlePath? = nil) throws -> Symbolication {
      try Symbolicator(scripts: scripts.prefix(count), script: script) {
        try maps.read(Array("go();\n    go();\n".utf8), $0)
      }.symbolicate("at run (address at unknown:1:0)\nrun@2:4")
    }
    #expect(try result(1).mappedCount == 2 && result(2, scripts[0]).mappedCount == 2)
    let several = try result(2)
    #expect(several.frames.map(\.reason) == ["scriptUnknown", "scriptUnknown"])
    #expect(several.findings.map(\.remedy?.description) == ["pass the script with `--script`"])
  }

  @Test(
    "the name of a function is that of its last declaration",
    arguments: [
      ("function a(){x}", 9, true), ("function  *a(){x}", 11, true), ("class a{b(){x}}", 6, true),
      ("a=function(){x}", 0, true), ("a=async()=>{x}", 0, true), ("a = b=>{x}", 0, true),
      ("a=(b)=>{x}", 0, true), ("a=(b=(1)) => {x}", 0, true),
      ("a=(1);{x}", 0, false), ("a=(b+c)/2;{x}", 0, false), ("a=(b;{x}", 0, false),
      ("a==b;{x}", 0, false), ("a=>{x}", 0, false), ("a=1;{x}", 0, false),
      ("malfunction a(){x}", 12, false), ("a(){x}", 0, false), ("function ab(){x}", 9, false),
    ])
  func names(script: String, column: Int, isNamed: Bool) throws {
    var mappings = Mappings()
    mappings.add(0, column, (0, .start, 0))
    mappings.add(0, column + 1, (0, .start, nil))
    let map =
      "{\"version\":3,\"sources\":[\"src/a.js\"],\"names\":[\"run\"],\"mappings\":\"\(mappings.text)\"}"
    for function in ["a", "new t.a", "Object.a [as b]"] {
      let result = try symbolicator(["pages/a.js.map": map], text: script)
        .symbolicate("at \(function) (a.js:1:\(script.count))")
      #expect(result.lines == ["at src/a.js:1:1 (\(isNamed ? "run" : function))"])
    }
  }
}
