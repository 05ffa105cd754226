import ErosConfig
import ErosCore
import ErosRegistry
import ErosRehearsal
import ErosVersions

struct CheckReport: FindingReport {
  static let command = "eros check"
  static let codes: [any FindingCode] =
    CheckFindingCode.allCases + RehearsalFindingCode.allCases + ConfigFindingCode.allCases
    + EngineFindingCode.allCases

  struct Base: Encodable {
    let name: String
    @OrNull var commit: String?
    let version: Versions
  }

  struct Head: Encodable {
    let config: String
    let version: Versions
    let files: Int
  }

  struct Versions: Encodable {
    @OrNull var iOS: String?
    @OrNull var android: String?

    init(_ versions: [Platform: String]) {
      iOS = versions[.ios]
      android = versions[.android]
    }
  }

  struct Suggestion: Encodable {
    @OrNull var iOS: String?
    @OrNull var android: String?
    let level: String
  }

  struct Rehearsal: Encodable {
    let engine: String
    let pages: Int
    let notJudged: Int
    fileprivate let note: String?

    private enum CodingKeys: String, CodingKey {
      case engine, pages, notJudged
    }

    init(_ results: [ErosRehearsal.Rehearsal.Result]) {
      engine = results.engine
      pages = results.pageCount
      notJudged = results.unjudgedPageCount
      note = results.descriptionNote?.description
    }
  }

  let ok: Bool
  let notes: [String]
  let uncheckedCodes: [String: String]
  @OrNull var base: Base?
  let head: Head
  let findings: [Finding]
  /// The result of running the pages, or `nil` without `--rehearse`.
  @OrNull var rehearsal: Rehearsal?
  @OrNull var suggestion: Suggestion?

  private enum CodingKeys: String, CodingKey {
    case ok, base, head, findings, notes, rehearsal, suggestion
  }

  /// Returns the codes that `check` did not check, with the reason.
  static func uncheckedCodes(
    in check: ProjectCheck, comparesScripts: Bool, rehearses: Bool, budget: SizeBudget,
    measured: Set<SizeBudget.Part>
  ) -> [String: String] {
    var unchecked = Dictionary(
      uniqueKeysWithValues: check.unchecked.map { ($0.key.rawValue, $0.value) })
    if !comparesScripts {
      for code in [CheckFindingCode.nativeSideLacks, .scriptUnreadable] {
        unchecked[code.rawValue] = "needs --js"
      }
    }
    if !rehearses {
      for code in RehearsalFindingCode.allCases { unchecked[code.rawValue] = "needs --rehearse" }
    }
    for part in SizeBudget.Part.allCases where !measured.contains(part) {
      unchecked[part.code.rawValue] =
        budget[part] == nil ? "there is no limit" : "the base is not a bundle"
    }
    // A finding shows that the code was checked.
    for finding in check.findings { unchecked[finding.code] = nil }
    return unchecked
  }

  /// Returns `true` if the command can report this code.
  static func isCode(_ code: String) -> Bool { codes.contains { $0.rawValue == code } }

  init(_ check: ProjectCheck, _ rehearsal: Rehearsal?, unchecked: [String: String]) {
    ok = check.isOK
    notes = check.notes + [rehearsal?.note].compactMap(\.self)
    self.rehearsal = rehearsal
    uncheckedCodes = unchecked
    base = check.base.map { base in
      Base(name: base.name, commit: base.commit, version: Versions(base.versions))
    }
    let config = check.config.version
    head = Head(
      config: check.project.configPath,
      version: Versions([.ios: config.ios, .android: config.android].compactMapValues(\.self)),
      files: check.fileCount)
    findings = check.findings
    suggestion = check.suggestion.map { suggestion in
      Suggestion(
        iOS: suggestion.versions[.ios], android: suggestion.versions[.android],
        level: suggestion.level.name)
    }
  }

  func text(_ style: TextStyle) -> String {
    (findings.lines(style) + [summary(style)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    let against =
      base.map { base in
        let commit = base.commit.map { " (\($0.prefix(10)))" } ?? ""
        return " against \(base.name.escapedForDisplay)\(commit)"
      } ?? ""
    let verdict = ok ? style.success("ok") : style.failure("not ok")
    let unjudged = rehearsal?.notJudged ?? 0
    let suffix = unjudged == 0 ? "" : ", \(Readable.count(unjudged, "page")) not judged"
    return
      "\(verdict): \(Readable.count(head.files, "file"))\(against): \(findings.counts)\(suffix)"
  }
}
