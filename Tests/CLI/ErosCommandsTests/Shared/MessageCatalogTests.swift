import ErosCore
import ErosTemplates
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Message catalogs")
struct MessageCatalogTests {
  private static let catalog = MessageCatalog([
    "it is a zip": "它是 zip",
    "'{file}' is not a patch: {reason}": "'{file}' 不是补丁：{reason}",
    "'{file}' is a {value}": "{value} 是 '{file}'",
    "'{file}' is a folder": "'{file}' 是目录",
    "{file} and {other}": "{other}、{file}",
    "cannot pack '{folder}':\n{reason}": "无法打包 '{folder}'：\n{reason}",
    "expected {kind}": "应为{kind}", "a string": "字符串",
    "the {kind} '{name}' is not declared": "没有声明{kind} '{name}'",
    "'{file}': {reason}": "'{file}'：{reason}",
    "the {platform} app has {values}": "{platform} 应用有 {values}",
    "the files:\n{reason}": "文件：\n{reason}",
    "more than {number} {kind}": "{kind}超过 {number} 个",
    "write `{ \"a\": {value} }`": "请写 `{ \"a\": {value} }`",
  ])

  @Test(
    "insert the values into the translation",
    arguments: [
      ("it is a zip", "它是 zip"),
      // The values have another order in the translation.
      ("'a b' is a link", "link 是 'a b'"),
      // The key with the longest text applies.
      ("'a' is a folder", "'a' 是目录"),
      ("'is not a patch: ' is not a patch: x", "'is not a patch: ' 不是补丁：x"),
      ("'{file}' is a {value}", "{value} 是 '{file}'"),
      ("a and b and c", "b and c、a"), ("'' is a ", " 是 ''"),
      ("write `{ \"a\": 1 }`", "请写 `{ \"a\": 1 }`"),
      ("'单引号' is a folder", "'单引号' 是目录"),
      ("the iOS app has a", "iOS 应用有 a"),
      ("the iOS and Android app has a, b", "iOS 和 Android 应用有 a、b"),
      // A value in quotes is one quotation.
      ("'a': 'b' is a folder", "'a'：'b' 是目录"), ("'a's' is a folder", "'a's' 是目录"),
    ])
  func values(message: String, expected: String) {
    #expect(Self.catalog.translation(of: message) == expected)
  }

  @Test("look up the template of a message")
  func messages() {
    let catalog = Self.catalog
    // The text of the value is that of other keys.
    let (file, value, zip) = ("a", "c", "it is a zip")
    let name = "a' is not a patch: 'b' is a folder"
    #expect(catalog.translated("'\(name)' is a \(value)") == "c 是 '\(name)'")
    let reason: Message = "'\(file)' is a folder"
    #expect(catalog.translated("'\(name)' is not a patch: \(reason)") == "'\(name)' 不是补丁：'a' 是目录")
    #expect(catalog.translated("'\(file)' is not a patch: \(zip)") == "'a' 不是补丁：它是 zip")
    #expect(catalog.translated("\(file):\(3): \(reason)") == "a:3: 'a' 是目录")
    #expect(catalog.translated("write `{ \"a\": \(1) }`") == "请写 `{ \"a\": 1 }`")
    #expect(catalog.translated("no \(reason)") == nil && catalog.text(of: "no") == "no")
    let list = [reason, "it is a zip"].joined(separator: "; ")
    #expect(catalog.translated("'\(file)' is not a patch: \(list)") == "'a' 不是补丁：'a' 是目录；它是 zip")
  }

  @Test("translate a reason and the name of a kind, and no other value")
  func nested() {
    let translation = Self.catalog.translation(of:)
    #expect(translation("'a' is not a patch: it is a zip") == "'a' 不是补丁：它是 zip")
    #expect(translation("'it is a zip' is not a patch: x") == "'it is a zip' 不是补丁：x")
    #expect(translation("expected a string") == "应为字符串")
    // Only an untranslated value needs a space next to a Chinese character.
    #expect(translation("expected '}'") == "应为 '}'")
    #expect(translation("the widget 'a' is not declared") == "没有声明 widget 'a'")
    #expect(translation("the a string 'a' is not declared") == "没有声明字符串 'a'")
    #expect(translation("more than 3 items") == "items 超过 3 个")
    #expect(
      Self.catalog.keys(for: "a.json:1: 'a' is not a patch: it is a zip") == [
        "'{file}' is not a patch: {reason}", "it is a zip",
      ])
  }

  @Test("keep a location, and translate lines one by one")
  func locations() {
    let translation = Self.catalog.translation(of:)
    #expect(translation("a b.json:3:14: it is a zip") == "a b.json:3:14: 它是 zip")
    #expect(translation("a.json:3: it is a zip") == "a.json:3: 它是 zip")
    #expect(translation("a.json:3: other") == nil)
    #expect(translation("it is at http://a:80: it is a zip") == nil)
    #expect(translation("a 1:2: and b") == "b、a 1:2:")
    #expect(
      translation("cannot pack 'a':\n  it is a zip\n  other")
        == "无法打包 'a'：\n  它是 zip\n  other")
    #expect(translation("the files:\n  a.json:3:14: it is a zip") == "文件：\n  a.json:3:14: 它是 zip")
    #expect(translation("it is a zip\n  other") == "它是 zip\n  other")
  }

  @Test(
    "separate quoted values as Chinese does, and keep other values",
    arguments: [
      ("'a', 'b', 'c'", "'a'、'b'、'c'"), ("'a'", "'a'"), ("a, b", "a, b"), ("'a', b", "'a', b"),
      ("'a' and 'b', 'c'", "'a' and 'b', 'c'"), ("it's, 'a'", "it's, 'a'"), ("''", "''"),
    ])
  func lists(value: String, expected: String) {
    let catalog = MessageCatalog([("choose {value}", "请选择 {value}")])
    #expect(catalog.translation(of: "choose " + value) == "请选择 " + expected)
  }

  @Test(
    "translate the messages of a list one by one",
    arguments: [
      ("a removed", "删除 a"), ("a removed; b removed; and 2 more", "删除 a；删除 b；另有 2 项"),
      ("a removed; other", "删除 a；other"), ("other", "other"), ("; a removed", "；删除 a"),
    ])
  func messageList(value: String, expected: String) {
    let catalog = MessageCatalog([
      "changes: {reasons}": "变化：{reasons}", "{name} removed": "删除 {name}",
      "and {number} more": "另有 {number} 项",
    ])
    #expect(catalog.translation(of: "changes: " + value) == "变化：" + expected)
  }

  @Test(
    "do not have other messages",
    arguments: [
      "", " ", "it is a zip.", "It is a zip", "'a' is a", "is a folder", "'", ": ", "1: ", ":1: ",
      "expected", "and",
    ])
  func unknown(message: String) {
    #expect(Self.catalog.translation(of: message) == nil)
  }

  @Test("a translation takes a time in proportion to the length of the message")
  func hostile() {
    let deep = String(repeating: "'a' is not a patch: ", count: 5_000)
    #expect(Self.catalog.translation(of: deep)?.hasPrefix("'a' 不是补丁：'a' 不是补丁：") == true)
    let quotes = String(repeating: "'", count: 20_000)
    #expect(Self.catalog.translation(of: quotes) == nil)
  }

  @Test("are used by a style in their language")
  func style() {
    let english = TextStyle(isColored: false)
    let chinese = TextStyle(isColored: true, in: .chinese)
    #expect(english.text("'a' already exists") == "'a' already exists")
    #expect(chinese.text("'a' already exists") == "'a' 已存在")
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
