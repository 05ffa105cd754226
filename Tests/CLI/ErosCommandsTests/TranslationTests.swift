import ArgumentParser
import ErosCommandLine
import ErosTemplates
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Translations of the command line")
struct TranslationTests {
  private static let languages = Language.allCases.filter { $0 != .english }

  /// Messages that the sources do not contain as an argument of a call.
  private static let others = [
    "error:", "warning:", "note:", "hint:", "interrupted", "Usage: eros [<options>]",
    "See 'eros pack --help' for more information.",
    "See 'eros help <subcommand>' for detailed help.",
    "'eros pack --help' has the description, examples and 7 more options.",
    "(values: a, b)", "(default: a)", "(values: a, b; default: a)",
    "1 more note [N001]; `--json` prints all", "2 more notes [N001]; `--json` prints all",
    "1 more error [a]; `--json` prints all", "2 more errors [a]; `--json` prints all",
    "1 more warning [a]; `--json` prints all", "2 more warnings [a]; `--json` prints all",
    // The messages of the argument parser.
    "missing one of: 'a', 'b'", "2 unexpected arguments: 'a', 'b'",
    "the option '--a' does not take any value, but 'b' was specified",
    "value to be set with flag '--a' had already been set with flag '--b'",
    "choose 'a'", "missing value for '--a <a>'",
    "`eros a` has this option", "`eros a` and `eros b` have this option",
    "pass --channel APP/NAME, such as my-app/production",
    "pass a folder, s3://BUCKET/PREFIX or a URL, set a, or set 'release.store' in b",
    "write the store first, such as `a`, set b, or set 'release.store' in c",
    "pass the store, the channel and the number, such as `store my-app/production 12`",
    // Reasons.
    "the bundle contains no pages", "left out 'a': written by macOS",
    "left out 'a': written by Windows", "left out 'a': a repository",
    "left out 'a': a source map", "left out 'a': written by an earlier `eros pack`",
    "build the pages with your build tool, then run `eros pack --store --output build` and `eros diff build/bundle.zip --against RELEASES --output PATCHES`",
    "the versions of the iOS app differ; `eros bump` makes them equal",
    "the versions of the iOS app differ; `eros bump` can make them equal after you correct 'a': b",
    "the new bundle", "verification failed",
    // Notes of `eros pack`.
    "'a' cannot be read, so 'jsPath' in the manifest is false; set 'diff.proxy' in 'b', or pass `--js-path`",
    "'jsPath' in the manifest is 'a', from 'diff.proxy' in 'b'",
    "'jsPath' in the manifest is 'a', from 'diff.proxy' in 'b'; clients append the name of the zip to it, so it should end with '/'",
    // Notes of `eros adopt`.
    "found no registration to add", "found no registration to replace",
    "'a' does not contain 'b', so other commands do not read this folder; add it",
    // Notes about the job of `eros init` and `eros migrate`.
    "'a' exists and is not changed; docs/ci.md has the steps of a job",
    "'a' exists and is not changed, and may belong to another project; docs/ci.md has the steps of a job",
    // Reasons of `eros migrate`.
    "`eros pack` writes these files again for each build",
    "`eros pack` writes these files again for each build; without the exception, git ignores the job",
    "without the exception, git ignores the job",
    "a job checks and packs every change; set its variables EROS_ARCHIVE and EROS_SHA256 in the settings of the build service",
    "it now describes 1 registration of the native sources",
    "it now describes 2 registrations of the native sources",
    "the presets name the modules of the Eros client, so that checks know them",
    "the presets name the modules of the Eros client, so that checks know them; it now describes 1 registration of the native sources",
    "the settings of the generated code are those of the native sources",
    "the other commands read the folders of native sources by default",
    "'a' exists and is not changed, and may belong to another project; docs/ci.md has the steps of a job",
    // Size budgets.
    "the value 'a' is invalid for '--budget <budget>': 'a' is not a limit; write it in the form total=2MB",
    "the value 'a' is invalid for '--budget <budget>': 'a' is not 'total', 'page' or 'delta'",
    "the value 'a' is invalid for '--budget <budget>': 'a' has two limits",
    "the value 'a' is invalid for '--budget <budget>': 'a' is not a size such as 200KB, 1.5MB, 64KiB or 20000",
    "the value 'a' is invalid for '--budget <budget>': 'a' is not from 1 byte to 9 million GB",
    // Rollout plans.
    "'a' is not a rollout plan: step 1 is invalid: 'b' is not a share of devices",
    "'a' is not a rollout plan: step 1 is invalid: its share must be above 5%",
    "'a' is not a rollout plan: step 1 is invalid: it has more than a share, a time and a number of trials",
    "'a' is not a rollout plan: step 1 is invalid: the last step has only a share",
    "'a' is not a rollout plan: step 1 is invalid: the time 'b' must be like 30m, 2h or 1d, and at most 366 days",
    "'a' is not a rollout plan: step 1 is invalid: 'b' is not a number of trials",
    "'a' is not a rollout plan: step 17 is invalid: a plan has at most 16 steps",
    // Reasons why a file is left out.
    "a log of a package manager", "written by an editor",
    // The start page of `eros serve`.
    "Pages of the configuration",
    // Warnings about bundles, patches and projects.
    "this system cannot enforce all limits of a page, such as the one on its network",
    "no description found: 1 page is not judged, because the native modules of the app are unknown; describe the native modules in the configuration of the app; see docs/registry.md",
    "no description found: 2 pages are not judged, because the native modules of the app are unknown; describe the native modules in the configuration of the app; see docs/registry.md",
    "no description found: 1 page is not judged, because the native modules of the app are unknown; run the command in the project of the app, or pass its configuration with `--config`",
    "no description found: 2 pages are not judged, because the native modules of the app are unknown; run the command in the project of the app, or pass its configuration with `--config`",
    "'a' is a bundle of the app 'b', but 'c' describes the app 'd', and the pages run with its modules; pass the configuration of the app with `--config`",
    "all files are below 'a/', so apps do not find them; zip the contents of the folder, or run `eros pack a`",
    "'a' not found, so the keys of 'getui' are not written",
    "'a' does not have lines 'b' and 'c', so the keys of 'getui' are not written",
    "'a' produces the published files, but a different zip, because another tool or version packed the new bundle; BSDIFF40 patches do not apply to this zip",
    "'a' has the jsVersion of the new bundle, so no client requests this patch",
    "'a' was built after the new bundle, so the patch downgrades to an older release",
    "'a' belongs to the app 'b', but the new bundle belongs to 'c'",
    "'a' has the appid b, but the new package has c; uni-app would refuse it",
    // Warnings at the launch of an app.
    "the state was lost and was rebuilt from the intact releases",
    "the release a was damaged and has been repaired",
    "the release a was damaged beyond repair and has been removed",
    "the release a was not confirmed in 1 launch and is now blocked",
    "the release a was not confirmed in 2 launches and is now blocked",
    "the release a requires app version 1.0.0 or later",
    "cannot update the links for the old layout: a",
    "the embedded bundle was skipped; an installed release runs",
    "a release that is known to work runs for this launch only; the next launch tries again",
  ]

  /// All messages of commands that are not errors of the error catalog.
  private static func messages() throws -> Set<String> {
    let folder = "Sources/CLI/ErosCommands"
    let literals = try SourceMessages.inCalls(
      of: /(?:UsageError|warn|note|hint|[ .]ask|notes\.append)\(/, below: folder
    ).union(
      SourceMessages.inCalls(of: /ValidationError\(/, below: folder)
        .map { ParserMessage($0).problem })
    let mistakes = UsageErrorTests.mistakes.flatMap { [$0.problem, $0.remedy].compactMap(\.self) }
    return literals.union(mistakes + others)
  }

  @Test(
    "each message has one with the same values, and no other text is translated",
    arguments: languages)
  func messages(language: Language) throws {
    let catalog = MessageCatalog.of(language)
    let messages = try Self.messages()
    #expect(messages.count > 180)
    var keys: Set<String> = []
    for message in messages {
      guard let translation = catalog.translation(of: message) else {
        Issue.record("not translated: \(message)")
        continue
      }
      keys.formUnion(catalog.keys(for: message))
      let count = { (text: String) in text.ranges(of: SourceMessages.value).count }
      #expect(count(translation) == count(message), "\(message): \(translation)")
      let text = translation.replacing(/`[^`]*`|'[^']*'|--platform js|source map/, with: "")
      #expect(!text.contains(/[a-z]{2,} [a-z]{2,}/), "\(translation)")
    }
    #expect(Set(language.texts(.usage).keys).subtracting(keys).sorted() == [])
  }

  // MARK: - Help

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
