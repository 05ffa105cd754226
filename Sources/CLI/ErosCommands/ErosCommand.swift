package import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles

package struct ErosCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "eros",
    abstract: "Pack, verify, install and update the JavaScript bundles of hybrid apps",
    discussion: """
      An example, in the folder of an app whose pages are built into 'dist':

        $ eros pack --output out
        $ eros verify out/bundle.zip --manifest out/bundle.config
        $ eros install --bundle out/bundle.zip --sandbox sandbox

      Results go to standard output, everything else to standard error. Exit statuses: \
      \(ErosCore.ExitStatus.list). A closed pipe (`| head`) does not change them.
      """,
    version: ProgramVersion.number,
    subcommands: [ReferenceCommand.self],
    groupedSubcommands: groups)

  /// The commands in the order of the help.
  static let groups = [
    CommandGroup(
      name: "Bundles",
      subcommands: [
        PackCommand.self, ServeCommand.self, VerifyCommand.self, RehearseCommand.self,
        InspectCommand.self, ReportCommand.self,
      ]),
    CommandGroup(name: "Updates", subcommands: [DiffCommand.self, PatchCommand.self]),
    CommandGroup(
      name: "Sandboxes",
      subcommands: [
        InstallCommand.self, StageCommand.self, ConfirmCommand.self, RollbackCommand.self,
        StatusCommand.self, SandboxCommand.self,
      ]),
    CommandGroup(
      name: "Distribution",
      subcommands: [
        PublishCommand.self, FetchCommand.self, ExplainCommand.self, SymbolicateCommand.self,
        ReleaseCommand.self, RolloutCommand.self, ChannelCommand.self, StoreCommand.self,
        KeysCommand.self,
      ]),
    CommandGroup(name: "Routes", subcommands: [RoutesCommand.self]),
    CommandGroup(
      name: "Versions",
      subcommands: [CheckCommand.self, VersionCommand.self, BumpCommand.self]),
    CommandGroup(
      name: "Projects",
      subcommands: [
        InitCommand.self, MigrateCommand.self, DoctorCommand.self, ConfigCommand.self,
        GenerateCommand.self, AdoptCommand.self, SourcesCommand.self, RequiresCommand.self,
        DocsCommand.self, TemplatesCommand.self,
      ]),
    CommandGroup(name: "Shell", subcommands: [CompletionCommand.self]),
  ]

  // The argument parser's messages then start like our own.
  package static let _errorPrefix = "error: "

  package init() {}

  /// Runs the command that the arguments name, and ends the process.
  ///
  /// Commands are synchronous: starting Swift's executors takes longer than many commands.
  package static func main() {
    StandardStream.ignoreWriteSignals()
    let words = Array(CommandLine.arguments.dropFirst()).movingColor
    if words == ["--version"] || words == ["-V"] { return showVersion(words) }
    Interruption.handleSignals { status, hasOutput in
      ErrorPrinter(words: words).showInterruption(status, hasOutput: hasOutput)
    }
    let start = ClockTime.now
    do {
      var command = try parse(words)
      try command.run()
      if words.contains("-v") || words.contains("--verbose") {
        writeToStandardError(OutputOptions.timing("total", since: start) + "\n")
      }
    } catch {
      ErrorPrinter(words: words).end(with: error)
    }
  }

  /// Prints the version without the argument parser, whose first use takes most of the start-up
  /// time.
  private static func showVersion(_ words: [String]) {
    do throws(FileError) {
      try writeToStandardOutput(ProgramVersion.number)
    } catch {
      ErrorPrinter(words: words).end(with: error)
    }
  }

  /// Parses `words` and returns the validated command.
  static func parse(_ words: [String]) throws -> any ParsableCommand {
    // First, because any message may repeat arguments.
    if let error = UsageError.secret(in: words) { throw error }
    // Arguments are bytes. Swift has replaced invalid UTF-8, so a name with U+FFFD does not match a
    // file.
    if let word = words.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      throw CommandError.notUTF8(word)
    }
    if let error = UsageError.emptyValue(in: words) ?? OldHabits.error(in: words) { throw error }
    if words.prefix(while: { $0 != "--" }).contains("-V") { return try parseAsRoot(["--version"]) }
    if let command = try CompletionCommand.forOption(in: words) ?? DirectParser.parse(words) {
      return command
    }
    do {
      return try parseAsRoot(words)
    } catch {
      // The parser takes a value that starts with '-' for an option. No option of ours is a number.
      let joined = words.joiningNegativeNumbers
      guard joined != words else { throw error }
      return try parseAsRoot(joined)
    }
  }
}

extension [String] {
  /// Moves `--color` from before the command to behind it, where the commands accept it.
  var movingColor: [String] {
    guard let first else { return self }
    let count = first == "--color" ? 2 : first.hasPrefix("--color=") ? 1 : 0
    guard count > 0, self.count > count else { return self }
    let remainder = dropFirst(count)
    let end = remainder.firstIndex(of: "--") ?? remainder.endIndex
    return Array(remainder[..<end] + prefix(count) + remainder[end...])
  }

  /// Joins each negative number to the option before it.
  fileprivate var joiningNegativeNumbers: [String] {
    reduce(into: []) { words, word in
      let isNumber = word.hasPrefix("-") && word.dropFirst().first?.isNumber ?? false
      guard isNumber, let option = words.last, option.hasPrefix("--"), option != "--",
        !option.contains("=")
      else { return words.append(word) }
      words[words.count - 1] = option + "=" + word
    }
  }
}

extension ErosCore.ExitStatus {
  fileprivate static var list: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")
  }
}
