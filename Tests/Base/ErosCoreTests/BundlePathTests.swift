import ErosCore
import Testing

@Suite("Bundle paths")
struct BundlePathTests {
  static let refused: [(String, BundlePathProblem)] = [
    ("", .empty),
    ("/", .absolute),
    ("/etc/passwd", .absolute),
    ("//server/share", .absolute),
    ("C:", .drive),
    ("C:/windows", .drive),
    ("c:windows", .drive),
    ("pages/a.js;1", .version),
    ("a;/b", .version),
    ("..", .dots),
    ("../a", .dots),
    ("a/../b", .dots),
    ("a/./b", .dots),
    (".", .dots),
    ("a//b", .emptyComponent),
    ("a/", .emptyComponent),
    ("a\\b", .backslash),
    ("\\\\server\\share", .backslash),
    ("a\u{0}b", .controlCharacter(0)),
    ("a\nb", .controlCharacter(0x0A)),
    ("a\u{1B}[31mb", .controlCharacter(0x1B)),
    ("a\u{7F}", .controlCharacter(0x7F)),
    ("a\u{9B}b", .controlCharacter(0x9B)),
    ("a\u{202E}gnp.js", .controlCharacter(0x202E)),
    ("\u{FEFF}a", .controlCharacter(0xFEFF)),
    (String(repeating: "a", count: 256), .componentTooLong),
    (String(repeating: "字", count: 86), .componentTooLong),
    (String(repeating: "aaa/", count: 256) + "a", .tooLong),
    (String(repeating: "a", count: 100_000), .tooLong),
    (String(repeating: "a/", count: 64) + "a", .tooDeep),
  ]

  @Test("ambiguous or unsafe names are refused", arguments: refused)
  func refuses(name: String, problem: BundlePathProblem) {
    #expect(throws: problem) { try BundlePath(name) }
  }

  @Test(
    "unusual but unambiguous names are accepted",
    arguments: [
      "a", "a b.js", "...", "..a", ".hidden", "pages/图标.png", "a@2x.png", "ab:c", "1:2", "a;b",
      "a;1b",
      String(repeating: "a", count: 255), String(repeating: "a/", count: 63) + "a",
    ])
  func accepts(name: String) throws {
    #expect(try BundlePath(name).string == name)
  }

  static let notPortable: [(String, BundlePath.PortabilityProblem)] = [
    ("pages/a\u{200B}.js", .invisibleCharacter(0x200B)),
    ("a\u{200C}", .invisibleCharacter(0x200C)),
    ("a\u{200D}/b", .invisibleCharacter(0x200D)),
    ("a\u{AD}b", .invisibleCharacter(0xAD)),
    ("a\u{E0041}", .invisibleCharacter(0xE0041)),
    ("a\u{E007F}", .invisibleCharacter(0xE007F)),
    ("CON", .deviceName("CON")), ("nul/a.js", .deviceName("nul")),
    ("pages/aux.js", .deviceName("aux.js")), ("Com1.tar.gz", .deviceName("Com1.tar.gz")),
    ("lpt\u{B2}", .deviceName("lpt\u{B2}")), ("prn .txt", .deviceName("prn .txt")),
    ("CONIN$", .deviceName("CONIN$")),
    ("a.js.", .trailing("a.js.")), ("a /b", .trailing("a ")), ("...", .trailing("...")),
    ("a.js::$DATA", .colon), ("ab:c", .colon), ("1:2", .colon),
    ("a\u{3164}", .invisibleCharacter(0x3164)), ("a\u{115F}b", .invisibleCharacter(0x115F)),
    ("a\u{34F}", .invisibleCharacter(0x34F)), ("a\u{180E}", .invisibleCharacter(0x180E)),
  ]

  @Test("a name that some system cannot store is not portable", arguments: notPortable)
  func problem(name: String, problem: BundlePath.PortabilityProblem) throws {
    #expect(try BundlePath(name).portabilityProblem == problem)
  }

  @Test(
    "other unusual names are portable",
    arguments: [
      "a", ".hidden", "..a", "a b.js", "console.js", "pages/con-sole/nul_.js", "com", "COM0",
      "com10",
      "lptx", "aux-1", "图标.png", "👍🏽.png", "❤\u{FE0F}.png", "a@2x.png", "a;1b", " a", "a?b", "<a>",
    ])
  func acceptsPortable(name: String) throws {
    #expect(try BundlePath(name).portabilityProblem == nil)
  }

  @Test("names are normalized to composed form")
  func composed() throws {
    let decomposed = try BundlePath("cafe\u{301}/A\u{30A}.js")
    #expect(Array(decomposed.string.utf8) == Array("caf\u{E9}/\u{C5}.js".utf8))
    #expect(try BundlePath("caf\u{E9}/\u{C5}.js") == decomposed)
  }

  @Test(
    "names that are the same on some file system have the same clash key",
    arguments: [
      ("Readme", "README"), ("straße", "STRASSE"), ("ﬁ", "FI"), ("Å", "a\u{30A}"), ("Σ", "ς"),
    ])
  func clashKeys(left: String, right: String) throws {
    #expect(try BundlePath(left).clashKey == BundlePath(right).clashKey)
  }

  @Test("paths are ordered by their bytes, independent of the locale")
  func order() throws {
    let names = ["Z", "a", "a/b", "a0", "é", "字"]
    let paths = try names.shuffled().map { try BundlePath($0) }
    #expect(paths.sorted().map(\.string) == names)
  }

  @Test("the clash key of a folder is a prefix of its items' keys")
  func clashKeysOfFolders() throws {
    let parts = [
      "a", "\u{301}b", "\u{338}", "e\u{301}", "\u{390}", "\u{DF}", "\u{130}", "\u{FB03}",
      "\u{1F80}",
      "\u{345}x", "x\u{600}", "\u{AC00}", "\u{11A8}", "\u{3A3}\u{3C2}", "页\u{3099}",
    ]
    for first in parts {
      for second in parts {
        let path = try BundlePath("\(first)/\(second)/\(first)")
        let folder = try #require(path.parent)
        #expect(path.clashKey.utf8.starts(with: (folder.clashKey + "/").utf8), "\(path)")
      }
    }
  }

  @Test("equal paths have equal hashes, independent of the Unicode form")
  func hashes() throws {
    let paths: Set = [try BundlePath("e\u{301}/a"), try BundlePath("\u{E9}/a")]
    #expect(paths.count == 1)
    #expect(!paths.contains(try BundlePath("e/a")))
  }
}
