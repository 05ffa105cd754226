/// The outcomes of trials in a period.
package struct ReportTrials: Sendable, Equatable {
  package var confirmed: Int64
  package var failed: Int64

  package init(confirmed: Int64 = 0, failed: Int64 = 0) {
    self.confirmed = confirmed
    self.failed = failed
  }

  package var count: Int64 { confirmed.addingReportingOverflow(failed).partialValue }

  /// `false` if the numbers are negative or their sum overflows.
  var isValid: Bool {
    confirmed >= 0 && failed >= 0 && !confirmed.addingReportingOverflow(failed).overflow
  }
}
