import ErosCore
import ErosRegistry

/// What `eros generate` found and did.
struct GenerateReport: Report {
  private static let shownLines = 40

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
  private var isCheck = false
  /// How many native sources were read for each platform; `nil` when none were asked for.
  @OrNull private(set) var sources: [String: Int]?
  private var hasDrift = false

  private enum CodingKeys: String, CodingKey {
    case config, problems, surface, sources, wrote, removed, unchanged, differences, releases,
      recorded
    case isUpToDate
  }

  init(_ project: RegistryProject, isStrict: Bool) {
    config = project.place.path
    problems = project.reading.findings.map { Problem($0, isStrict: isStrict) }
    if problems.contains(where: { $0.severity == RegistryRule.Severity.error.rawValue }) {
      status = .badData
    }
    for platform in Platform.allCases {
      let found = project.reading.registry?.surface(on: platform)
      surface[platform.rawValue] = try? found?.fingerprint()
    }
  }

  // MARK: Taking results up

  mutating func take(_ comparison: OutputComparison, isCheck: Bool, isForced: Bool) {
    self.isCheck = isCheck
    unchanged = comparison.unchanged
    isUpToDate = comparison.isUpToDate
    for path in comparison.withReturns { add(.lineEndings, path, "its lines end with CR LF") }
    if isCheck { return takeDifferences(comparison) }
    if !isForced, !comparison.foreign.isEmpty {
      for path in comparison.foreign {
        add(
          .outputForeign, path, "it was not generated, and would be replaced",
          "move it away, or pass `--force`")
      }
      status = .badData
      return
    }
    wrote = comparison.missing.map(\.path) + comparison.different.map(\.file.path)
    removed = comparison.orphans
  }

  private mutating func takeDifferences(_ comparison: OutputComparison) {
    differences =
      comparison.missing.map { Difference(path: $0.path, state: "missing", lines: []) }
      + comparison.different.map { difference in
        let lines = LineDifference(from: difference.present, to: difference.file.bytes)
        return Difference(
          path: difference.file.path, state: "different",
          lines: lines.lines(atMost: Self.shownLines))
      } + comparison.orphans.map { Difference(path: $0, state: "orphaned", lines: []) }
    if !isUpToDate { status = .checkFailed }
  }

  mutating func take(_ drift: SourceDrift, isStrict: Bool) {
    if !drift.fileCounts.isEmpty { sources = drift.fileCounts }
    let found = drift.findings.map { Problem($0, isStrict: isStrict) }
    problems += found
    hasDrift = found.contains { $0.severity == RegistryRule.Severity.error.rawValue }
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
    problems.append(
      Problem(
        code: rule.rawValue, severity: rule.severity.rawValue, file: path, message: message,
        remedy: remedy))
  }

  // MARK: Showing

  /// Prints the result, and the findings where people look for them.
  func show(as output: OutputOptions) throws {
    for problem in problems where !output.json {
      let isError = problem.severity == RegistryRule.Severity.error.rawValue
      guard isError || !output.quiet else { continue }
      problem.show()
    }
    guard status != .badData || output.json else { return }
    try print(as: output)
  }

  func text(_ style: TextStyle) -> String {
    let lines = isCheck ? checkLines : writeLines
    return lines.map(\.escapedForDisplay).joined(separator: "\n")
  }

  private var writeLines: [String] {
    if hasDrift { return ["Nothing was written: the description and the sources do not agree."] }
    return wrote.map { "wrote \($0)" } + removed.map { "removed \($0)" }
      + recorded.map { "recorded \($0)" }
      + ["Wrote \(wrote.count), unchanged \(unchanged.count), removed \(removed.count)."]
  }

  private var checkLines: [String] {
    var lines = differences.flatMap { difference in
      ["\(difference.state) \(difference.path)"] + difference.lines.map { "  \($0)" }
    }
    for release in releases { lines += [release.text] + release.changes.map { "  \($0)" } }
    let count = Readable.count(differences.count, "file")
    return lines + [isUpToDate ? "Everything is up to date." : "\(count) to update."]
  }
}

extension GenerateReport.Problem {
  init(_ finding: RegistryFinding, isStrict: Bool) {
    let severity = isStrict && finding.severity == .warning ? .error : finding.severity
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

  /// Prints the problem where people look for it.
  func show() { writeToStandardError(text.escapedLinesForDisplay + "\n") }

  /// The finding as compilers write it, with what to do about it below.
  private var text: String {
    let place = ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    let line = "\(place): \(severity): [\(code)] \(message)"
    return remedy.map { line + "\n  hint: \($0)" } ?? line
  }
}

extension GenerateReport.Release {
  fileprivate var text: String {
    let verdict =
      isEnough
      ? "the version is high enough" : "the version must be at least \(lowest ?? "higher")"
    return "\(platform) \(released) -> \(version ?? "no version"): \(level) change, \(verdict)"
  }
}
