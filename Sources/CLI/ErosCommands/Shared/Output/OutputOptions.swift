import ArgumentParser
import ErosCore
import ErosFiles
import ErosProcess
import ErosTemplates
import ErosTransport

/// Options that every command has.
struct OutputOptions: TitledOptions {
  static let title = "Common options"

  @Flag(help: "Print the result as one JSON document.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only errors of the command, and no report.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Also print what is skipped and why, and the time of each step, on standard error.")
  var verbose = false

  @Flag(help: "Print hashes with all digits, not only the first 12.")
  var full = false

  @Option(help: "When to color the output.")
  var color = ColorChoice.auto

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined") }
  }

  var style: TextStyle {
    var style = TextStyle(
      isColored: color.applies(isTerminal: StandardStream.output.isTerminal), in: .ofProcess)
    style.showsFullHashes = full
    return style
  }

  var errorStyle: TextStyle {
    TextStyle(
      isColored: color.applies(isTerminal: StandardStream.error.isTerminal), in: .ofProcess)
  }

  var showsProgress: Bool { !quiet && !json && StandardStream.error.isErasable }

  /// With `--verbose`, prints a line on standard error.
  func detail(_ text: @autoclosure () -> String) {
    if verbose { writeToStandardError(text() + "\n") }
  }

  /// The rules for repeating requests.
  ///
  /// With `--verbose`, each retry is a line on standard error.
  var retries: RetryPolicy {
    var policy = RetryPolicy()
    guard verbose else { return policy }
    policy.onRetry = { error, pause in
      let reason: Message = "\(error)"
      writeToStandardError(
        "retry: in \(Readable.fixed(pause.seconds, 1)) s, because \(reason)\n")
    }
    return policy
  }

  static func timing(_ step: String, since start: ClockTime) -> String {
    "time: \(step), \(Readable.fixed((.now - start).seconds, 3)) s"
  }

  /// Prints an error that does not end the command.
  func show(_ error: any ErosError) { showText(of: error, errorStyle) }

  func note(_ text: Message) {
    let style = errorStyle
    show(text, style, label: style.label("note", style.dim))
  }

  func hint(_ text: Message) {
    let style = errorStyle
    show(text, style, label: style.label("hint"))
  }

  func warn(_ text: Message) {
    let style = errorStyle
    show(text, style, label: style.label("warning", style.warning))
  }

  private func show(_ text: Message, _ style: TextStyle, label: String) {
    if !quiet { writeToStandardError("\(label)\(style.text(text))\n") }
  }

  /// Warns that the zip was repacked and differs from the published zip.
  func warnOfOtherZip() {
    warn(
      "the files are those of the published bundle, but the zip differs from the published one; BSDIFF40 patches do not apply to it"
    )
  }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Returns `true` if output gets colors.
  ///
  /// By default, this depends on the stream being a terminal.
  func applies(
    isTerminal: Bool, environment: [String: String] = EnvironmentVariable.all
  ) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
      if isSet("NO_COLOR") { return false }
      if isSet("FORCE_COLOR"), environment["FORCE_COLOR"] != "0" { return true }
      return environment["TERM"] != "dumb" && isTerminal
    }
  }
}

extension TextStyle {
  /// Returns the text style on standard error, even if the arguments are invalid.
  static func ofErrors(_ words: [String]) -> TextStyle {
    let choice = words.value(of: "--color").flatMap(ColorChoice.init) ?? .auto
    return TextStyle(
      isColored: choice.applies(isTerminal: StandardStream.error.isTerminal), in: .ofProcess)
  }
}

extension [String] {
  /// Returns the value of an option in arguments that may be invalid.
  func value(of option: String) -> String? {
    let words = prefix { $0 != "--" }
    return words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
      ?? words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
  }
}

/// Colors and language for the terminal.
///
/// Color never carries meaning alone.
struct TextStyle {
  /// The number of digits shown of a hash, enough for commands to recognize it.
  private static let hashDigits = 12

  let isColored: Bool
  let language: Language
  /// `true` if hashes are printed with all digits.
  var showsFullHashes = false

  init(isColored: Bool, in language: Language = .english) {
    self.isColored = isColored
    self.language = language
  }

  /// Returns a message in the language, or in English if it is not translated.
  func text(_ message: Message) -> String {
    language == .english ? "\(message)" : MessageCatalog.of(language).text(of: message)
  }

  /// Returns a message's label, such as `hint: `, with color.
  func label(_ name: String, _ paint: (String) -> String = { $0 }) -> String {
    language == .english ? paint(name) + ": " : paint(text(Message(key: name)) + "：")
  }

  /// Returns the first digits of a hash, or all digits with `--full`.
  func hash(_ text: String) -> String {
    showsFullHashes ? text : String(text.prefix(Self.hashDigits))
  }

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func success(_ text: String) -> String { wrap(text, "32") }
  func failure(_ text: String) -> String { wrap(text, "31") }
  func warning(_ text: String) -> String { wrap(text, "33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
