package import ErosCore

/// A kind of member of an entry.
public enum MemberKind: String, Sendable, CaseIterable {
  /// An attribute. A page sets it in a tag.
  case attribute
  /// A parameter. A page passes it by name.
  case parameter
  /// An event. A page listens to it.
  case event
  /// A message from a page.
  case message
  /// The response to a request.
  case response
  /// A method. A page calls it.
  case method

  /// The kind in messages.
  package var noun: Message { Message(key: rawValue) }

  /// The key of the list of members in an entry.
  package var section: String { self == .parameter ? "params" : rawValue + "s" }
}
