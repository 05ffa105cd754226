package import ErosCore
package import ErosRehearsal

/// Time and memory until each page of a bundle first renders.
package struct RenderReport: Sendable {
  /// First render of a page.
  ///
  /// With several platforms, the largest time and memory.
  package struct Page: Sendable {
    /// Path of the page's script in the bundle.
    package let path: String
    /// Worst verdict on any platform.
    package let verdict: Rehearsal.Result.Verdict
    /// Reason for the verdict, or `nil` for a page that passed.
    package let reason: Message?
    /// Processor time until the first render in microseconds, or `nil` if nothing was rendered.
    package let microseconds: Int64?
    /// Memory at the first render in bytes, or `nil` if nothing was rendered.
    package let bytes: Int64?
    /// Results on each platform.
    let results: [Rehearsal.Result]

    init(_ results: [Rehearsal.Result]) {
      let worst = [.failed, .notJudged].lazy.compactMap { verdict in
        results.first { $0.verdict == verdict }
      }.first
      path = results[0].page.script.path.string
      verdict = worst?.verdict ?? .passed
      reason = worst?.reason
      microseconds = results.compactMap { $0.firstRender?.microseconds }.max()
      bytes = results.compactMap { $0.firstRender?.bytes }.max()
      self.results = results
    }
  }

  /// Name and version of the engine.
  let engine: String
  /// Pages, slowest first.
  ///
  /// Those that render nothing come last.
  package let pages: [Page]
  /// Findings from the rehearsal.
  let findings: [Finding]

  /// Creates a report from results for at least one page.
  package init(_ results: [Rehearsal.Result]) {
    engine = results.engine
    findings = results.findings
    pages = Dictionary(grouping: results, by: \.page.script.path).values.map { Page($0) }
      .sorted { first, second in
        (second.microseconds ?? -1, first.path) < (first.microseconds ?? -1, second.path)
      }
  }

  /// Returns the number of pages with this verdict.
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
      "reason": .string(orNull: reason?.description), "verdict": .string(verdict.rawValue),
    ])
  }
}

extension JSONValue {
  fileprivate static func seconds(_ microseconds: Int64?) -> JSONValue {
    microseconds.map { .number(String(Double($0) / 1_000_000)) } ?? .null
  }
}
