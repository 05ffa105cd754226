public import ErosCore

/// A finding about a description of native capabilities, or about sources compared with it.
public struct RegistryFinding: Hashable, Sendable {
  /// The violated rule.
  public let rule: RegistryRule

  /// The name of the file as given to the reader.
  public let file: String
  /// The position in ``file``.
  public let position: TextPosition

  /// The position as a JSON pointer (RFC 6901), such as `/modules/0/name`; `nil` in a source.
  public let pointer: String?

  /// The message: what was found and what is expected.
  public let message: String

  /// The suggested action, or `nil` if there is none.
  public let remedy: String?

  /// The severity of the rule, or a lower one where the finding is known to be harmless.
  public let severity: RegistryRule.Severity

  package init(
    rule: RegistryRule, file: String, position: TextPosition, pointer: String?, message: String,
    remedy: String?, severity: RegistryRule.Severity? = nil
  ) {
    self.rule = rule
    self.file = file
    self.position = position
    self.pointer = pointer
    self.message = message
    self.remedy = remedy
    self.severity = severity ?? rule.severity
  }

  /// The line of ``position``, from 1.
  public var line: Int { position.line }
  /// The column of ``position``, from 1, in Unicode scalars.
  public var column: Int { position.column }
}

extension RegistryFinding: CustomStringConvertible {
  /// One line with position, severity, code and message.
  public var description: String {
    "\(file.escapedForDisplay):\(position): \(severity.rawValue): [\(rule.rawValue)] \(message)"
  }
}

extension RegistryFinding {
  /// Returns whether a finding is printed before another one: by file, position, code and message.
  package static func isBefore(_ left: Self, _ right: Self) -> Bool {
    if left.file != right.file { return inByteOrder(left.file, right.file) }
    if left.position != right.position { return left.position < right.position }
    if left.rule != right.rule { return left.rule.rawValue < right.rule.rawValue }
    return inByteOrder(left.message, right.message)
  }
}
