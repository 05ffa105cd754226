/// An error that `eros` can show to a person.
///
/// Every error the library throws conforms. The command line prints ``problem`` after `error:` and
/// ``remedy`` after `hint:`, so neither repeats the other and neither ends with a full stop.
public protocol ErosError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, naming the file, the value found and the value expected.
  var problem: String { get }

  /// What to do about it, or `nil` when there is nothing useful to say.
  var remedy: String? { get }

  /// The exit status the command line ends with.
  var exitStatus: ExitStatus { get }
}

extension ErosError {
  public var description: String { problem }
}
