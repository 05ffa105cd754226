import ArgumentParser
import ErosCore
import ErosFiles

@main
struct Main {
  static func main() async {
    StandardStream.ignoreWriteSignals()
    do {
      let command = try ServerCommand.parse(Array(CommandLine.arguments.dropFirst()))
      try await command.run()
    } catch let error as any ErosError {
      var text = "error: \(error.problem.escapedLinesForDisplay)\n"
      if let remedy = error.remedy { text += "hint: \(remedy.escapedLinesForDisplay)\n" }
      try? StandardStream.error.write(Array(text.utf8))
      ServerCommand.exit(withError: ExitCode(error.exitStatus.rawValue))
    } catch {
      ServerCommand.exit(withError: error)
    }
  }
}
