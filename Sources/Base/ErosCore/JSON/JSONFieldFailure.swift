/// A failure to read fields from a JSON object.
///
/// ``description`` suits files that programs write. Readers for files that people write use their
/// own wording, with the position in the file.
package struct JSONFieldFailure: ErrorClause, Hashable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The object lacks the field.
    case missing
    /// The value has another JSON type.
    case wrongType(expected: Message, found: Message)
    /// The value has the right JSON type, but is not allowed.
    case wrongValue(expected: Message, found: Message)
    /// The value is an empty string.
    case empty
    /// An array of strings contains something else.
    case wrongItem(found: Message)
    /// The format does not define the field.
    case unknown
    /// Anything else that contradicts the format.
    case invalid(reason: Message)
  }

  /// `nil` if the failure concerns the object itself.
  package let key: String?
  /// For example `a delegated role`.
  package let object: Message
  package let kind: Kind
  /// The value's byte offset, or the object's if it lacks the field.
  ///
  /// `nil` if it was not parsed.
  package let offset: Int?

  package init(_ kind: Kind, key: String? = nil, object: Message, node: JSONNode) {
    self.key = key
    self.object = object
    self.kind = kind
    offset = node.range.isEmpty ? nil : node.range.lowerBound
  }

  /// Creates a failure that `reason` describes completely.
  package init(_ reason: Message) {
    key = nil
    object = ""
    kind = .invalid(reason: reason)
    offset = nil
  }

  package var description: String { clause.description }

  /// As a clause in a message.
  package var clause: Message {
    let name = (key ?? "").escapedForDisplay
    let subject = key == nil ? object : "'\(name)' of \(object)"
    return switch kind {
    case .missing: "\(object) lacks '\(name)'"
    case .wrongType(let expected, let value), .wrongValue(let expected, let value):
      "\(subject) is \(value), expected \(expected)"
    case .empty: "\(subject) is empty"
    case .wrongItem(let item): "\(subject) contains \(item), expected strings"
    case .unknown: "unknown field '\(name)' in \(object)"
    case .invalid(let reason): reason
    }
  }

  /// Describes an error from reading JSON or its fields.
  package static func reason(for error: any Error) -> Message {
    guard let error = error as? JSONError else { return "\(error)" }
    return "\(error.position): \(error.kind.clause.shortenedForDisplay(to: 200))"
  }
}
