public import ErosCore

/// A key that occurs twice in a dictionary of a property list.
public struct DuplicateKey: Sendable {
  /// The path of the file.
  public let file: String
  /// The key.
  public let key: String
  /// The position of the second value.
  public let position: TextPosition
}
