import ErosCore
import ErosPublish
import ErosStore

/// An error whose remedy names the store and the options of the command that failed.
///
/// The library does not know them, so its messages have the placeholder `STORE`.
struct AdvisedError: FindingError {
  /// The error of the library.
  let error: any ErosError
  let remedy: String?

  var problem: String { error.problem }
  var exitStatus: ExitStatus { error.exitStatus }
  var findings: [Finding] { (error as? any FindingError)?.findings ?? [] }

  /// Returns the error with commands for a store, or the same error if its remedy has no such command.
  static func naming(_ store: AdvisedStore, in error: any ErosError) -> any ErosError {
    guard let remedy = error.remedy, case let named = store.naming(in: remedy), named != remedy
    else { return error }
    return AdvisedError(error: error, remedy: named)
  }
}
