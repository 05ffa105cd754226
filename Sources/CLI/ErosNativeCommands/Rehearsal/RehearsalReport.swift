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
  let engine: String
  let pages: [Page]
  let findings: [Finding]
  private let pageCount: Int
  private let unjudgedPageCount: Int

  private enum CodingKeys: String, CodingKey {
    case ok, engine, pages, findings
  }

  init(_ results: [Rehearsal.Result]) {
    findings = results.findings
    ok = !findings.hasErrors
    engine = results.first?.engine ?? ""
    pages = results.map { Page($0) }
    pageCount = results.pageCount
    unjudgedPageCount = results.unjudgedPageCount
  }

  func text(_ style: TextStyle) -> String {
    (findings.lines(style) + [summary(style)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    let verdict = ok ? style.success("ok") : style.failure("not ok")
    let rest = unjudgedPageCount == 0 ? "" : ", \(unjudgedPageCount) not judged"
    return "\(verdict): \(Readable.count(pageCount, "page")): \(findings.counts)\(rest)"
  }
}
