import ErosCore

/// An error whose remedy names the store and options of the failed command.
///
/// The library does not know these, so its messages contain the placeholder `STORE`.
struct AdvisedError: FindingError {
  let error: any ErosError
  let remedy: Message?

  var problem: Message { error.problem }
  var exitStatus: ExitStatus { error.exitStatus }
  var findings: [Finding] { (error as? any FindingError)?.findings ?? [] }
}
