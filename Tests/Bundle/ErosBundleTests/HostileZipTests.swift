import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Hostile names")
struct HostileNameTests {
  /// Names that are not canonical paths.
  static let names: [(kind: String, name: [UInt8])] = [
    ("with a parent component", utf8("../evil.js")),
    ("with two parent components", utf8("pages/../../evil.js")),
    ("with a parent component inside the bundle", utf8("pages/../evil.js")),
    ("that ends with a parent component", utf8("pages/..")),
    ("that is only two dots", utf8("..")),
    ("that is a folder of two dots", utf8("../")),
    ("that is a folder of one dot", utf8("./")),
    ("that starts with a dot component", utf8("./evil.js")),
    ("with a dot component", utf8("pages/./evil.js")),
    ("with a parent component and a backslash", utf8("..\\evil.js")),
    ("with a backslash", utf8("pages\\evil.js")),
    ("with a backslash at its end", utf8("pages\\")),
    ("with a parent component and both separators", utf8("pages/..\\evil.js")),
    ("that is absolute", utf8("/etc/passwd")),
    ("that is the root", utf8("/")),
    ("that is the root twice", utf8("//")),
    ("of a network share", utf8("//server/share/evil.js")),
    ("of a network share with backslashes", utf8("\\\\server\\share\\evil.js")),
    ("of a Windows device", utf8("\\\\.\\C:\\evil.js")),
    ("of a long Windows path", utf8("\\\\?\\C:\\evil.js")),
    ("on a drive", utf8("C:/evil.js")),
    ("on a drive with a backslash", utf8("C:\\evil.js")),
    ("in the current folder of a drive", utf8("c:evil.js")),
    ("that is a drive", utf8("C:")),
    ("that is empty", []),
    ("with an empty component", utf8("pages//evil.js")),
    ("of a folder with two slashes", utf8("pages//")),
    ("with a two-byte overlong slash", utf8("..") + [0xC0, 0xAF] + utf8("evil.js")),
    ("with a three-byte overlong slash", utf8("..") + [0xE0, 0x80, 0xAF] + utf8("evil.js")),
    ("with a four-byte overlong slash", utf8("..") + [0xF0, 0x80, 0x80, 0xAF] + utf8("evil.js")),
    ("with overlong dots", [0xC0, 0xAE, 0xC0, 0xAE] + utf8("/evil.js")),
    ("with an encoded surrogate pair", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80] + utf8(".js")),
    ("with an unpaired surrogate", [0xED, 0xA0, 0x80] + utf8(".js")),
    ("with an overlong NUL", utf8("a") + [0xC0, 0x80] + utf8(".js")),
    ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80] + utf8(".js")),
    ("with a byte that is invalid in UTF-8", utf8("a") + [0xFF] + utf8(".js")),
    ("that is truncated within a character", utf8("a") + [0xE4, 0xB8]),
    ("in GBK", [0xD2, 0xB3, 0xC3, 0xE6] + utf8(".js")),
    ("with a NUL", utf8("a.js\0.png")),
    ("with a NUL at its end", utf8("a.js\0")),
    ("with a NUL before a parent component", utf8("a\0/../evil.js")),
    ("with a terminal escape", utf8("a\u{1B}[2Jb.js")),
    ("with a one-byte terminal escape", utf8("a\u{9B}2Jb.js")),
    ("with a line feed", utf8("a\nb.js")),
    ("with a carriage return", utf8("a\rb.js")),
    ("with a tab", utf8("a\tb.js")),
    ("with a backspace", utf8("a\u{8}b.js")),
    ("with a delete", utf8("a\u{7F}b.js")),
    ("with a right-to-left override", utf8("a\u{202E}sj.exe")),
    ("with a directional isolate", utf8("a\u{2066}b.js")),
    ("with an Arabic letter mark", utf8("a\u{61C}b.js")),
    ("with a line separator", utf8("a\u{2028}b.js")),
    ("with a byte-order mark", utf8("\u{FEFF}a.js")),
    ("with a component of 256 bytes", utf8(String(repeating: "a", count: 256))),
    ("with a folder of 256 bytes", utf8(String(repeating: "a", count: 256) + "/")),
    ("with 256 bytes in fewer characters", utf8(String(repeating: "页", count: 85) + "a")),
    ("of 1,025 bytes", utf8(String(repeating: "abcdefg/", count: 60) + longest(545))),
    ("of 65,535 bytes", utf8(String(repeating: "a", count: 65_535))),
    ("of 65 components", utf8(String(repeating: "a/", count: 64) + "b.js")),
    ("of 30,000 components", utf8(String(repeating: "a/", count: 30_000) + "b.js")),
  ]

  @Test("an invalid name is rejected", arguments: names)
  func rejected(kind: String, name: [UInt8]) throws {
    let entry = ZipForge.Entry(name, utf8("x")).with {
      $0.flags = ZipForge.utf8Flag
      // A folder has a valid mode and contents, so that only its name is invalid.
      if name.last == UInt8(ascii: "/") { ($0.attributes, $0.content) = (0x10, []) }
    }
    try HostileCase("with a name \(kind)", .nameInvalid, entry: entry).expectRejectedStructure()
  }

  @Test(
    "a name at the limits is accepted",
    arguments: [
      String(repeating: "a", count: 255), String(repeating: "页", count: 85),
      String(repeating: "abcdefg/", count: 60) + longest(1024 - 60 * 8),
      String(repeating: "a/", count: 63) + "b.js", "...", "..a/b..", ".hidden", "a b.js", "ab:c.js",
      "页面/首页.js", "😀.png", "e\u{301}.js",
    ])
  func accepted(name: String) throws {
    let structure = try ZipStructure(
      ZipBytes(ZipForge([ZipForge.Entry(name, "x")]).bytes(), path: "a zip"))
    #expect(structure.isSafe, "\(structure.findings)")
    #expect(structure.entries.count == 1)
  }

  @Test("bytes that are not UTF-8 are shown with their values")
  func notUTF8() throws {
    // 中 and é in GBK, and a character that is complete.
    let entry = ZipForge.Entry([0xD6, 0xD0] + utf8("页") + [0xA8, 0xA6] + utf8(".js"), utf8("x"))
    let finding = try #require(
      ZipStructure(ZipBytes(ZipForge([entry]).bytes(), path: "a zip")).findings.first)
    #expect(finding.subject == #"\xD6\xD0页\xA8\xA6.js"#)
    #expect(finding.json.object?["subject"]?.string == finding.subject)
  }

  @Test("names with a backslash name the program that probably wrote them")
  func backslash() throws {
    let entry = ZipForge.Entry(#"pages\home.js"#, "x")
    let structure = try ZipStructure(ZipBytes(ZipForge([entry]).bytes(), path: "a zip"))
    #expect(structure.findings.count == 1)
    #expect(structure.findings.first?.remedy?.contains("PowerShell's Compress-Archive") == true)
  }

  @Test("a rejected name is shown without control characters")
  func shown() throws {
    let entry = ZipForge.Entry("a\u{1B}[2J\u{202E}.js", "x")
    let structure = try ZipStructure(ZipBytes(ZipForge([entry]).bytes(), path: "a zip"))
    let text = structure.findings.map { "\($0.subject ?? "") \($0.message)" }.joined()
    #expect(!text.isEmpty)
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  /// The last components of a path, `count` bytes long.
  private static func longest(_ count: Int) -> String {
    let half = String(repeating: "a", count: 200) + "/"
    return String((half + half + half + half).prefix(count - 1)) + "b"
  }
}

@Suite("Name clashes")
struct HostileClashTests {
  static let pairs: [(name: String, names: [String])] = [
    ("the same file twice", ["a.js", "a.js"]),
    ("the same folder twice", ["pages/", "pages/"]),
    ("the same file twice, far apart", ["a.js", "b.js", "c/d.js", "a.js"]),
    ("the manifest twice", ["md5.json", "md5.json"]),
    ("another case", ["a.js", "A.js"]),
    ("another case of the manifest", ["md5.json", "MD5.JSON"]),
    ("another case of a folder", ["pages/a.js", "Pages/b.js"]),
    ("another case of a folder with an entry", ["pages/", "PAGES/"]),
    ("another case in Greek", ["ΑΣ.js", "ας.js"]),
    ("another case in Cyrillic", ["Ж.js", "ж.js"]),
    ("a letter that folds to two letters", ["straße.js", "STRASSE.js"]),
    ("the Kelvin sign", ["k.js", "\u{212A}.js"]),
    ("a ligature", ["\u{FB01}.js", "FI.js"]),
    ("another Unicode form", ["\u{E9}.js", "e\u{301}.js"]),
    ("another Unicode form and case", ["\u{C9}.js", "e\u{301}.js"]),
    ("another Unicode form of Hangul", ["\u{AC00}.js", "\u{1100}\u{1161}.js"]),
    ("a folder in another Unicode form", ["\u{E9}/a.js", "e\u{301}/a.js"]),
    ("another order of combining marks", ["a\u{323}\u{307}.js", "a\u{307}\u{323}.js"]),
    ("a file and a folder", ["x", "x/"]),
    ("a folder and a file", ["x/", "x"]),
    ("a file below a file", ["x", "x/y.js"]),
    ("a file far below a file", ["x", "x/y/z/a.js"]),
    ("a file above a file", ["x/y/z/a.js", "x/y"]),
    ("a folder below a file", ["a.js", "a.js/b/"]),
    ("a file below a file in another case", ["x", "X/y.js"]),
    ("a folder whose name ends with a mark that joins the slash", ["x\u{600}/", "x\u{600}"]),
  ]

  @Test("clashing names are rejected", arguments: pairs)
  func rejected(name: String, names: [String]) throws {
    let entries = names.map { ZipForge.Entry($0, $0.hasSuffix("/") ? "" : "x") }
    try HostileCase("with \(name)", .nameClash, entries: entries.map(asFolder))
      .expectRejectedStructure()
  }

  @Test("a duplicate file with different contents is rejected")
  func sameNameOtherContent() throws {
    let entries = [ZipForge.Entry("a.js", "good"), ZipForge.Entry("a.js", "evil")]
    try HostileCase("with one name twice", .nameClash, entries: entries).expectRejectedStructure()
  }

  @Test("two central headers for one local header are rejected")
  func oneLocalTwice() throws {
    let entry = ZipForge.Entry("a.js", "x")
    let twice = ZipForge([entry, entry.with { $0.isPhantom = true }]).with {
      $0.entries[1].central.offset = 0
    }
    try HostileCase("with an entry twice", .nameClash, .recordsOverlap) { twice.bytes() }
      .expectRejectedStructure()
  }

  @Test(
    "names that are distinct on all file systems are accepted",
    arguments: [
      ["x/", "x/y.js"], ["x/y.js", "x/"], ["x/y.js", "x/z.js"], ["a.js", "a.jsx"],
      ["x", "x.d/y"], ["a/b", "b/a"], ["x\u{600}/", "x"], ["x\u{600}/", "x/"],
      ["pages/\u{301}a.js", "pages/b.js"],
    ])
  func accepted(names: [String]) throws {
    let entries = names.map { asFolder(ZipForge.Entry($0, $0.hasSuffix("/") ? "" : "x")) }
    let structure = try ZipStructure(ZipBytes(ZipForge(entries).bytes(), path: "a zip"))
    #expect(structure.isSafe, "\(structure.findings)")
    #expect(structure.entries.count == names.count)
  }

  /// Checks the last byte, because in Swift a mark can join the slash to one character.
  private func asFolder(_ entry: ZipForge.Entry) -> ZipForge.Entry {
    guard entry.name.last == UInt8(ascii: "/") else { return entry }
    return entry.with { ($0.attributes, $0.content) = (0x10, []) }
  }
}

/// Returns the UTF-8 bytes of `text`.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
