import ArgumentParser

struct WriteOptions: ParsableArguments {
  @Flag(help: "Only compare the generated files with the existing ones.")
  var check = false

  @Option(help: "The length of the differences that --check prints (default: short, 40 lines).")
  var diff: DifferenceLength?

  @Flag(help: "Only list the files that would be written.")
  var dryRun = false

  @Flag(help: "Replace files that were not generated.")
  var force = false

  func validate() throws {
    if check, force || dryRun {
      throw ValidationError("--check writes nothing, so it excludes --force and --dry-run")
    }
    if diff != nil, !check { throw ValidationError("--diff requires --check") }
  }

  var writes: Bool { !check && !dryRun }

  /// Returns what to do with files that are not up to date.
  ///
  /// A verbose comparison prints the differences of all files.
  func mode(isVerbose: Bool) -> GenerateReport.Mode {
    guard check else { return dryRun ? .dryRun : .write }
    let isFull = diff == .full
    return .check(
      lines: isFull ? Int.max : GenerateReport.shownLines,
      files: isFull || isVerbose ? Int.max : GenerateReport.shownFiles)
  }
}

enum DifferenceLength: String, ExpressibleByArgument, CaseIterable {
  case short, full
}
