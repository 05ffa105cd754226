import ErosCommandLine
import ErosTemplates
import ErosTestSupport
import Synchronization
import Testing

@testable import ErosCommands

@Suite("Translations of the command line")
struct TranslationTests {
  private static let languages = Language.allCases.filter { $0 != .english }

  @Test(
    "the help of all commands has all texts of the catalog, and no others", arguments: languages)
  func help(language: Language) throws {
    let requested = Mutex<Set<String>>([])
    for command in try CommandDescription.everyCommand() {
      let page = try HelpPage(of: CommandNames(command.words.dropFirst()), in: language) { text in
        requested.withLock { _ = $0.insert(text) }
        return text
      }
      _ = page.complete()
    }
    let texts = requested.withLock(\.self)
    let catalog = language.texts(.help)
    #expect(texts.count > 400)
    #expect(texts.subtracting(catalog.keys).sorted() == [], "not translated")
    #expect(Set(catalog.keys).subtracting(texts).sorted() == [], "not used")
  }

  @Test("the help keeps the examples, and its lines fit", arguments: languages, [60])
  func layout(language: Language, columns: Int) throws {
    for words in [[], ["publish"], ["report"], ["store", "rotate"]] {
      let names = CommandNames(words)
      let text = try HelpPage(of: names, in: language, columns: columns).complete()
      let lines = text.split(separator: "\n")
      let discussion = try CommandDescription(of: names.commands).discussion
      for line in discussion.split(separator: "\n") where line.hasPrefix("  ") {
        #expect(lines.contains(line), "\(names.text): \(line)")
      }
      for line in lines where line.columnCount > columns {
        // Examples, the usage, and words without a space are not split.
        let isWord = !line.drop { $0 == " " }.contains(" ")
        #expect(
          line.hasPrefix("  ") && !line.hasPrefix("   ") || line.hasPrefix("用法") || isWord
            || line.allSatisfy(\.isASCII), "\(names.text): \(line)")
      }
    }
  }

  @Test("the help of a command has the parts of the English help")
  func page() throws {
    let names = CommandNames(["publish"])
    let page = try HelpPage(of: names, in: .chinese, columns: 80)
    let text = page.complete()
    #expect(text.hasPrefix("概述：将离线包发布到发布仓库的频道\n\n校验离线包，"))
    for part in [
      "\n用法：eros publish [<options>] [<bundle>]\n\n参数：\n  <bundle>  ",
      "\n\n选项：\n  --routes <routes>  ", "\n\n密钥与信任：\n  --keys <keys>  ", "\n\n访问发布仓库：\n",
      "\n\n通用选项：\n", "\n  -V, --version           显示版本号。\n",
      "\n  --color <color>         是否使用彩色输出。（可选值：auto、always、never；默认",
      "\n  --max-entries <max-entries>\n                          离线包中文件和目录数量的上限。",
    ] { #expect(text.contains(part), "\(part): \(text)") }
    let short = page.short
    #expect(short.hasPrefix("将离线包发布到发布仓库的频道\n\n用法：eros publish "))
    #expect(short.contains("\n'eros publish --help' 显示说明、示例和另外 "))
    #expect(!short.contains("$ eros publish"))
    // A narrow terminal does not get a line for each character.
    let narrow = try HelpPage(of: names, in: .chinese, columns: 20).complete()
    #expect(narrow.contains("\n  -V, --version           显示版本号。\n"))
  }
}
