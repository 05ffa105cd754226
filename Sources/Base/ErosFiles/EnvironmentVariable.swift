/// Reads this process's environment.
package enum EnvironmentVariable {
  /// Returns a variable's exact bytes, or `nil` if it is not set.
  ///
  /// Foundation replaces bytes that are not UTF-8, so different values look equal.
  package static func bytes(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe UnsafeBufferPointer(start: value, count: strlen(value)).map {
      UInt8(bitPattern: $0)
    }
  }
}
