/// Findings about a bundle.
///
/// Keeps a limited number and counts the rest.
///
/// A hostile bundle of a few kilobytes can cause millions of findings.
package struct BundleFindingList: Sendable {
  static let limit = 1000

  private var findings: [Finding] = []
  private var omittedCount = 0
  private var omitsError = false
  private var omitsWarning = false

  private var hasWarnings = false

  package private(set) var hasErrors = false

  /// Codes of all errors, even omitted ones, but not of raised warnings.
  package private(set) var errorCodes: Set<BundleFindingCode> = []

  package init() {}

  /// Turns warnings into errors, for `--strict`.
  package mutating func raiseWarnings() {
    hasErrors = hasErrors || hasWarnings
    omitsError = omitsError || omitsWarning
    findings = findings.map { $0.severity == .warning ? $0.with(.error) : $0 }
  }

  /// The kept findings.
  ///
  /// If some were omitted, the last finding has their number.
  package var all: [Finding] {
    guard omittedCount > 0 else { return findings }
    let summary = Finding(
      BundleFindingCode.tooManyProblems, as: omitsError ? .error : .warning,
      "and \(omittedCount) more findings")
    return findings + [summary]
  }

  /// Adds a finding.
  ///
  /// Evaluates its strings only if the finding is kept.
  package mutating func add(
    _ code: BundleFindingCode, as severity: Finding.Severity? = nil,
    subject: @autoclosure () -> String? = nil,
    _ message: @autoclosure () -> Message
  ) {
    let severity = severity ?? code.severity
    add(code, severity) { Finding(code, as: severity, subject: subject(), message()) }
  }

  package mutating func add(_ finding: Finding) {
    add(BundleFindingCode(rawValue: finding.code), finding.severity) { finding }
  }

  private mutating func add(
    _ code: BundleFindingCode?, _ severity: Finding.Severity, _ makeFinding: () -> Finding
  ) {
    hasWarnings = hasWarnings || severity == .warning
    if severity == .error {
      hasErrors = true
      if let code { errorCodes.insert(code) }
    }
    if findings.count < Self.limit {
      findings.append(makeFinding())
    } else {
      omittedCount += 1
      omitsError = omitsError || severity == .error
      omitsWarning = omitsWarning || severity == .warning
    }
  }
}

extension Finding {
  /// Returns an archive entry's name for display.
  ///
  /// Bytes that are not UTF-8 become `\xD6`. The name is escaped, and truncated if it is longer
  /// than any valid path before composition.
  package static func entryName(_ name: some Collection<UInt8>) -> String {
    let maximumLength = 3 * BundlePath.maximumLength
    let text = String(escapingInvalid: name.prefix(maximumLength)).escapedForDisplay
    return name.count > maximumLength ? text + "…" : text
  }
}
