import ArgumentParser
import ErosCommandLine
import ErosTemplates
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Translations of the command line")
struct TranslationTests {
  private static let languages = Language.allCases.filter { $0 != .english }

  private static func commands(
    of command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { commands(of: $0) }
  }

  @Test(
    "the help of all commands has all texts of the catalog, and no others", arguments: languages)
  func help(language: Language) {
    let texts = Self.commands(of: ErosCommand.self).reduce(into: Set<String>()) {
      $0.formUnion(TranslatedHelp.texts(of: $1))
    }
    let catalog = language.texts(.help)
    #expect(texts.count > 400)
    #expect(texts.subtracting(catalog.keys).sorted() == [], "not translated")
    #expect(Set(catalog.keys).subtracting(texts).sorted() == [], "not used")
  }

  @Test("the help keeps the examples, and its lines fit", arguments: languages, [60])
  func layout(language: Language, columns: Int) {
    let help = TranslatedHelp(in: language)
    for command in Self.commands(of: ErosCommand.self).filter({
      ["eros", "publish", "report", "rotate"].contains($0._commandName)
    }) {
      let text = help.text(of: command, shortFor: nil, columns: columns)
      let lines = text.split(separator: "\n")
      for line in command.configuration.discussion.split(separator: "\n")
      where line.hasPrefix("  ") {
        #expect(lines.contains(line), "\(command._commandName): \(line)")
      }
      for line in lines where line.columnCount > columns {
        // Examples, the usage, and words without a space are not split.
        let isWord = !line.drop { $0 == " " }.contains(" ")
        #expect(
          line.hasPrefix("  ") && !line.hasPrefix("   ") || line.hasPrefix("用法") || isWord
            || line.allSatisfy(\.isASCII), "\(command._commandName): \(line)")
      }
    }
  }

  @Test("the help of a command has the parts of the English help")
  func page() throws {
    let command = try #require(
      Self.commands(of: ErosCommand.self).first { $0._commandName == "publish" })
    let help = TranslatedHelp(in: .chinese)
    let text = help.text(of: command, shortFor: nil, columns: 80)
    #expect(text.hasPrefix("概述：将离线包发布到发布仓库的频道\n\n校验离线包，"))
    for part in [
      "\n用法：eros publish [<options>] [<bundle>]\n\n参数：\n  <bundle>  ",
      "\n\n选项：\n  --routes <routes>  ", "\n\n密钥与信任：\n  --keys <keys>  ", "\n\n访问发布仓库：\n",
      "\n\n通用选项：\n", "\n  -V, --version           显示版本号。\n",
      "\n  --color <color>         是否使用彩色输出。（可选值：auto、always、never；默认",
      "\n  --max-entries <max-entries>\n                          离线包中文件和目录数量的上限。",
    ] { #expect(text.contains(part), "\(part): \(text)") }
    let short = help.text(of: command, shortFor: "eros publish", columns: 80)
    #expect(short.hasPrefix("将离线包发布到发布仓库的频道\n\n用法：eros publish "))
    #expect(short.contains("\n'eros publish --help' 显示说明、示例和另外 "))
    #expect(!short.contains("$ eros publish"))
    // A narrow terminal does not get a line for each character.
    let narrow = help.text(of: command, shortFor: nil, columns: 20)
    #expect(narrow.contains("\n  -V, --version           显示版本号。\n"))
  }
}
