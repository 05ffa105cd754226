import ErosCore
package import ErosRehearsal

/// The time and the memory to the first render of each page of a bundle.
package struct RenderReport: Sendable {
  /// The first render of a page; of several platforms, the largest time and the largest memory.
  package struct Page: Sendable {
    /// The path of the script of the page in the bundle.
    package let path: String
    /// The worst verdict of the platforms.
    package let verdict: Rehearsal.Result.Verdict
    /// The reason of the verdict, or `nil` for a page that passed.
    package let reason: String?
    /// The processor time until the first render in microseconds, or `nil` if nothing was rendered.
    package let microseconds: Int64?
    /// The memory at the first render in bytes, or `nil` if nothing was rendered.
    package let bytes: Int64?
    /// The results on each platform.
    let results: [Rehearsal.Result]

    init(_ results: [Rehearsal.Result]) {
      let worst = [.failed, .notJudged].lazy.compactMap { verdict in
        results.first { $0.verdict == verdict }
      }.first
      path = results[0].page.script.path.string
      verdict = worst?.verdict ?? .passed
      reason = worst?.reason?.description
      microseconds = results.compactMap { $0.firstRender?.microseconds }.max()
      bytes = results.compactMap { $0.firstRender?.bytes }.max()
      self.results = results
    }
  }

  /// The name and the version of the engine.
  let engine: String
  /// The pages, slowest first; pages that render nothing come last.
  package let pages: [Page]
  /// The findings of the rehearsal.
  let findings: [Finding]

  /// Creates the report from the results of at least one page.
  package init(_ results: [Rehearsal.Result]) {
    engine = results.engine
    findings = results.findings
    pages = Dictionary(grouping: results, by: \.page.script.path).values.map { Page($0) }
      .sorted { first, second in
        (second.microseconds ?? -1, first.path) < (first.microseconds ?? -1, second.path)
      }
  }

  /// Returns the number of pages with a verdict.
  package func count(_ verdict: Rehearsal.Result.Verdict) -> Int {
    pages.count { $0.verdict == verdict }
  }
}

extension RenderReport {
  var json: JSONValue {
    .sorted([
      "engine": .string(engine), "findings": .list(findings.map(\.json)),
      "pages": .list(pages.map(\.json)),
    ])
  }
}

extension RenderReport.Page {
  fileprivate var json: JSONValue {
    .sorted([
      "firstRenderBytes": .integer(orNull: bytes),
      "firstRenderSeconds": .seconds(microseconds),
      "path": .string(path),
      "platforms": .list(
        results.map { result in
          .sorted([
            "firstRenderBytes": .integer(orNull: result.firstRender?.bytes),
            "firstRenderSeconds": .seconds(result.firstRender?.microseconds),
            "platform": .string(result.platform.rawValue),
            "verdict": .string(result.verdict.rawValue),
          ])
        }),
      "reason": .string(orNull: reason), "verdict": .string(verdict.rawValue),
    ])
  }
}

extension JSONValue {
  fileprivate static func seconds(_ microseconds: Int64?) -> JSONValue {
    microseconds.map { .number(String(Double($0) / 1_000_000)) } ?? .null
  }
}
