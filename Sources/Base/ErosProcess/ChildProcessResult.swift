/// The exit status and the output of a program that has ended.
package struct ChildProcessResult: Sendable {
  /// The exit status; 128 plus the number of the signal if a signal ended the program.
  package let status: Int32
  package let standardOutput: [UInt8]
  package let standardError: [UInt8]
  /// Whether the program was killed after the time-out; the output is incomplete then.
  package let hasTimedOut: Bool
}
