import ArgumentParser
import ErosRegistry

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

  var mode: GenerationOutcome.Mode { check ? .check : dryRun ? .dryRun : .write }

  /// Returns how much of the differences a check prints.
  ///
  /// A verbose check prints the differences of all files.
  func limits(isVerbose: Bool) -> GeneratedFiles.DifferenceLimits {
    let isFull = diff == .full
    let standard = GeneratedFiles.DifferenceLimits.standard
    return .init(
      lines: isFull ? Int.max : standard.lines,
      files: isFull || isVerbose ? Int.max : standard.files)
  }
}

enum DifferenceLength: String, ExpressibleByArgument, CaseIterable {
  case short, full
}
