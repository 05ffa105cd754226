/// Reads this process's environment.
///
/// Library code gets what it needs from the environment as parameters. Only programs read it, and
/// libraries that start other programs or need the folder for temporary files.
package enum EnvironmentVariable {
  /// Returns a variable's exact bytes, or `nil` if it is not set.
  ///
  /// For secrets: ``text(_:)`` replaces bytes that are not UTF-8, so different values look equal.
  package static func bytes(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe UnsafeBufferPointer(start: value, count: strlen(value)).map {
      UInt8(bitPattern: $0)
    }
  }

  /// Returns a variable, or `nil` if it is not set.
  package static func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
