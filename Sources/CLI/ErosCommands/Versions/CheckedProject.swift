import ErosConfig
import ErosCore
import ErosRegistry
import ErosRehearsal
import ErosVersions

/// The result of `eros check`.
struct CheckedProject: FindingDetails {
  struct Base: Encodable {
    let name: String
    let commit: String?
    let version: Versions
  }

  struct Head: Encodable {
    let config: String
    let version: Versions
    let files: Int
  }

  struct Versions: Encodable {
    let iOS: String?
    let android: String?

    init(_ versions: [Platform: String]) {
      iOS = versions[.ios]
      android = versions[.android]
    }
  }

  struct Suggestion: Encodable {
    let iOS: String?
    let android: String?
    let level: String
  }

  struct Rehearsal: Encodable {
    let engine: String
    let pages: Int
    let notJudged: Int
    let note: Message?

    private enum CodingKeys: String, CodingKey {
      case engine, pages, notJudged
    }

    init(_ results: [ErosRehearsal.Rehearsal.Result]) {
      engine = results.engine
      pages = results.pageCount
      notJudged = results.unjudgedPageCount
      note = results.descriptionNote
    }
  }

  let ok: Bool
  let notes: [Message]
  let base: Base?
  let head: Head
  /// The result of running the pages, or `nil` without `--rehearse`.
  let rehearsal: Rehearsal?
  let suggestion: Suggestion?

  private enum CodingKeys: String, CodingKey {
    case ok, base, head, notes, rehearsal, suggestion
  }

  init(_ check: ProjectCheck, _ rehearsal: Rehearsal?, notes: [Message]) {
    ok = check.isOK
    self.notes = notes
    self.rehearsal = rehearsal
    base = check.base.map { base in
      Base(name: base.name, commit: base.commit, version: Versions(base.versions))
    }
    let config = check.config.version
    head = Head(
      config: check.project.configPath,
      version: Versions([.ios: config.ios, .android: config.android].compactMapValues(\.self)),
      files: check.fileCount)
    suggestion = check.suggestion.map { suggestion in
      Suggestion(
        iOS: suggestion.versions[.ios], android: suggestion.versions[.android],
        level: suggestion.level.name)
    }
  }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    (findings.lines(style) + [summary(style, findings)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle, _ findings: [Finding]) -> String {
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

extension ProjectCheck {
  /// Returns the codes that were not checked, with the reason.
  func uncheckedCodes(
    comparesScripts: Bool, rehearses: Bool, budget: SizeBudget, measured: Set<SizeBudget.Part>
  ) -> [String: String] {
    var codes = Dictionary(uniqueKeysWithValues: unchecked.map { ($0.key.rawValue, $0.value) })
    if !comparesScripts {
      for code in [CheckFindingCode.nativeSideLacks, .scriptUnreadable] {
        codes[code.rawValue] = "needs --js"
      }
    }
    if !rehearses {
      for code in RehearsalFindingCode.allCases { codes[code.rawValue] = "needs --rehearse" }
    }
    for part in SizeBudget.Part.allCases where !measured.contains(part) {
      codes[part.code.rawValue] =
        budget[part] == nil ? "there is no limit" : "the base is not a bundle"
    }
    // A finding shows that the code was checked.
    for finding in findings { codes[finding.code] = nil }
    return codes
  }
}
