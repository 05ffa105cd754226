import ErosCore
import Testing

@testable import ErosCommands

@Suite("Help")
struct HelpTests {
  @Test("shows an example of each command")
  func examples() throws {
    for command in try CommandDescription.everyCommand() {
      #expect(
        command.examples.contains { $0.hasPrefix(command.name + " ") || $0 == command.name },
        "\(command.name)")
    }
  }

  @Test("shows examples that parse")
  func valid() throws {
    for example in try CommandDescription.everyCommand().flatMap(\.examples) {
      // The examples use no other syntax of the shell than quotes and redirections.
      let arguments = example.prefix { $0 != ">" && $0 != "|" }.split(separator: " ").dropFirst()
        .map { $0.hasPrefix("'") ? String($0.dropFirst().dropLast()) : String($0) }
      let error = ParsedCommand(arguments).error
      #expect(error == nil, "\(example): \(error?.problem ?? "")")
    }
  }

  @Test("no line of an example is split", arguments: [30, 80, 200])
  func unsplit(columns: Int) throws {
    for command in try CommandDescription.everyCommand() {
      let lines = Set(try command.help(columns: columns).complete().split(separator: "\n"))
      for line in command.discussion.split(separator: "\n") where line.hasPrefix("  $ ") {
        #expect(lines.contains(line), "\(command.name): \(line)")
      }
    }
  }

  @Test("the lines of the help fit", arguments: [60, 80])
  func fitting(columns: Int) throws {
    for command in try CommandDescription.everyCommand() {
      let help = try command.help(columns: columns).complete()
      for line in help.split(separator: "\n") where line.columnCount > columns {
        // Examples, the usage, and words without a space are not split.
        let isWord = !line.drop { $0 == " " }.contains(" ")
        let isExample = line.hasPrefix("  ") && !line.hasPrefix("   ")
        #expect(
          isExample || isWord || line.hasPrefix("USAGE: "), "\(command.name): \(line)")
      }
    }
  }

  @Test("the help of every command has one style")
  func style() throws {
    for command in try CommandDescription.everyCommand() {
      let abstract = command.abstract
      #expect(abstract.first?.isUppercase == true, "\(abstract)")
      #expect(!abstract.hasSuffix("."), "\(abstract)")
      #expect(abstract.count <= 75, "\(abstract)")
      let verb = abstract.prefix { $0 != " " && $0 != "," }
      #expect(!verb.hasSuffix("s"), "'\(verb)' is not an imperative: \(abstract)")
      for argument in command.shownArguments {
        let help = try #require(argument.abstract, "\(command.name)")
        #expect(help.first?.isUppercase == true, "\(command.name): \(help)")
        #expect(help.hasSuffix("."), "\(command.name): \(help)")
      }
    }
  }

  @Test("lists the shared options last, in groups")
  func groups() throws {
    let help = try HelpPage(of: CommandNames(["publish"]), columns: 100).complete()
    let headings = help.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
    #expect(
      Array(headings.suffix(4)) == [
        "OPTIONS:", "KEYS AND TRUST:", "ACCESS TO THE STORE:", "COMMON OPTIONS:",
      ])
    let own = try #require(help.firstRange(of: "--rollout"))
    let keys = try #require(help.firstRange(of: "\n  --keys"))
    let json = try #require(help.firstRange(of: "\n  --json"))
    #expect(own.lowerBound < keys.lowerBound && keys.lowerBound < json.lowerBound)
  }

  @Test("-h prints a short help")
  func short() throws {
    let page = try HelpPage(of: CommandNames(["publish"]), columns: 100)
    let (full, short) = (page.complete(), page.short)
    #expect(short.hasPrefix("Publish a bundle to a channel of a store\n\nUSAGE: eros publish "))
    #expect(short.contains("\n  --rollout <rollout>") && !short.contains("--json  "))
    #expect(!short.contains("$ eros publish"))
    let last = short.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("'eros publish --help' has the description, examples and "))
    #expect(short.count < full.count / 2)
  }

  @Test("hidden options are only in the help of --help-hidden")
  func hidden() throws {
    let page = try HelpPage(of: CommandNames(["requires"]), columns: 80)
    #expect(!page.complete().contains("\n  --js "))
    #expect(page.complete(withHidden: true).contains("\n  --js <js>\n"))
  }

  @Test("a flag and its inversion are one argument")
  func inversion() throws {
    let command = try CommandDescription(of: CommandNames(["publish"]).commands)
    let flags = command.shownArguments.filter { $0.synopsis.contains("legacy") }
    #expect(flags.map(\.synopsis) == ["--legacy/--no-legacy"])
    #expect(flags.map(\.usage) == ["[--legacy/--no-legacy]"])
    #expect(command.longOptions.contains("--no-legacy"))
  }

  @Test("shared options stand below the title that their type declares")
  func titles() throws {
    let command = try CommandDescription(of: CommandNames(["store", "init"]).commands)
    let sections = Dictionary(
      uniqueKeysWithValues: command.sections.map { ($0.title, $0.arguments.map(\.preferredName)) })
    #expect(
      command.sections.map(\.title)
        == ["Options", "Keys and trust", "Access to the store", "Common options"])
    #expect(sections["Keys and trust"]?.contains("--online") == true)
    #expect(sections["Access to the store"]?.last == "--single-publisher")
    #expect(sections["Common options"]?.first == "--json")
  }

  @Test("the help is as wide as the terminal, up to 100 characters")
  func width() {
    #expect(HelpPage.columns(environment: ["COLUMNS": "60"]) == 60)
    #expect(HelpPage.columns(environment: ["COLUMNS": "160"]) == 100)
    #expect(HelpPage.columns(environment: ["COLUMNS": "x"]) <= 100)
  }

  @Test("--color before the command is the option of the command")
  func color() {
    #expect(["--color", "always", "pack", "x"].movingColor == ["pack", "x", "--color", "always"])
    #expect(
      ["--color=never", "pack", "--", "x"].movingColor == ["pack", "--color=never", "--", "x"])
    for words in [["pack", "--color", "always"], ["--color"], ["--color", "always"], []] {
      #expect(words.movingColor == words)
    }
  }

  @Test("splits a discussion into paragraphs and code")
  func blocks() {
    let text = HelpText("One\nparagraph.\n\n  $ eros pack\n    more\n\nAnother `one`.")
    #expect(
      text.blocks == [
        .paragraph("One paragraph."), .code(["$ eros pack", "  more"]),
        .paragraph("Another `one`."),
      ])
  }
}
