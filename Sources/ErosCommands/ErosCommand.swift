public import ArgumentParser
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

      Results go to standard output, everything else to standard error. Exit statuses: 0 done, \
      1 the check says no, 64 wrong usage, 65 bad input, 66 input not found, 73 output cannot be \
      created, 74 I/O error, 75 busy. A reader that wants no more (`| head`) changes none of them.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Bundles",
        subcommands: [PackCommand.self, VerifyCommand.self, InspectCommand.self]),
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

  public init() {}

  /// Runs the command that the process's arguments name, and ends the process.
  ///
  /// Nothing here is asynchronous: starting Swift's executors would take longer than many commands.
  public static func main() {
    StandardStream.outliveReaders()
    do {
      // The system's names are bytes; what is no text was mended on the way here, and names no file.
      if let word = CommandLine.arguments.first(where: { $0.contains("\u{FFFD}") }) {
        throw CommandError.notUTF8(word)
      }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      ErrorPrinter(arguments: CommandLine.arguments).end(with: error)
    }
  }
}
