import ErosConfig
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources

/// What `eros generate` found and did.
struct GenerateReport: Report {
  /// How many lines of a difference are shown at first.
  static let shownLines = 40

  /// How many notes of one code are printed.
  static let shownNotes = 10

  /// What a run does with what differs.
  enum Mode {
    case write, dryRun
    case check(lines: Int)
  }

  struct Problem: Encodable {
    let code: String
    let severity: String
    let file: String
    @OrNull var line: Int?
    @OrNull var column: Int?
    @OrNull var pointer: String?
    let message: String
    @OrNull var remedy: String?
  }

  /// A file that is not as it should be.
  struct Difference: Encodable {
    let path: String
    /// `missing`, `different` or `orphaned`.
    let state: String
    let lines: [String]
  }

  struct Release: Encodable {
    let platform: String
    let released: String
    @OrNull var version: String?
    let level: String
    @OrNull var lowest: String?
    let isEnough: Bool
    let changes: [String]
  }

  let config: String
  private(set) var problems: [Problem]
  private(set) var surface: [String: String] = [:]
  private(set) var wrote: [String] = []
  private(set) var removed: [String] = []
  private(set) var unchanged: [String] = []
  private(set) var differences: [Difference] = []
  private(set) var releases: [Release] = []
  var recorded: [String] = []
  private(set) var isUpToDate = true
  private(set) var status = ExitStatus.success
  private var mode = Mode.write
  /// How many files were read for each platform, and of JavaScript; `nil` when none were asked for.
  @OrNull private(set) var sources: [String: Int]?
  private var hasDrift = false

  private enum CodingKeys: String, CodingKey {
    case config, problems, surface, sources, wrote, removed, unchanged, differences, releases,
      recorded
    case isUpToDate
  }

  private let policy: FindingPolicy

  private let manifest: String?

  init(_ project: Project, _ parsed: ParsedRegistry, policy: FindingPolicy) {
    self.policy = policy
    manifest = parsed.registry?.manifestPath
    config = project.configPath
    problems = parsed.findings.compactMap { Problem($0, policy) }
    if problems.contains(where: \.isError) { status = .badData }
    for platform in Platform.allCases {
      let found = parsed.registry?.surface(on: platform)
      surface[platform.rawValue] = try? found?.fingerprint()
    }
  }

  // MARK: Taking results up

  mutating func take(_ comparison: OutputComparison, as mode: Mode, isForced: Bool) {
    self.mode = mode
    unchanged = comparison.unchanged
    isUpToDate = comparison.isUpToDate
    for path in comparison.withReturns { add(.lineEndings, path, "its lines end with CR LF") }
    if case .check(let lines) = mode { return takeDifferences(comparison, lines) }
    if !isForced, !comparison.foreign.isEmpty {
      for path in comparison.foreign {
        add(
          .unknownOutput, path, "it was not generated, and would be replaced",
          path == manifest
            ? "a manifest with marks of a merge is made anew with `--force`"
            : "move it away, or pass `--force`")
      }
      status = .badData
      return
    }
    wrote = comparison.missing.map(\.path) + comparison.different.map(\.file.path)
    removed = comparison.orphans
  }

  private mutating func takeDifferences(_ comparison: OutputComparison, _ lineCount: Int) {
    differences =
      comparison.missing.map { Difference(path: $0.path, state: "missing", lines: []) }
      + comparison.different.map { difference in
        let lines = LineDifference(from: difference.present, to: difference.file.bytes)
        return Difference(
          path: difference.file.path, state: "different",
          lines: lines.lines(atMost: lineCount))
      } + comparison.orphans.map { Difference(path: $0, state: "orphaned", lines: []) }
    if !isUpToDate { status = .checkFailed }
  }

  mutating func take(_ drift: SourceDrift) {
    if !drift.fileCounts.isEmpty { sources = drift.fileCounts }
    let found = drift.findings.compactMap { Problem($0, policy) }
    problems += found
    hasDrift = found.contains(where: \.isError)
    if hasDrift { status = .checkFailed }
  }

  mutating func take(_ checks: [ReleaseCheck]) {
    releases = checks.map { check in
      Release(
        platform: check.platform.rawValue, released: check.released, version: check.version,
        level: check.level.name, lowest: check.lowest, isEnough: check.isEnough,
        changes: check.changes.map(\.description))
    }
    if checks.contains(where: { !$0.isEnough }) { status = .checkFailed }
  }

  private mutating func add(
    _ rule: RegistryRule, _ path: String, _ message: String, _ remedy: String? = nil
  ) {
    guard let severity = policy.severity(of: rule.rawValue, rule.severity) else { return }
    problems.append(
      Problem(
        code: rule.rawValue, severity: severity.rawValue, file: path, message: message,
        remedy: remedy))
  }

  // MARK: Showing

  /// Prints the result, and the findings where people, or the CI of GitHub, look for them.
  func show(as output: OutputOptions, _ format: GenerateFormat = .text) throws {
    if output.json { return try writeToStandardOutput(JSONText.encode(self)) }
    try problems.show(as: output, format)
    if format == .github {
      for annotation in annotations { try writeToStandardOutput(annotation) }
    }
    guard status != .badData else { return }
    try print(as: output)
  }

  /// What `--check` found, as annotations of files.
  private var annotations: [String] {
    let files = differences.map {
      GenerateAnnotation(
        level: "error", file: $0.path, title: $0.state, message: "run `eros generate`")
    }
    let versions = releases.filter { !$0.isEnough }.map {
      GenerateAnnotation(level: "error", file: config, title: "version", message: $0.text)
    }
    return (files + versions).map(\.description)
  }

  func text(_ style: TextStyle) -> String {
    let lines = if case .check = mode { checkLines } else { writeLines }
    return (comparedLines + lines).map(\.escapedForDisplay).joined(separator: "\n")
  }

  /// What the description was compared with: a platform without sources was not compared.
  private var comparedLines: [String] {
    guard let sources else { return [] }
    let counts = [("ios", "iOS"), ("android", "Android"), ("js", "JavaScript")]
      .compactMap { key, title in
        sources[key].map { "\($0 == 0 ? "no" : String($0)) file\($0 == 1 ? "" : "s") of \(title)" }
      }
    return ["Compared with \(counts.joined(separator: ", "))."]
  }

  private var writeLines: [String] {
    if hasDrift { return ["Nothing was written: the description and the sources do not agree."] }
    var isDry = false
    if case .dryRun = mode { isDry = true }
    let (write, remove) = isDry ? ("would write", "would remove") : ("wrote", "removed")
    let counts = "unchanged \(unchanged.count), \(remove) \(removed.count)."
    if releases.contains(where: { !$0.isEnough }) {
      return releases.flatMap(\.lines) + [
        "Nothing was recorded or written: a version that was released stays as it was.",
        "Raise the version, or pass --force to record it anyway.",
      ]
    }
    return wrote.map { "\(write) \($0)" } + removed.map { "\(remove) \($0)" }
      + recorded.map { "recorded \($0)" }
      + ["\(isDry ? "Would write" : "Wrote") \(wrote.count), \(counts)"]
  }

  private var checkLines: [String] {
    var lines = differences.flatMap { difference in
      ["\(difference.state) \(difference.path)"] + difference.lines.map { "  \($0)" }
    }
    lines += releases.flatMap(\.lines)
    let count = Readable.count(differences.count, "file")
    lines.append(isUpToDate ? "All files are up to date." : "\(count) to update.")
    if hasDrift { lines.append("The description and the sources do not agree.") }
    return lines
  }
}

extension [GenerateReport.Problem] {
  /// Prints the problems, when JSON does not hold them; with `--quiet` only the errors.
  ///
  /// Of the notes with one code only the first are printed, and how many there are more.
  func show(as output: OutputOptions, _ format: GenerateFormat) throws {
    guard !output.json else { return }
    var notes: [String: Int] = [:]
    for problem in self where problem.isError || !output.quiet {
      if problem.isNote {
        notes[problem.code, default: 0] += 1
        guard notes[problem.code, default: 0] <= GenerateReport.shownNotes else { continue }
      }
      try problem.show(as: format)
    }
    for (code, count) in notes.sorted(by: { inByteOrder($0.key, $1.key) })
    where count > GenerateReport.shownNotes {
      let more = Readable.count(count - GenerateReport.shownNotes, "more note")
      writeToStandardError("\(more) [\(code)]; `--json` has them all\n")
    }
  }
}

extension GenerateReport.Problem {
  init?(_ finding: Finding, _ policy: FindingPolicy) {
    guard let severity = policy.severity(of: finding.rule.rawValue, finding.severity) else {
      return nil
    }
    self.init(
      code: finding.rule.rawValue, severity: severity.rawValue, file: finding.file,
      line: finding.line, column: finding.column, pointer: finding.pointer,
      message: finding.message, remedy: finding.remedy)
  }

  init(
    code: String, severity: String, file: String, message: String, remedy: String?
  ) {
    self.init(
      code: code, severity: severity, file: file, line: nil, column: nil, pointer: nil,
      message: message, remedy: remedy)
  }

  var isError: Bool { severity == Finding.Severity.error.rawValue }

  fileprivate var isNote: Bool { severity == Finding.Severity.note.rawValue }

  /// Prints the problem where people, or the CI of GitHub, look for it.
  fileprivate func show(as format: GenerateFormat) throws {
    if format == .github {
      try writeToStandardOutput(annotation)
    } else {
      writeToStandardError(text.escapedLinesForDisplay + "\n")
    }
  }

  /// The finding as GitHub shows it beside the line.
  private var annotation: String {
    let level = severity == Finding.Severity.note.rawValue ? "notice" : severity
    return GenerateAnnotation(
      level: level, file: file, line: line, column: column, title: code,
      message: [message, remedy.map { "hint: \($0)" }].compactMap { $0 }.joined(separator: "\n")
    ).description
  }

  /// The finding as compilers write it, with what to do about it below.
  private var text: String {
    let place = ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    let line = "\(place): \(severity): [\(code)] \(message)"
    return remedy.map { line + "\n  hint: \($0)" } ?? line
  }
}

extension GenerateReport.Release {
  fileprivate var lines: [String] { [text] + changes.map { "  \($0)" } }

  fileprivate var text: String {
    if level == ChangeLevel.none.name, isEnough {
      return "\(platform) \(released) -> \(version ?? "no version"): nothing changed"
    }
    let verdict =
      isEnough
      ? "the version is high enough" : "the version must be at least \(lowest ?? "higher")"
    return "\(platform) \(released) -> \(version ?? "no version"): \(level) change, \(verdict)"
  }
}
