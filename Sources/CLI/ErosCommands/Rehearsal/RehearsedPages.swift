import ErosCore
import ErosRehearsal

/// The result of `eros rehearse`.
struct RehearsedPages: FindingDetails {
  struct Page: Encodable {
    let page: String
    let platform: String
    let framework: String
    let verdict: String
    let rendered: Bool
    let seconds: Double?
    let bytes: Int64?
    let firstRenderSeconds: Double?
    let firstRenderBytes: Int64?

    init(_ result: Rehearsal.Result) {
      page = result.page.script.path.string
      platform = result.platform.rawValue
      framework = result.page.framework.rawValue
      verdict = result.verdict.rawValue
      rendered = result.hasRendered
      seconds = result.microseconds.map { Double($0) / 1_000_000 }
      bytes = result.bytes
      firstRenderSeconds = result.firstRender.map { Double($0.microseconds) / 1_000_000 }
      firstRenderBytes = result.firstRender?.bytes
    }
  }

  let ok: Bool
  let engine: String
  let pages: [Page]
  /// The calls that led to each finding.
  private let stacks: [[StackFrame]]
  private let pageCount: Int
  private let unjudgedPageCount: Int

  private enum CodingKeys: String, CodingKey {
    case ok, engine, pages, stacks
  }

  /// - Parameters:
  ///   - results: The results of all runs.
  ///   - stacks: The calls that led to each finding.
  ///   - isOK: `true` if no finding is an error.
  init(_ results: [Rehearsal.Result], stacks: [[StackFrame]], isOK: Bool) {
    ok = isOK
    self.stacks = stacks
    engine = results.engine
    pages = results.map { Page($0) }
    pageCount = results.pageCount
    unjudgedPageCount = results.unjudgedPageCount
  }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    let lines = zip(findings, stacks).flatMap { finding, stack in
      finding.severity == .error ? [finding].lines(style) + callers(stack, style) : []
    }
    let others = findings.filter { $0.severity != .error }
    return (lines + others.lines(style) + [summary(style, findings)]).joined(separator: "\n")
  }

  /// Returns the calls that led to an error, one a line.
  ///
  /// The error itself shows the innermost position.
  private func callers(_ stack: [StackFrame], _ style: TextStyle) -> [String] {
    guard stack.count > 1 else { return [] }
    return stack.prefix(Self.maximumCallers).map { frame in
      let name = frame.function.isEmpty ? "" : " " + frame.function.escapedForDisplay
      return style.dim("    at\(name) (\(Finding.location(frame.file, frame.position)))")
    }
  }

  private static let maximumCallers = 6

  private func summary(_ style: TextStyle, _ findings: [Finding]) -> String {
    let verdict = ok ? style.success("ok") : style.failure("not ok")
    let suffix = unjudgedPageCount == 0 ? "" : ", \(unjudgedPageCount) not judged"
    return "\(verdict): \(Readable.count(pageCount, "page")): \(findings.counts)\(suffix)"
  }
}

extension StackFrame: Encodable {
  private enum CodingKeys: String, CodingKey {
    case function, file, line, column
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(function, forKey: .function)
    try container.encode(file, forKey: .file)
    try container.encode(position.line, forKey: .line)
    try container.encode(position.column, forKey: .column)
  }
}
