import ArgumentParser
import ErosCommandLine
import ErosCore
import Testing

@testable import ErosCommands

@Suite("Parsing with the named command")
struct DirectParserTests {
  @Test(
    "valid arguments give the same values as with the root command",
    arguments: [
      "pack", "pack dist --output out --level best --platform ios -q", "pack -- -dist",
      "pack -qo out", "verify a.zip b.zip --strict --json", "verify - --max-size 64M",
      "install --sandbox box --bundle a.zip --app-version 1.2.0 --platform android",
      "diff one.zip two.zip --output delta", "patch one.zip delta --output two.zip",
      "generate --check --config app", "generate --config app new module acmeScan", "generate",
      "sources platforms --js src --js lib", "adopt -o .", "docs docs/native --html --check",
      "check --config app --format github", "fetch --store s --channel a/b --sandbox box --id a",
      "publish a.zip --store s --channel a/b --keys k", "store",
      "store init --store s --new-keys k",
      "store status --store store --keys keys", "keys new k", "config show eros.native.json",
      "version",
      "templates list", "routes verify routes.json", "sandbox collect --sandbox box",
      "completion zsh",
    ])
  func values(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let expected = try ErosCommand.parseAsRoot(words)
    let direct = try #require(DirectParser.parse(words))
    #expect(Self.dumped(direct) == Self.dumped(expected))
  }

  @Test(
    "help, errors and other requests are left to the root command",
    arguments: [
      "", "--help", "--version", "help pack", "unknown", "pack --help", "pack -h", "pack --version",
      "pack --unknown", "pack a b", "pack --level", "pack --level none", "store help",
      "store help init", "generate help", "generate --check --force", "-- pack", "--json pack",
      "pack --generate-completion-script", "pack --generate-completion-script zsh",
      "pack ---completion -- --output 0 0", "---completion pack -- --output 0 0",
      "pack --experimental-dump-help", "store --help", "store init --help",
    ])
  func requests(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(DirectParser.parse(words) == nil)
  }

  @Test("the version is the version of the root command")
  func version() throws {
    let error = try #require(throws: (any Error).self) { try ErosCommand.parse(["-V"]) }
    #expect(ParserText(error).full == ProgramVersion.number)
  }

  private static func dumped(_ command: any ParsableCommand) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }
}
