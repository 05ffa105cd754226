/// A variable of this process's environment.
package enum EnvironmentVariable {
  /// Returns the exact bytes of a variable, or `nil` if it is not set.
  ///
  /// Foundation replaces bytes that are not UTF-8, so different values look equal.
  package static func bytes(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe UnsafeBufferPointer(start: value, count: strlen(value)).map {
      UInt8(bitPattern: $0)
    }
  }
}
