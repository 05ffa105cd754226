package import ErosCore

/// An invalid command line, in the form of all other errors.
package struct UsageError: ErosError {
  package let problem: String
  package let remedy: String?
  /// The command's usage, shown below the hint; lines end with a newline.
  package let usage: String?

  package var exitStatus: ExitStatus { .usage }

  package init(_ problem: String, _ remedy: String?, usage: String? = nil) {
    self.problem = problem
    self.remedy = remedy
    self.usage = usage
  }
}
