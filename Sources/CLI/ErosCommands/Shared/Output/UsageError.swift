import ErosCore

/// An invalid command line, in the form of all other errors.
struct UsageError: ErosError {
  let problem: String
  let remedy: String?
  /// The command's usage, shown below the hint; lines end with a newline.
  let usage: String?

  var exitStatus: ExitStatus { .usage }

  init(_ problem: String, _ remedy: String?, usage: String? = nil) {
    self.problem = problem
    self.remedy = remedy
    self.usage = usage
  }
}
