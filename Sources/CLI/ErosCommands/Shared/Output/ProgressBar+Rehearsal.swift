extension ProgressBar {
  /// Runs `work` with a bar for the pages of a rehearsal.
  ///
  /// The argument of `work` receives the numbers of finished and of all runs, from any thread.
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
