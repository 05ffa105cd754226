public import ErosCore

/// One thing that is wrong or odd in a description of native capabilities, or in sources that it is
/// compared with.
public struct RegistryFinding: Hashable, Sendable {
  /// The rule that is broken.
  public let rule: RegistryRule

  /// The file, as the reader was told to name it.
  public let file: String
  /// The place in ``file``.
  public let position: TextPosition

  /// The place as a JSON pointer (RFC 6901), such as `/modules/0/name`; `nil` in a source.
  public let pointer: String?

  /// What was found and what is expected.
  public let message: String

  /// What to do about it, or `nil` when the message says it all.
  public let remedy: String?

  /// Mostly that of the rule; what is known not to matter here weighs less.
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
  /// One line with place, severity, code and message.
  public var description: String {
    "\(file.escapedForDisplay):\(position): \(severity.rawValue): [\(rule.rawValue)] \(message)"
  }
}

extension RegistryFinding {
  /// The order in which findings are shown: by file, place and code.
  package static func isBefore(_ left: Self, _ right: Self) -> Bool {
    if left.file != right.file { return inByteOrder(left.file, right.file) }
    if left.position != right.position { return left.position < right.position }
    if left.rule != right.rule { return left.rule.rawValue < right.rule.rawValue }
    return inByteOrder(left.message, right.message)
  }
}
