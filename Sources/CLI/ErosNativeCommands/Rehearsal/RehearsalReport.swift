import ErosCommandSupport
import ErosCore
import ErosRehearsal

/// The report of `eros rehearse`.
struct RehearsalReport: FindingReport {
  static let command = "eros rehearse"
  static let codes: [any FindingCode] = RehearsalFindingCode.allCases

  struct Page: Encodable {
    let page: String
    let platform: String
    let framework: String
    let verdict: String
    let rendered: Bool
    @OrNull var seconds: Double?
    @OrNull var bytes: Int64?

    init(_ result: Rehearsal.Result) {
      page = result.page.script.path.string
      platform = result.platform.rawValue
      framework = result.page.framework.rawValue
      verdict = result.verdict.rawValue
      rendered = result.hasRendered
      seconds = result.microseconds.map { Double($0) / 1_000_000 }
      bytes = result.bytes
    }
  }

  let ok: Bool
  let pages: [Page]
  let findings: [Finding]

  private enum CodingKeys: String, CodingKey {
    case ok, pages, findings
  }

  init(_ results: [Rehearsal.Result]) {
    findings = results.findings
    ok = !findings.hasErrors
    pages = results.map { Page($0) }
  }

  func text(_ style: TextStyle) -> String {
    (findings.lines(style) + [summary(style)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    let names = Set(pages.map(\.page))
    let unjudged = Set(pages.filter { $0.verdict == "notJudged" }.map(\.page))
    let verdict = ok ? style.success("ok") : style.failure("not ok")
    let rest = unjudged.isEmpty ? "" : ", \(unjudged.count) not judged"
    return "\(verdict): \(Readable.count(names.count, "page")): \(findings.counts)\(rest)"
  }
}
