/// An error that `eros` can report to its user.
///
/// ```swift
/// do {
///   _ = try BundleVerifier(threads: 2).verify(ReadableFile("bundle.zip"))
/// } catch let error as any ErosError {
///   print("error: \(error.problem)")
///   if let remedy = error.remedy { print("hint: \(remedy)") }
/// }
/// ```
///
/// Every error the library throws conforms. The command line prints ``problem`` after `error:` and
/// ``remedy`` after `hint:`, so neither repeats the other and neither ends with a full stop.
public protocol ErosError: Error, Sendable, CustomStringConvertible {
  /// The problem, with the file, the actual value and the expected value.
  var problem: Message { get }

  /// A suggested fix, if there is one.
  var remedy: Message? { get }

  /// The status that a command ends with after this error.
  var exitStatus: ExitStatus { get }
}

extension ErosError {
  public var description: String { problem.description }
}

/// An error that findings have caused.
package protocol FindingError: ErosError {
  /// All findings, including warnings and notes.
  var findings: [Finding] { get }
}
