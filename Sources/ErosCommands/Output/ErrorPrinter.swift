import ArgumentParser
import ErosCore
import ErosFiles

/// Prints the error that ends a command, in the one way that all commands share.
struct ErrorPrinter {
  private let isJSON: Bool

  /// - Parameter arguments: those of the process; when they cannot be parsed, only a look at them
  ///   tells whether JSON was asked for.
  init(arguments: [String]) {
    isJSON = arguments.prefix { $0 != "--" }.contains("--json")
  }

  /// Prints `error` and ends the process with its status.
  func end(with error: any Error) -> Never {
    guard let error = error as? any ErosError else { endAsParser(error) }
    writeToStandardError("error: \(error.problem)\n")
    if let remedy = error.remedy { writeToStandardError("hint: \(remedy)\n") }
    printJSON(problem: error.problem, remedy: error.remedy, status: error.exitStatus.rawValue)
    ErosCommand.exit(withError: ExitCode(error.exitStatus.rawValue))
  }

  /// Help, version, usage errors, and statuses of commands that have printed their report already.
  private func endAsParser(_ error: any Error) -> Never {
    let status = ErosCommand.exitCode(for: error).rawValue
    if status != 0, !(error is ExitCode) {
      printJSON(problem: ErosCommand.message(for: error), remedy: nil, status: status)
    }
    ErosCommand.exit(withError: error)
  }

  private func printJSON(problem: String, remedy: String?, status: Int32) {
    guard isJSON else { return }
    let failure = Failure(error: .init(problem: problem, remedy: remedy, exitStatus: status))
    if let text = try? JSONText.encode(failure) { print(text) }
  }

  private struct Failure: Encodable {
    struct Content: Encodable {
      var problem: String
      var remedy: String?
      var exitStatus: Int32
    }

    var error: Content
  }
}

/// Writes to standard error, whatever becomes of it.
func writeToStandardError(_ text: String) {
  try? StandardStream.error.write(Array(text.utf8))
}
