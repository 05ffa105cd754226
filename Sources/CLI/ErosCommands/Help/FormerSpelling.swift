import ErosCommandSupport
import ErosCore
import ErosFiles

/// An option of `eros generate` that is a command now.
///
/// The option still has the same result. A note on standard error names the command.
struct FormerSpelling {
  /// The option; of several options, the first of the table applies.
  let option: String
  /// Whether the option has a value, which is the argument of the command.
  var hasValue = false
  /// The command that replaces `eros generate` and the option.
  let command: [String]
  /// The flags and the options with values that had no effect together with the option.
  var ignored: (flags: [String], options: [String]) = ([], [])
  /// Whether `eros generate` still has the option, hidden, because it does more than the command.
  var isKept = false

  /// The options about outputs, findings and sources, which printing a document never used.
  private static let comparisonOptions = [
    "--disable", "--output", "-o", "--root", "--platform", "--sources", "--js",
  ]

  private static let all = [
    FormerSpelling(
      option: "--print-schema", command: ["config", "schema"],
      ignored: (
        [
          "--adopt", "--patch", "--requires", "--html", "--exhaustive", "--check", "--dry-run",
          "--force", "--release", "--require-version", "--strict",
        ],
        ["--print-surface", "--docs", "--diff", "--config", "--templates"] + comparisonOptions
      )),
    FormerSpelling(
      option: "--adopt", command: ["adopt"],
      ignored: (["--exhaustive", "--require-version"], ["--js", "--platform", "--templates"])),
    FormerSpelling(
      option: "--print-surface", hasValue: true, command: ["config", "surface"],
      ignored: (["--check", "--strict"], comparisonOptions)),
    FormerSpelling(
      option: "--requires", command: ["requires"],
      ignored: (
        ["--exhaustive", "--force", "--require-version"],
        ["--sources", "--platform", "--templates"]
      )),
    FormerSpelling(
      option: "--docs", hasValue: true, command: ["docs"], ignored: (["--require-version"], [])),
    FormerSpelling(option: "--js", command: ["sources", "--js"], isKept: true),
    FormerSpelling(option: "--exhaustive", command: ["sources", "--exhaustive"], isKept: true),
  ]

  /// Returns the arguments with the command instead of a former spelling, and prints the note about it.
  static func replaced(in words: [String]) -> [String] {
    guard words.first == "generate", let former = find(in: words) else { return words }
    if !words.contains("--quiet"), !words.contains("-q") {
      former.printNote(.ofErrors(words))
    }
    return former.isKept ? words : former.replacing(words)
  }

  private func printNote(_ style: TextStyle) {
    guard isKept else {
      let command = self.command.joined(separator: " ")
      return Self.note("`eros generate \(option)` is now `eros \(command)`", style)
    }
    if option == "--js" {
      Self.note(
        "to compare JavaScript, also run `eros sources --js DIR`; `--js` of `eros generate` is kept for existing scripts",
        style)
    } else {
      Self.note(
        "to report undeclared methods, also run `eros sources --exhaustive`; `--exhaustive` of `eros generate` is kept for existing scripts",
        style)
    }
  }

  private static func note(_ text: String, _ style: TextStyle) {
    writeToStandardError("\(style.label("note", style.dim))\(style.text(text))\n")
  }

  /// Returns the former spelling in the arguments of `eros generate`, if there is one.
  static func find(in words: [String]) -> FormerSpelling? {
    let options = words.prefix { $0 != "--" }.map(name(of:))
    return all.first { options.contains($0.option) }
  }

  /// Returns the arguments of the command, from those of `eros generate` with the option.
  func replacing(_ words: [String]) -> [String] {
    var arguments: [String] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word == "--" { return command + arguments + [word] + rest }
      let name = Self.name(of: word)
      if ignored.flags.contains(name) { continue }
      let isIgnored = ignored.options.contains(name)
      if isIgnored || (name == option && hasValue) {
        // `--option=value`, or the value is the next argument.
        let value = name == word ? rest.popFirst() : String(word.dropFirst(name.count + 1))
        if !isIgnored, let value { arguments.append(value) }
      } else if name != option {
        // Another name of `--output`.
        arguments.append(name == "--root" ? "--output" + word.dropFirst(name.count) : word)
      }
    }
    return command + arguments
  }

  /// The name of an option in an argument, without a value after `=`.
  private static func name(of word: String) -> String {
    word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
  }
}
