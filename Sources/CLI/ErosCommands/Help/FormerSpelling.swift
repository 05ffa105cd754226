import ErosCommandSupport
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

  private static let all = [
    FormerSpelling(
      option: "--print-schema", command: ["config", "schema"], ignored: ([], ["--config"])),
    FormerSpelling(
      option: "--adopt", command: ["adopt"],
      ignored: (["--exhaustive", "--require-version"], ["--js", "--platform", "--templates"])),
    FormerSpelling(option: "--print-surface", hasValue: true, command: ["config", "surface"]),
    FormerSpelling(
      option: "--requires", command: ["requires"],
      ignored: (["--exhaustive", "--force"], ["--sources", "--platform", "--templates"])),
    FormerSpelling(option: "--docs", hasValue: true, command: ["docs"]),
    FormerSpelling(option: "--js", command: ["sources", "--js"], isKept: true),
    FormerSpelling(option: "--exhaustive", command: ["sources", "--exhaustive"], isKept: true),
  ]

  /// Returns the arguments with the command instead of a former spelling, and prints the note about it.
  static func replaced(in words: [String]) -> [String] {
    guard words.first == "generate", let former = find(in: words) else { return words }
    if !words.contains("--quiet"), !words.contains("-q") {
      let command = former.command.joined(separator: " ")
      note("`eros generate \(former.option)` is now `eros \(command)`", .ofErrors(words))
    }
    return former.isKept ? words : former.replacing(words)
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
