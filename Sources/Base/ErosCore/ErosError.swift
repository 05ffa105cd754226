/// An error that `eros` can report to the user.
///
/// Every error the library throws conforms. The command line prints ``problem`` after `error:` and
/// ``remedy`` after `hint:`, so neither repeats the other and neither ends with a full stop.
public protocol ErosError: Error, Sendable, CustomStringConvertible {
  /// The problem, with the file, the actual value and the expected value.
  var problem: Message { get }

  /// The suggested fix, or `nil` if there is none.
  var remedy: Message? { get }

  /// The exit status of the command line.
  var exitStatus: ExitStatus { get }
}

extension ErosError {
  public var description: String { problem.description }
}

/// An error whose causes are findings.
package protocol FindingError: ErosError {
  /// All findings, also warnings and notes.
  var findings: [Finding] { get }
}
