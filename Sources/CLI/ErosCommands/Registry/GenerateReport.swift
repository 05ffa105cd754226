import ErosConfig
import ErosCore
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosVersions

/// The report of `eros generate` and `eros docs`, and of any command whose description has errors.
struct GenerateReport: FindingReport {
  static let command = "eros generate"
  static let codes: [any FindingCode] =
    RegistryRule.allCases + OutputFindingCode.allCases + [CheckFindingCode.versionTooLow]

  /// The number of lines of a difference that are printed by default.
  static let shownLines = 40

  /// If more files differ, only the first lines of all differences are printed.
  static let shownFiles = 5

  /// The effect of a run on files that are not up to date.
  enum Mode {
    case write, dryRun
    /// Prints at most `lines` lines of each difference.
    ///
    /// If more than `files` files differ, prints this many lines of all together.
    case check(lines: Int, files: Int)
  }

  /// A file that is not up to date.
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

  let command: String
  /// The path of the description, or `nil` if there is none.
  @OrNull private(set) var config: String?
  private(set) var findings: [Finding]
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
  private var shownPath: (String) -> String = { $0 }
  /// The number of files read, by platform and for JavaScript.
  ///
  /// `nil` without a comparison.
  @OrNull private(set) var sources: [String: Int]?
  private var hasDrift = false

  /// Without a valid description, neither files nor sources are compared.
  ///
  /// `eros docs` compares neither sources nor releases.
  var uncheckedCodes: [String: String] {
    guard status != .badData else {
      return RegistryRule.allCases.filter(\.isAboutSources).names
        .union(OutputFindingCode.allCases.names).union([CheckFindingCode.versionTooLow].names)
        .unchecked("the description has errors")
    }
    var unchecked = RegistryRule.allCases.filter { $0.command != "eros generate --check" }.unchecked
    guard command == Self.command else {
      unchecked[CheckFindingCode.versionTooLow.rawValue] = "needs `eros generate --check`"
      return unchecked
    }
    for rule in RegistryRule.allCases where rule.isAboutSources {
      unchecked[rule.rawValue] = sources == nil ? "needs --sources" : nil
    }
    return unchecked
  }

  private enum CodingKeys: String, CodingKey {
    case config, findings, surface, sources, wrote, removed, unchanged, differences, releases,
      recorded
    case isUpToDate
  }

  private let policy: FindingPolicy

  private let manifest: String?

  init(
    _ project: Project, _ parsed: ParsedRegistry, policy: FindingPolicy,
    command: String = Self.command
  ) {
    self.command = command
    self.policy = policy
    manifest = parsed.registry?.manifestPath
    config = project.configPath
    findings = policy.apply(to: parsed.findings)
    if findings.hasErrors { status = .badData }
    for platform in Platform.allCases {
      let platformSurface = parsed.registry?.surface(on: platform)
      surface[platform.rawValue] = try? platformSurface?.fingerprint()
    }
  }

  // MARK: Results

  /// Adds a comparison of generated files.
  ///
  /// If `showsFolder` is set, their paths include the folder.
  mutating func add(
    _ comparison: OutputComparison, in folder: OutputFolder, as mode: Mode, isForced: Bool,
    showsFolder: Bool = false
  ) {
    self.mode = mode
    shownPath = { showsFolder ? folder.path($0) : $0 }
    unchanged = comparison.unchanged.map(shownPath)
    isUpToDate = comparison.isUpToDate
    findings += policy.apply(
      to: comparison.withReturns.map { path in
        Finding(
          RegistryRule.lineEndings, file: folder.path(path), "the lines of the file end with CR LF")
      })
    if case .check(let lines, _) = mode { return add(comparison, in: folder, lines: lines) }
    if !isForced, !comparison.notGenerated.isEmpty {
      findings += comparison.notGenerated.map { path in
        Finding(
          RegistryRule.unknownOutput, file: folder.path(path),
          "the file was not generated, and would be replaced",
          remedy: path == manifest
            ? "replace a manifest with conflict markers with `--force`"
            : "move it away, or pass `--force`")
      }
      status = .badData
      return
    }
    wrote = (comparison.missing.map(\.path) + comparison.different.map(\.file.path)).map(shownPath)
    removed = comparison.orphans.map(shownPath)
  }

  private mutating func add(
    _ comparison: OutputComparison, in folder: OutputFolder, lines count: Int
  ) {
    differences =
      comparison.missing.map { Difference(path: shownPath($0.path), state: "missing", lines: []) }
      + comparison.different.map { difference in
        let lines = LineDifference(from: difference.present, to: difference.file.bytes)
        return Difference(
          path: shownPath(difference.file.path), state: "different",
          lines: lines.lines(atMost: count))
      } + comparison.orphans.map { Difference(path: shownPath($0), state: "orphaned", lines: []) }
    findings += comparison.findings(at: folder.path)
    if !isUpToDate { failCheck() }
  }

  mutating func add(_ drift: SourceDrift) {
    if !drift.fileCounts.isEmpty { sources = drift.fileCounts }
    let driftFindings = drift.findings(by: policy)
    findings += driftFindings
    status = driftFindings.comparisonStatus
    hasDrift = status == .checkFailed
  }

  mutating func add(_ checks: [ReleaseCheck]) {
    releases = checks.map { check in
      Release(
        platform: check.platform.rawValue, released: check.released, version: check.version,
        level: check.level.name, lowest: check.lowestVersion, isEnough: check.isSufficient,
        changes: check.changes.map(\.description))
    }
    let tooLow = releases.filter { !$0.isEnough }
    findings += tooLow.map { release in
      Finding(
        CheckFindingCode.versionTooLow, file: config ?? "", release.message,
        remedy: release.lowest.map { "raise it with `eros bump \($0)`" })
    }
    if !tooLow.isEmpty { failCheck() }
  }

  /// Fails the check, unless its input is already an error.
  private mutating func failCheck() {
    if status == .success { status = .checkFailed }
  }

  // MARK: Output

  /// Prints the report.
  ///
  /// Findings that the text does not contain go to standard error.
  func show(as options: FindingOptions) throws {
    options.log(
      findings.filter {
        !$0.has(OutputFindingCode.generatedStale) && !$0.has(CheckFindingCode.versionTooLow)
      })
    let isText = !options.output.json && options.format == nil
    if status != .badData || !isText { try print(as: options) }
  }

  func text(_ style: TextStyle) -> String {
    let lines = if case .check = mode { checkLines } else { writeLines }
    return (comparedLines + lines).map(\.escapedForDisplay).joined(separator: "\n")
  }

  private var comparedLines: [String] {
    sources.map { ["\(SourceDrift.summary(of: $0))."] } ?? []
  }

  private var writeLines: [String] {
    if status == .inputNotFound { return ["Nothing was written, because nothing was compared."] }
    if hasDrift { return ["Nothing was written, because the description and the sources differ."] }
    var isDry = false
    if case .dryRun = mode { isDry = true }
    let (write, remove) = isDry ? ("would write", "would remove") : ("wrote", "removed")
    let counts = "unchanged \(unchanged.count), \(remove) \(removed.count)."
    if releases.contains(where: { !$0.isEnough }) {
      return releases.flatMap(\.lines) + [
        "Nothing was written or recorded, because a recorded release would change.",
        "Raise the version, or pass --force to record it anyway.",
      ]
    }
    return wrote.map { "\(write) \($0)" } + removed.map { "\(remove) \($0)" }
      + recorded.map { "recorded \($0)" }
      + ["\(isDry ? "Would write" : "Wrote") \(wrote.count), \(counts)"]
  }

  private var checkLines: [String] {
    guard config != nil else {
      return [
        status == .inputNotFound
          ? "Nothing was compared."
          : hasDrift
            ? "The JavaScript and the native sources differ."
            : "The JavaScript uses only what the native sources register."
      ]
    }
    var lines = differenceLines
    lines += releases.flatMap(\.lines)
    let count = Readable.count(differences.count, "file")
    lines.append(isUpToDate ? "All files are up to date." : "\(count) to update.")
    if status == .inputNotFound { lines.append("Nothing was compared.") }
    if hasDrift { lines.append("The description and the sources differ.") }
    return lines
  }
}

extension GenerateReport {
  /// The files that are not up to date, with all differences or the first ones.
  private var differenceLines: [String] {
    guard case .check(let maximum, let files) = mode, differences.count > files else {
      return differences.flatMap(\.printed)
    }
    var left = maximum
    var lines: [String] = []
    for difference in differences {
      let isShown = left == maximum || difference.lines.count <= left
      lines += isShown ? difference.printed : [difference.title]
      left -= isShown ? difference.lines.count : 0
    }
    let isComplete = lines.count == differences.flatMap(\.printed).count
    return lines
      + (isComplete
        ? [] : ["`--verbose` prints the differences of all files, and `--diff full` all lines"])
  }
}

extension GenerateReport.Difference {
  fileprivate var title: String { "\(state) \(path)" }
  fileprivate var printed: [String] { [title] + lines.map { "  \($0)" } }
}

extension GenerateReport.Release {
  fileprivate var lines: [String] { ["\(message)"] + changes.map { "  \($0)" } }

  fileprivate var message: Message {
    let change = "\(platform) \(released) -> \(version ?? "no version")"
    if level == ChangeLevel.none.name, isEnough {
      return "\(change): nothing changed"
    }
    let verdict: Message =
      isEnough
      ? "the version is high enough"
      : "the version must be at least \(lowest ?? "higher" as String)"
    return "\(change): \(level) change, \(verdict)"
  }
}
