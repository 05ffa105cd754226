public import ErosCore

/// A key that a property list contains twice.
public struct DuplicateKey: Sendable {
  /// The property list's path.
  public let file: String
  /// The key that occurs twice.
  public let key: String
  /// The position of the second value.
  public let position: TextPosition
}
