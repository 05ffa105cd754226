import ErosConfig
import ErosCore
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosVersions

/// The result of `eros generate` and `eros docs`, and of any command whose description has errors.
struct GeneratedFiles: FindingDetails {
  /// The amount of differences that a check prints.
  struct DifferenceLimits {
    /// The maximum number of lines of each difference.
    let lines: Int
    /// If more files differ, only the first ``lines`` of all differences are printed.
    let files: Int

    static let standard = Self(lines: 40, files: 5)
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
    let version: String?
    let level: String
    let lowest: String?
    let isEnough: Bool
    let changes: [String]
  }

  /// The path of the description.
  let config: String
  private(set) var surface: [String: String] = [:]
  private(set) var wrote: [String] = []
  private(set) var removed: [String] = []
  private(set) var unchanged: [String] = []
  private(set) var differences: [Difference] = []
  private(set) var releases: [Release] = []
  var recorded: [String] = []
  private(set) var isUpToDate = true
  /// The number of files read, by platform and for JavaScript.
  ///
  /// `nil` without a comparison.
  private(set) var sources: [String: Int]?

  /// The exit status of the comparison with sources.
  private var driftStatus = ExitStatus.success
  /// `nil` if the description has errors, or if the sources differ.
  private var generation: GenerationOutcome?
  private var limits = DifferenceLimits.standard

  private enum CodingKeys: String, CodingKey {
    case config, surface, sources, wrote, removed, unchanged, differences, releases, recorded
    case isUpToDate
  }

  init(_ project: Project, _ parsed: ParsedRegistry) {
    config = project.configPath
    for platform in Platform.allCases {
      let platformSurface = parsed.registry?.surface(on: platform)
      surface[platform.rawValue] = try? platformSurface?.fingerprint()
    }
  }

  /// Adds a comparison with sources, and its exit status.
  mutating func add(_ drift: SourceDrift, _ status: ExitStatus) {
    if !drift.fileCounts.isEmpty { sources = drift.fileCounts }
    driftStatus = status
  }

  /// Adds a comparison of generated files.
  ///
  /// `path` converts a path in the output folder for display.
  mutating func add(
    _ generation: GenerationOutcome, _ limits: DifferenceLimits,
    at path: (String) -> String = { $0 }
  ) {
    self.generation = generation
    self.limits = limits
    let comparison = generation.comparison
    unchanged = comparison.unchanged.map(path)
    isUpToDate = comparison.isUpToDate
    releases = generation.releases.map { Release($0) }
    if generation.mode == .check {
      differences = Self.differences(in: comparison, lines: limits.lines, at: path)
    } else if generation.refusal != .unknownFile {
      wrote = comparison.written.map(path)
      removed = comparison.orphans.map(path)
    }
  }

  private static func differences(
    in comparison: OutputComparison, lines count: Int, at path: (String) -> String
  ) -> [Difference] {
    let different = comparison.different.map { difference in
      let lines = LineDifference(from: difference.present, to: difference.file.bytes)
      return Difference(
        path: path(difference.file.path), state: "different", lines: lines.lines(atMost: count))
    }
    return
      comparison.missing.map { Difference(path: path($0.path), state: "missing", lines: []) }
      + different
      + comparison.orphans.map { Difference(path: path($0), state: "orphaned", lines: []) }
  }
}

// MARK: - Text

extension GeneratedFiles {
  /// The text shows files that are not up to date and versions that are too low in its own form.
  func logged(_ findings: [Finding]) -> [Finding] {
    findings.filter {
      !$0.has(OutputFindingCode.generatedStale) && !$0.has(CheckFindingCode.versionTooLow)
    }
  }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    let lines: [String]
    if let generation {
      guard generation.refusal != .unknownFile else { return nil }
      lines = generation.mode == .check ? checkLines(generation) : writeLines(generation)
    } else {
      switch driftStatus {
      case .success: return nil
      case .inputNotFound: lines = ["Nothing was written, because nothing was compared."]
      default: lines = ["Nothing was written, because the description and the sources differ."]
      }
    }
    let compared = sources.map { ["\(SourceDrift.summary(of: $0))."] } ?? []
    return (compared + lines).map(\.escapedForDisplay).joined(separator: "\n")
  }

  private func writeLines(_ generation: GenerationOutcome) -> [String] {
    if generation.refusal == .versionTooLow {
      return generation.releases.flatMap(\.lines) + [
        "Nothing was written or recorded, because a recorded release would change.",
        "Raise the version, or pass --force to record it anyway.",
      ]
    }
    let isDry = generation.mode == .dryRun
    let (write, remove) = isDry ? ("would write", "would remove") : ("wrote", "removed")
    let counts = "unchanged \(unchanged.count), \(remove) \(removed.count)."
    return wrote.map { "\(write) \($0)" } + removed.map { "\(remove) \($0)" }
      + recorded.map { "recorded \($0)" }
      + ["\(isDry ? "Would write" : "Wrote") \(wrote.count), \(counts)"]
  }

  private func checkLines(_ generation: GenerationOutcome) -> [String] {
    let count = Readable.count(differences.count, "file")
    var lines = differenceLines + generation.releases.flatMap(\.lines)
    lines.append(isUpToDate ? "All files are up to date." : "\(count) to update.")
    if driftStatus == .inputNotFound { lines.append("Nothing was compared.") }
    if driftStatus == .checkFailed { lines.append("The description and the sources differ.") }
    return lines
  }

  /// The files that are not up to date, with all differences or the first ones.
  private var differenceLines: [String] {
    guard differences.count > limits.files else { return differences.flatMap(\.printed) }
    var left = limits.lines
    var lines: [String] = []
    for difference in differences {
      let isShown = left == limits.lines || difference.lines.count <= left
      lines += isShown ? difference.printed : [difference.title]
      left -= isShown ? difference.lines.count : 0
    }
    let isComplete = lines.count == differences.flatMap(\.printed).count
    return lines
      + (isComplete
        ? [] : ["`--verbose` prints the differences of all files, and `--diff full` all lines"])
  }
}

extension GeneratedFiles.Difference {
  fileprivate var title: String { "\(state) \(path)" }
  fileprivate var printed: [String] { [title] + lines.map { "  \($0)" } }
}

extension GeneratedFiles.Release {
  fileprivate init(_ check: ReleaseCheck) {
    self.init(
      platform: check.platform.rawValue, released: check.released, version: check.version,
      level: check.level.name, lowest: check.lowestVersion, isEnough: check.isSufficient,
      changes: check.changes.map(\.description))
  }
}

extension ReleaseCheck {
  fileprivate var lines: [String] { ["\(message)"] + changes.map { "  \($0.description)" } }
}

extension SourceDrift {
  /// Returns how many files were read, as text.
  ///
  /// A platform with no files was not compared.
  static func summary(of fileCounts: [String: Int]) -> String {
    let counts = [("ios", "iOS"), ("android", "Android"), ("js", "JavaScript")]
      .compactMap { key, title in
        fileCounts[key].map { "\($0 == 0 ? "no" : String($0)) \(title) file\($0 == 1 ? "" : "s")" }
      }
    return "Compared with \(counts.joined(separator: ", "))"
  }
}
