import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles

extension ServerCommand {
  /// Runs the server with the arguments of the process, then ends the process.
  package static func main() async {
    StandardStream.ignoreWriteSignals()
    do {
      let command = try parse(Array(CommandLine.arguments.dropFirst()))
      try await command.run()
    } catch let error as any ErosError {
      end(error.description, error.remedy?.description, status: error.exitStatus)
    } catch let code as ExitCode {
      // The problems are printed already.
      exit(withError: code)
    } catch  where exitCode(for: error) == .validationFailure {
      let message = ParserMessage(message(for: error))
      end(
        "\(message.problem)",
        message.remedy?.description ?? "see the options with `eros-server --help`",
        status: .usage)
    } catch {
      // Help and version.
      exit(withError: error)
    }
  }

  /// Prints an error like all commands do, and exits.
  private static func end(
    _ problem: String, _ remedy: String?, status: ErosCore.ExitStatus
  ) -> Never {
    try? StandardStream.error.write(text: ErrorText.lines(problem, remedy))
    exit(withError: ExitCode(status.rawValue))
  }
}
