import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosRegistry
@testable import ErosTemplates

@Suite("Languages")
struct LanguageTests {
  /// The texts of all pages, and the texts that the server and the reference itself use.
  private static let texts = PageTemplate.report().texts
    .union(PageTemplate.reference().texts).union(PageTemplate.console(in: .english).texts)
    .union(PageTemplate.signIn(in: .english).texts)
    .union(["The token is wrong.", "Sign in – eros console"])
    .union(ReferenceTerm.allCases.map(\.rawValue))
    .union(EntryRow.Reference.all.flatMap { [$0.title, $0.introduction] })

  private func placeholders(_ text: String) -> [String] {
    text.matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
  }

  @Test(
    "the translations have each text of the pages, no other, and the same placeholders",
    arguments: Language.allCases.filter { $0 != .english })
  func complete(language: Language) {
    let catalog = language.texts(.page)
    #expect(Self.texts.count > 80)
    #expect(Self.texts.subtracting(catalog.keys).sorted() == [], "not translated")
    #expect(Set(catalog.keys).subtracting(Self.texts).sorted() == [], "not used")
    for (english, text) in catalog {
      #expect(placeholders(english) == placeholders(text), "\(english)")
      #expect(!text.isEmpty)
      // Catalogs are inserted into HTML and into scripts without escaping.
      #expect(!text.contains { "<>&\"\\`".contains($0) }, "\(english)")
    }
  }

  @Test("a page has the texts of its language only")
  func page() throws {
    let english = PageTemplate.console(in: .english)
    let chinese = PageTemplate.console(in: .chinese)
    let pages = [english, chinese].map { String(decoding: $0.served(title: "t"), as: UTF8.self) }
    #expect(pages[0].contains("<html lang=\"en\">") && pages[1].contains("<html lang=\"zh-CN\">"))
    #expect(pages[0].contains(">Sign out<") && pages[1].contains(">退出登录<"))
    #expect(!pages[0].contains("退出登录") && !pages[1].contains(">Sign out<"))
    #expect(pages[1].contains(#""Pause release {number}":"暂停版本 {number}""#))
    for page in pages { #expect(!page.contains("{{")) }
    #expect(try english.policy("") != chinese.policy(""))
  }

  @Test(
    "the language is the preferred one of a request",
    arguments: [
      ("", "en"), ("zh", "zh-CN"), ("zh-TW,en;q=0.5", "zh-CN"), ("en-US,en;q=0.9,zh;q=0.8", "en"),
      ("fr,zh;q=0.3", "zh-CN"), ("fr", "en"), ("en;q=0.1,ZH-hans-CN;q=0.2", "zh-CN"),
      ("zh,en;q=9", "zh-CN"), ("zh;q=0", "en"), ("zh;q=x,en;q=0.1", "en"), ("zh;q=nan", "en"),
      (",;,=;q=", "en"),
      (String(repeating: "fr,", count: 100_000) + "zh", "en"),
    ])
  func preference(accepted: String, language: String) {
    #expect(Language(accepted: accepted).rawValue == language, "\(accepted.prefix(40))")
  }

  @Test(
    "the language of messages is that of the first variable that is set",
    arguments: [
      ([:], "en"), (["LANG": "zh_CN.UTF-8"], "zh-CN"), (["LANG": "zh"], "zh-CN"),
      (["LANG": "zh_TW@hant"], "zh-CN"),
      (["LC_MESSAGES": "zh_CN", "LANG": "en_US.UTF-8"], "zh-CN"),
      (["LC_ALL": "C", "LC_MESSAGES": "zh_CN", "LANG": "zh_CN"], "en"),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN"], "zh-CN"), (["LANG": "C.UTF-8"], "en"),
      (["LANG": "fr_FR.UTF-8"], "en"), (["LANG": "zha_CN"], "en"), (["LANGUAGE": "zh"], "en"),
    ])
  func locale(environment: [String: String], language: String) {
    #expect(Language(environment: environment).rawValue == language)
  }

  @Test(
    "output in another language than English needs UTF-8",
    arguments: [
      ([:], "en"), (["LANG": "zh_CN.UTF-8"], "zh-CN"), (["LANG": "zh_CN.utf8"], "zh-CN"),
      (["LANG": "zh_SG.UTF-8@pinyin"], "zh-CN"), (["LANG": "zh_CN"], "en"),
      (["LANG": "zh_CN.GB18030"], "en"),
      (["LC_MESSAGES": "zh_CN", "LANG": "en_US.UTF-8"], "zh-CN"),
      (["LC_CTYPE": "UTF-8", "LANG": "zh_CN"], "zh-CN"),
      (["LC_CTYPE": "C", "LANG": "zh_CN.UTF-8"], "en"),
      (["LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"], "en"),
      (["LC_ALL": "zh_CN.UTF-8", "LC_CTYPE": "C", "LANG": "C"], "zh-CN"),
      (["LC_ALL": "", "LANG": "zh_CN.UTF-8"], "zh-CN"), (["LANGUAGE": "zh"], "en"),
    ])
  func output(environment: [String: String], language: String) {
    #expect(Language(output: { environment[$0] }).rawValue == language)
  }

  @Test("each element with text is marked")
  func markedElements() throws {
    for name in [
      "console/console.html", "console/token.html", "page/theme.html", "report/report.html",
    ] {
      let html = try source(name)
      let texts = html.matches(of: />([^<>{}]*[A-Za-z][^<>{}]*)</).map { String($0.output.1) }
      #expect(texts == [], "\(name)")
      let labels = html.matches(of: /(?:aria-label|title|placeholder)="([^"{}]+)"/)
      #expect(labels.isEmpty, "\(name): \(labels.map(\.output.1))")
    }
  }

  @Test(
    "each text of a script is marked",
    arguments: [
      // Modes of scripts, styles, selectors, keys, and the names of nouns.
      (
        "console/console.js",
        ["use strict", "hint date", "step hint", "main summary, main button"]
      ),
      (
        "report/report.js",
        [
          "Backspace", "End", "Enter", "Escape", "Home", "bar is-over", "column is-current",
          "folder is-nested", "frame is-thin", "group of equal files", "image with findings",
          "more file", "more script", "num sized", "small item", "use strict",
        ]
      ),
    ])
  func markedTexts(name: String, others: [String]) throws {
    // Texts for readers start with a capital letter or contain spaces, and are arguments of `t`.
    let lines = try source(name).split(separator: "\n").filter { line in
      !["//", "/*", "*"].contains { line.drop { $0 == " " }.hasPrefix($0) }
    }
    let bare = lines.joined(separator: "\n")
      .matches(of: /([\w.]*)\(?"([A-Z][a-z]+[^"]*|[a-z]+ [a-z][^"]*)"/)
      .filter { $0.output.1 != "t" }.map { String($0.output.2) }
    #expect(Set(bare) == Set(others))
  }

  private func source(_ name: String) throws -> String {
    let file = Tool.packageRoot.appending(path: "templates/" + name)
    return try String(contentsOf: file, encoding: .utf8)
  }
}
