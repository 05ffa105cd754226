public import ErosCore

/// The text of a message, so that a test compares it like a string.
extension Message {
  public var isEmpty: Bool { description.isEmpty }

  public func contains(_ text: String) -> Bool { description.contains(text) }

  public func hasPrefix(_ prefix: String) -> Bool { description.hasPrefix(prefix) }

  public func hasSuffix(_ suffix: String) -> Bool { description.hasSuffix(suffix) }
}

public func == (message: Message?, text: String?) -> Bool { message?.description == text }
