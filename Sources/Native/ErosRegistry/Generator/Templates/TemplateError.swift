public import ErosCore

/// A mistake in a template.
@nonexhaustive
public enum TemplateErrorKind: TextErrorKind {
  /// A template has a syntax error, uses an unknown name, or exceeds a limit.
  case invalid(Message)

  public var clause: Message {
    switch self {
    case .invalid(let reason): "invalid template: \(reason.escapedForDisplay)"
    }
  }

  public var remedy: Message? {
    "compare it with the output of `eros templates show`; see docs/templates.md"
  }
}

/// An error at a byte offset in a template.
typealias TemplateError = TextFailure<TemplateErrorKind>

extension TemplateError {
  init(offset: Int, reason: Message) { self.init(.invalid(reason), at: offset) }
}
