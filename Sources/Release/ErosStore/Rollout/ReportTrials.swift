/// The trials of a release in a period.
package struct ReportTrials: Sendable, Equatable {
  package var confirmed: Int64
  package var failed: Int64

  package init(confirmed: Int64 = 0, failed: Int64 = 0) {
    self.confirmed = confirmed
    self.failed = failed
  }

  /// The number of trials.
  package var count: Int64 { confirmed.addingReportingOverflow(failed).partialValue }

  /// Whether the sum of the numbers does not overflow.
  var isValid: Bool {
    confirmed >= 0 && failed >= 0 && !confirmed.addingReportingOverflow(failed).overflow
  }
}
