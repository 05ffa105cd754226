import ErosCore

/// An invalid command line, reported like any other error.
struct UsageError: ErosError {
  let problem: Message
  let remedy: Message?
  /// The command's usage, shown below the hint.
  ///
  /// Its lines end with a newline.
  let usage: Message?

  var exitStatus: ExitStatus { .usage }

  init(_ problem: Message, _ remedy: Message?, usage: Message? = nil) {
    self.problem = problem
    self.remedy = remedy
    self.usage = usage
  }
}
