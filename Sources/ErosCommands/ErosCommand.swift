public import ArgumentParser
import ErosCore
import ErosFiles

/// The root of the command line.
public struct ErosCommand: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "eros",
    abstract: "Pack, prove, install and update the JavaScript bundles of hybrid apps",
    discussion: """
      A first session, in the folder of an app whose pages are built into 'dist':

        $ eros pack --output out
        $ eros verify out/bundle.zip --config out/bundle.config
        $ eros install --bundle out/bundle.zip --sandbox sandbox

      Results go to standard output, everything else to standard error. Exit statuses: \
      \(ErosCore.ExitStatus.list). A reader that wants no more (`| head`) changes none of them.
      """,
    version: "0.1.0",
    subcommands: [ReferenceCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Bundles",
        subcommands: [
          PackCommand.self, VerifyCommand.self, InspectCommand.self, ReportCommand.self,
        ]),
      CommandGroup(name: "Updates", subcommands: [DiffCommand.self, PatchCommand.self]),
      CommandGroup(
        name: "Sandboxes",
        subcommands: [
          InstallCommand.self, StageCommand.self, ConfirmCommand.self, RollbackCommand.self,
          StatusCommand.self, SandboxCommand.self,
        ]),
      CommandGroup(name: "Routes", subcommands: [RoutesCommand.self]),
      CommandGroup(
        name: "Versions",
        subcommands: [CheckCommand.self, VersionCommand.self, BumpCommand.self]),
      CommandGroup(
        name: "Projects",
        subcommands: [
          InitCommand.self, DoctorCommand.self, ConfigCommand.self, GenerateCommand.self,
          TemplatesCommand.self,
        ]),
    ])

  // The message of the argument parser then starts like our own ones.
  public static let _errorPrefix = "error: "

  /// When this version was made, for the pages of the manual.
  static let releaseDate = "2026-11-21"

  public init() {}

  /// Runs the command that the process's arguments name, and ends the process.
  ///
  /// Nothing here is asynchronous: starting Swift's executors would take longer than many commands.
  public static func main() {
    StandardStream.ignoreWriteSignals()
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parse(words)
      try command.run()
    } catch {
      ErrorPrinter(words: words).end(with: error)
    }
  }

  /// Returns the command that `words` describe, with its arguments validated.
  static func parse(_ words: [String]) throws -> any ParsableCommand {
    // The system's names are bytes; what is no text was mended on the way here, and names no file.
    if let word = words.first(where: { $0.contains("\u{FFFD}") }) {
      throw CommandError.notUTF8(word)
    }
    if let error = UsageError.emptyValue(in: words) { throw error }
    do {
      return try parseAsRoot(words)
    } catch {
      // What begins with '-' is no value to the parser; a number is none of our options.
      let joined = words.joiningNegativeNumbers
      guard joined != words else { throw error }
      return try parseAsRoot(joined)
    }
  }
}

extension [String] {
  /// The words of a command line with each negative number joined to the option before it.
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
  /// All of them in one sentence.
  fileprivate static var list: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")
  }
}
