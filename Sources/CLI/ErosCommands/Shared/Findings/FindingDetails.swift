import ErosCore

/// The part of a result that only one command prints, besides the findings.
protocol FindingDetails: Encodable {
  /// Returns the text for the terminal, without a newline at the end.
  ///
  /// It contains the lines of `findings`, except those that ``logged(_:)`` returns. `nil` prints
  /// nothing.
  func text(_ style: TextStyle, _ findings: [Finding]) -> String?

  /// Returns the findings to print on standard error.
  func logged(_ findings: [Finding]) -> [Finding]
}

extension FindingDetails {
  func logged(_ findings: [Finding]) -> [Finding] { [] }
}

/// The findings of a command beside its details.
///
/// In JSON, the findings are one more member of the details.
struct FindingDocument<Details: FindingDetails>: Encodable {
  let details: Details
  let findings: [Finding]

  private enum CodingKeys: String, CodingKey { case findings }

  func encode(to encoder: any Encoder) throws {
    try details.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(findings, forKey: .findings)
  }

  func text(_ style: TextStyle) -> String? { details.text(style, findings) }
}
