import ErosCore
import ErosTemplates
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Message catalogs")
struct MessageCatalogTests {
  private static let catalog = MessageCatalog([
    "it is a zip": "它是 zip", "a string": "字符串", "'a' or 'b'": "'a' 或 'b'",
    "'{file}' is not a patch: {reason}": "'{file}' 不是补丁：{reason}",
    "'{file}' is a {value}": "{value} 是 '{file}'", "'{file}' is a folder": "'{file}' 是目录",
    "expected {kind}": "应为{kind}", "{kind} is missing": "缺少{kind}", ", ": "、",
    "the {platform} app has {values}": "{platform} 应用有 {values}",
    "run `{command}`": "请执行 `{command}`",
    "write `{ \"a\": {value} }`": "请写 `{ \"a\": {value} }`",
  ])

  @Test("insert the arguments into the translation of the template")
  func templates() {
    let text = Self.catalog.text(of:)
    // The text of a value may be that of other keys.
    let (file, value, zip) = ("a", "c", "it is a zip")
    let name = "a' is not a patch: 'b' is a folder"
    #expect(text("'\(name)' is a \(value)") == "c 是 '\(name)'")
    #expect(text("'\(file)' is a folder") == "'a' 是目录")
    #expect(text("'\(file)' is not a patch: \(zip)") == "'a' 不是补丁：it is a zip")
    #expect(text("write `{ \"a\": \(1) }`") == "请写 `{ \"a\": 1 }`")
    #expect(text("run `eros \(value) --all`") == "请执行 `eros c --all`")
  }

  @Test("translate a message in a message on its own")
  func nested() {
    let text = Self.catalog.text(of:)
    let (file, token) = ("a", "'}'")
    let reason: Message = "'\(file)' is a folder"
    #expect(text("'\(file)' is not a patch: \(reason)") == "'a' 不是补丁：'a' 是目录")
    #expect(text("\(file):\(3): \(reason)") == "a:3: 'a' 是目录")
    #expect(text("'\(file)' is not a patch: \("unknown")") == "'a' 不是补丁：unknown")
    // Foreign words need a space next to a Chinese character.
    #expect(text("expected \("a string")") == "应为字符串")
    #expect(text("expected \(Message(verbatim: token))") == "应为 '}'")
    #expect(text("expected \("'a' or 'b'")") == "应为 'a' 或 'b'")
    let list = [reason, "it is a zip"].joined(separator: "; ")
    #expect(text("'\(file)' is not a patch: \(list)") == "'a' 不是补丁：'a' 是目录；它是 zip")
    let kinds = (["a string", "it is a zip"] as [Message]).joined(separator: ", ")
    #expect(text("expected \(kinds)") == "应为字符串、它是 zip")
  }

  @Test("keep a message without a key in English")
  func unknown() {
    let text = Self.catalog.text(of:)
    let reason: Message = "it is a zip"
    #expect(text("no \(reason)") == "no it is a zip")
    #expect(text("It is a zip") == "It is a zip")
    #expect(text("") == "")
  }

  @Test(
    "separate values as Chinese does",
    arguments: [
      ("iOS", "a", "iOS 应用有 a"), ("iOS and Android", "a, b", "iOS 和 Android 应用有 a、b"),
      ("iOS", "'a', 'b'", "iOS 应用有 'a'、'b'"),
    ])
  func lists(platform: String, values: String, expected: String) {
    #expect(Self.catalog.text(of: "the \(platform) app has \(values)") == expected)
  }

  @Test(
    "separate quoted values as Chinese does, and keep other values",
    arguments: [
      ("'a', 'b', 'c'", "'a'、'b'、'c'"), ("'a'", "'a'"), ("a, b", "a, b"), ("'a', b", "'a', b"),
      ("it's, 'a'", "it's, 'a'"), ("''", "''"),
    ])
  func quotedLists(value: String, expected: String) {
    let catalog = MessageCatalog([("choose {value}", "请选择 {value}")])
    #expect(catalog.text(of: "choose \(value)") == "请选择 " + expected)
  }

  @Test("are used by a style in their language")
  func style() {
    let english = TextStyle(isColored: false)
    let chinese = TextStyle(isColored: true, in: .chinese)
    let name = "a"
    #expect(english.text("'\(name)' already exists") == "'a' already exists")
    #expect(chinese.text("'\(name)' already exists") == "'a' 已存在")
    #expect(chinese.text("not in the catalog") == "not in the catalog")
    #expect(english.label("hint") == "hint: ")
    #expect(chinese.label("error", chinese.failure) == "\u{1B}[31m错误：\u{1B}[0m")
    #expect(TextStyle(isColored: true).label("error") { "<\($0)>" } == "<error>: ")
  }
}

@Suite("Columns of text")
struct DisplayWidthTests {
  @Test(
    "East Asian characters have two columns",
    arguments: [("", 0), ("abc", 3), ("离线包", 6), ("a，b。", 6), ("é e\u{301}", 3), ("“x”…", 4)])
  func count(text: String, columns: Int) {
    #expect(text.columnCount == columns)
  }

  @Test(
    "lines end at spaces and next to East Asian characters",
    arguments: [
      ("one two three", 8, ["one two", "three"]), ("one", 2, ["one"]), ("", 5, [""]),
      ("打包离线包", 4, ["打包", "离线", "包"]), ("打包 dist 目录", 8, ["打包", "dist 目", "录"]),
      ("打包 dist 目录", 9, ["打包 dist", "目录"]),
      // A line does not start with a comma, and does not end with a bracket.
      ("打包，发布", 4, ["打", "包，", "发布"]), ("包（离线）", 4, ["包", "（离", "线）"]),
      ("见 `eros pack`。", 12, ["见 `eros", "pack`。"]),
    ])
  func wrapping(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(toColumns: columns) == lines)
  }
}
