extension ProgressBar {
  /// Shows a bar while `work` runs pages.
  ///
  /// `work` must report the finished runs and all runs. It may do so from any thread.
  static func showRehearsal<Result>(
    _ output: OutputOptions, while work: (@escaping @Sendable (Int, Int) -> Void) throws -> Result
  ) rethrows -> Result {
    try show("reading pages", total: 1, unit: .unknown, output) { bar in
      try work { finished, total in
        bar.next("running pages", total: UInt64(total), unit: .count)
        bar.update(UInt64(finished))
      }
    }
  }
}
