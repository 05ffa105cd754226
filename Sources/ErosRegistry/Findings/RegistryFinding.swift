public import ErosCore

/// One thing that is wrong or odd in a description of native capabilities.
public struct RegistryFinding: Hashable, Sendable {
  public let rule: RegistryRule

  /// How the reader was told to name the description.
  public let file: String
  public let position: TextPosition

  /// The place as a JSON pointer (RFC 6901), such as `/modules/0/name`.
  public let pointer: String

  /// What was found and what is expected.
  public let message: String

  /// What to do about it, or `nil` when the message says it all.
  public let remedy: String?

  public var severity: RegistryRule.Severity { rule.severity }
  public var line: Int { position.line }
  public var column: Int { position.column }
}

extension RegistryFinding: CustomStringConvertible {
  /// One line with place, severity, code and message.
  public var description: String {
    "\(file.escapedForDisplay):\(position): \(severity.rawValue): [\(rule.rawValue)] \(message)"
  }
}
