/// A program's exit status and output.
package struct ChildProcessResult: Sendable {
  /// If a signal ended the program, this is 128 plus the signal's number.
  package let status: Int32
  package let standardOutput: [UInt8]
  package let standardError: [UInt8]
  /// `true` if the program was killed after its time-out.
  ///
  /// Its output is then incomplete.
  package let hasTimedOut: Bool
}
