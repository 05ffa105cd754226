import ErosCore
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Usage errors")
struct UsageErrorTests {
  /// A command line, its problem and its remedy.
  static let mistakes: [([String], problem: String, remedy: String?)] = [
    (["pakc"], "unknown command 'pakc' of `eros`", "did you mean `eros pack`?"),
    (["gen", "--check"], "unknown command 'gen' of `eros`", "did you mean `eros generate`?"),
    (
      ["config", "shwo", "a.json"], "unknown command 'shwo' of `eros config`",
      "did you mean `eros config show`?"
    ),
    (
      ["generate", "nwe", "module"], "unknown command 'nwe' of `eros generate`",
      "did you mean `eros generate new`?"
    ),
    (
      ["store", "verify"], "unknown command 'verify' of `eros store`",
      "did you mean `eros store check`?"
    ),
    (
      ["config", "check"], "unknown command 'check' of `eros config`",
      "did you mean `eros config validate`?"
    ),
    (
      ["channel", "new", "my-app/beta"], "unknown command 'new' of `eros channel`",
      "did you mean `eros channel add`?"
    ),
    (["create", "my-app"], "unknown command 'create' of `eros`", "did you mean `eros init`?"),
    (
      ["--generate-completion-script", "tcsh"], "the value 'tcsh' is invalid for '<shell>'",
      "choose 'bash', 'zsh' or 'fish'"
    ),
    (["foo"], "unknown command 'foo' of `eros`", "list the commands with `eros --help`"),
    (["pause", "1"], "unknown command 'pause' of `eros`", "did you mean `eros release pause`?"),
    (
      ["release", "simulate"], "unknown command 'simulate' of `eros release`",
      "did you mean `eros rollout simulate`?"
    ),
    (
      ["rollout", "12", "25%"], "unknown command '12' of `eros rollout`",
      "did you mean `eros release rollout`?"
    ),
    (
      ["store", "brake", "set", "12", "--channel", "my-app/production", "--rollout", "testers"],
      "--rollout: 'testers' is not a share of devices",
      "write a percentage from 0% to 100% in steps of 0.01%, such as 5% or 0.25%"
    ),
    (
      ["release", "rollout", "12", "all"], "'all' is not a share of devices",
      "write a percentage from 0% to 100% in steps of 0.01%, such as 25% or 0.05%, or testers"
    ),
    (
      ["release", "promote", "--to", "my-app/production"], "missing expected argument '<number>'",
      "write the number and the other channel: `eros release promote 12 --to my-app/production`"
    ),
    (
      ["release", "promote", "12", "--to", "beta"], "--to: 'beta' is not the name of a channel",
      "write APP/CHANNEL, such as 'my-app/production', with letters, digits, '-', '_' and '.'"
    ),
    (
      ["release", "rollback", "4"], "unexpected argument '4'",
      "write the number with --to: `eros release rollback --to 4`"
    ),
    (
      ["release", "list", "my-app/production"], "unexpected argument 'my-app/production'",
      "write the channel with --channel: `eros release list --channel my-app/production`"
    ),
    (["release", "list", "12"], "unexpected argument '12'", nil),
    (
      ["release", "rollback", "--to", "v4"], "--to: 'v4' is not the number of a release",
      "write a number that `eros release list` shows, such as 12"
    ),
    (
      ["release", "pause"], "missing expected argument '<number>'",
      "write the number of the release, such as 12; `eros release list` shows the numbers"
    ),
    (
      ["release", "rollout", "25%", "12"], "'25%' is not the number of a release",
      "write a number that `eros release list` shows, such as 12"
    ),
    (["validate"], "unknown command 'validate' of `eros`", "did you mean `eros config validate`?"),
    (
      ["foo", "--help"], "unknown command 'foo' of `eros`",
      "list the commands with `eros --help`"
    ),
    (
      ["help", "routes", "biuld"], "unknown command 'biuld' of `eros routes`",
      "did you mean `eros routes build`?"
    ),
    (
      ["refrence"], "unknown command 'refrence' of `eros`",
      "list the commands with `eros --help`"
    ),
    (
      ["a\nb"], #"unknown command 'a\u{a}b' of `eros`"#, "list the commands with `eros --help`"
    ),
    (["pack", "--ouput", "x"], "unknown option '--ouput'", "did you mean `--output`?"),
    (["pack", "--ouput=x"], "unknown option '--ouput'", "did you mean `--output`?"),
    (
      ["store", "rotate", "--role", "root"], "unknown option '--role'",
      "write only the value, without '--role': the command takes <role> as an argument"
    ),
    (
      ["store", "status", "build/store", "--keys", "keys"], "the store is now an option",
      "run `eros store status --store build/store --keys keys`"
    ),
    (
      ["store", "init", "--new-keys=keys", "my store", "--channel", "a/b", "-q"],
      "the store is now an option",
      "run `eros store init --store 'my store' --new-keys=keys --channel a/b -q`"
    ),
    (
      ["store", "check", ""], "the store is now an option", "run `eros store check --store ''`"
    ),
    (
      ["channel", "add", "build/store", "a/b", "--channel-key", "b.key", "--keys", "keys"],
      "the store is now an option",
      "run `eros channel add a/b --store build/store --channel-key b.key --keys keys`"
    ),
    (
      ["channel", "list", "s", "--json"], "the store is now an option",
      "run `eros channel list --store s --json`"
    ),
    (
      ["store", "rotate", "store", "online", "--no-wait"], "the store is now an option",
      "run `eros store rotate online --store store --no-wait`"
    ),
    (
      ["store", "brake", "set", "store", "a/b", "4", "--reason", "it crashes"],
      "the store and the channel are now options",
      "run `eros store brake set 4 --store store --channel a/b --reason 'it crashes'`"
    ),
    (
      ["store", "brake", "lift", "a/b", "4"], "the channel is now an option",
      "run `eros store brake lift 4 --channel a/b`"
    ),
    (["store", "status", "--store", "a", "b"], "unexpected argument 'b'", nil),
    (
      ["store", "rotate", "--store", "a"], "missing expected argument '<role>'",
      "<role>: the role: root, targets, online, brake, or a channel such as my-app/production"
    ),
    (
      ["store", "init", "--new-keys", "keys", "a", "b"], "2 unexpected arguments: 'a', 'b'", nil
    ),
    (
      ["pack", "--frobnicate"], "unknown option '--frobnicate'",
      "see the options with `eros pack --help`"
    ),
    (["generate", "--adopt"], "unknown option '--adopt'", "did you mean `eros adopt`?"),
    (["generate", "--requires"], "unknown option '--requires'", "did you mean `eros requires`?"),
    (["generate", "--docs", "a"], "unknown option '--docs'", "did you mean `eros docs`?"),
    (
      ["generate", "--print-schema"], "unknown option '--print-schema'",
      "did you mean `eros config schema`?"
    ),
    (
      ["generate", "--print-surface", "ios"], "unknown option '--print-surface'",
      "did you mean `eros config surface`?"
    ),
    (
      ["generate", "--check", "--js", "dist"], "unknown option '--js'",
      "`eros check` and `eros sources` have this option"
    ),
    (
      ["generate", "--exhaustive"], "unknown option '--exhaustive'",
      "`eros sources` has this option"
    ),
    (
      ["store", "check", "--refresh"], "unknown option '--refresh'",
      "did you mean `eros store refresh`?"
    ),
    (
      ["publish", "a.zip", "--no-verify"], "unknown option '--no-verify'",
      "see the options with `eros publish --help`"
    ),
    (["--verson"], "unknown option '--verson'", "did you mean `--version`?"),
    (
      ["status", "--sandbox", "a", "--wait", "1"], "unknown option '--wait'",
      "see the options with `eros status --help`"
    ),
    (
      ["pack", "--level", "a\nb"], #"the value 'a\u{a}b' is invalid for '--level <level>'"#,
      "choose 'fast', 'default' or 'best'"
    ),
    (
      ["verify", "a.zip", "--max-size=10x"],
      "the value '10x' is invalid for '--max-size <max-size>'",
      "--max-size <max-size>: the maximum total size of the unpacked files, such as 500K, 64M or 1G"
    ),
    (
      ["rollback", "--sandbox", "a", "--wait", "-1"], "--wait must be from 0 to 86400 seconds", nil
    ),
    (
      ["sandbox", "unblock", "--sandbox", "a"], "pass a release or --all", nil
    ),
    (
      ["sandbox", "unblock", "123456", "--all", "--sandbox", "a"],
      "--all and a release exclude each other", nil
    ),
    (
      ["pack", "--timestamp", "-5"],
      "--timestamp must be from 0 to 253402300799999 milliseconds", nil
    ),
    (
      ["pack", "--output=", "dist"], "'--output=' does not have a value",
      "pass a value for `--output`, or omit the option"
    ),
    (
      ["verify"], "missing expected argument '<bundle> ...'",
      "<bundle>: the zip files of bundles, their folders, or '-' for standard input"
    ),
    (["inspect", "a", "b"], "unexpected argument 'b'", nil),
    (
      ["diff", "a.zip", "-b.zip", "--output", "c"],
      "expected two bundles, or one bundle and --against",
      "write a name that starts with '-' as `./-b.zip`"
    ),
    (
      ["diff", "a.zip", "b.zip", "--output", "-c.patch"],
      "missing value for '--output <output>'",
      "write a name that starts with '-' as `./-c.patch`"
    ),
    (
      ["bump", "v1.0.0"], "'v1.0.0' is not major, minor, patch or a version",
      "did you mean `eros bump 1.0.0`?"
    ),
    (
      ["bump", "1.2.x"], "'1.2.x' is not major, minor, patch or a version",
      "write one to four numbers of up to nine digits with dots, such as 1.2.0 or 1.2.0-beta.1"
    ),
    (
      ["fetch", "--store", "s", "--channel", "a/b", "--sandbox", "c", "--app-version", "v1"],
      "--app-version: 'v1' is not a version",
      "write one to four numbers of up to nine digits with dots, such as 1.2.0 or 1.2.0-beta.1"
    ),
    (
      ["diff", "a.zip", "b.zip", "--output", "u.erosdelta", "--level", "best"],
      "--level applies only to BSDIFF40 patches; the output is a content delta", nil
    ),
  ]

  @Test("usage errors have a problem and a remedy", arguments: mistakes)
  func describe(arguments: [String], problem: String, remedy: String?) throws {
    let error = try #require(ParsedCommand(arguments).error)
    #expect(error.problem == problem)
    #expect(error.remedy == remedy)
    #expect(error.exitStatus == .usage)
  }

  @Test(
    "end a command before it starts",
    arguments: [
      ["pack", "--output", ""], ["pack", "--output", "-"], ["config", "encrypt", "--output", ""],
      ["pack", "--level", "11"], ["pack", "--timestamp", "9223372036854775807"],
      ["verify", "a.zip", "--max-entries", "99999999999999999"],
      ["report", "a.zip", "--json", "--max-image-side", "0"],
      ["diff", "a.zip", "b.zip", "--output", "-"],
      ["routes", "build", "a", "--base-url", "https://a", "--output", "b"],
      ["routes", "build", "a", "--map", "m", "--base-url", "a", "--output", "b"],
      [
        "routes", "build", "a", "--map", "m", "--base-url", "https://a", "--output", "b",
        "--version", "x",
      ],
      ["routes", "install", "--sandbox", "a", "--any-version"],
      ["generate", "--dry-run", "--check"], ["generate", "--dry-run", "--release"],
      ["generate", "--diff", "full"], ["generate", "--check", "--release"], ["requires"],
      ["adopt", "native", "--patch", "-o", "."], ["adopt", "native", "-o", ".", "--dry-run"],
      ["docs"], ["docs", "a", "--check", "--force"],
      ["generate", "--disable", "E021"], ["generate", "--disable", "W999"],
      ["bump"], ["bump", "huge"], ["bump", "1.2.3.4.5"],
      ["check", "--base", "a", "--against", "b"], ["check", "--json", "--format", "github"],
      ["check", "--base=--all"], ["check", "--base", ""], ["check", "--format", "pdf"],
      ["check", "--disable", "nothing"],
    ])
  func refused(arguments: [String]) throws {
    let error = try #require(ParsedCommand(arguments).error, "\(arguments)")
    #expect(error.exitStatus == .usage)
    #expect(!error.problem.isEmpty)
  }

  @Test(
    "valid command lines are not usage errors",
    arguments: [
      ["verify", "a.zip", "--max-size", "10k"], ["verify", "a.zip", "--max-size", "1G"],
      ["pack"], ["pack", "--timestamp", "253402300799999"], ["pack", "--output", "./-"],
      ["bump", "patch"], ["bump", "1.2.3.4"], ["rollback", "--sandbox", "a", "--wait", "0"],
      ["generate", "--disable", "W038"],
    ])
  func accepted(arguments: [String]) {
    guard case .command = ParsedCommand(arguments) else {
      Issue.record("\(arguments): \(String(describing: ParsedCommand(arguments).error?.problem))")
      return
    }
  }

  @Test(
    "help and the version are not usage errors",
    arguments: [["--help"], ["help", "pack"], ["--version"]])
  func text(arguments: [String]) {
    guard case .text = ParsedCommand(arguments) else {
      Issue.record("\(arguments)")
      return
    }
  }

  @Test(
    "usage errors do not repeat a passphrase or a key",
    arguments: [
      ["keys", "show", "a", "--passphrase=hunter2"],
      ["keys", "show", "a", "--passphrase", "hunter2"],
      ["keys", "new", "a", "--passphrase", "hunter2 x"], ["keys", "new", "a", "--passphrase", "h"],
      ["keys", "show", "-----BEGIN PRIVATE KEY-----\nhunter2\n"],
      ["keys", "show", "env:-----BEGIN PRIVATE KEY-----\nhunter2\n"],
      ["keys", "show", "env:-----BEGIN", "PRIVATE", "KEY-----", "hunter2"],
      ["keys", "show", "a", "--signer", "echo '-----BEGIN PRIVATE KEY-----\nhunter2\n'"],
    ])
  func secrets(arguments: [String]) throws {
    let error = try #require(ParsedCommand(arguments).error)
    #expect(error.exitStatus == .usage)
    let text = [
      error.description, error.remedy?.description ?? "",
      (error as? UsageError)?.usage?.description ?? "",
    ].joined()
    #expect(!text.contains("hunter2") && !text.contains("'h'") && !text.contains("BEGIN"))
    #expect(error.remedy?.isEmpty == false)
  }

  @Test("a usage error still names another argument after --passphrase")
  func notSecret() throws {
    let error = try #require(
      ParsedCommand(["keys", "new", "a", "--passphrase", "--ouput", "b"]).error)
    #expect(error.problem == "unknown option '--ouput'")
  }

  @Test("a usage error names an argument that is not UTF-8")
  func notUTF8() throws {
    let error = try #require(ParsedCommand(["verify", "a\u{FFFD}.zip"]).error)
    #expect(error is CommandError)
    #expect(error.exitStatus == .usage)
  }
}
