/// The findings about one bundle: the first of them, and what has to be known of the others.
///
/// A hostile bundle of a few kilobytes can hold millions of findings.
package struct BundleProblems: Sendable {
  /// How many findings are kept.
  package static let most = 1000

  private var kept: [BundleProblem] = []
  private var leftOut = 0
  private var leavesOutError = false

  /// The codes of all errors, whether they are kept or not.
  package private(set) var errorCodes: Set<BundleProblem.Code> = []

  package init() {}

  /// Whether one of the findings is an error.
  package var hasErrors: Bool { !errorCodes.isEmpty }

  /// The findings that are kept, and one more that says how many were left out.
  package var list: [BundleProblem] {
    guard leftOut > 0 else { return kept }
    let rest = BundleProblem(
      .tooManyProblems, "and \(leftOut) more findings", leavesOutError ? .error : .warning)
    return kept + [rest]
  }

  /// Adds a finding; its texts are made only when it is kept.
  package mutating func add(
    _ code: BundleProblem.Code, entry: @autoclosure () -> String? = nil,
    _ message: @autoclosure () -> String, _ severity: BundleProblem.Severity = .error
  ) {
    if severity == .error { errorCodes.insert(code) }
    if kept.count < Self.most {
      kept.append(BundleProblem(code, entry: entry(), message(), severity))
    } else {
      leftOut += 1
      leavesOutError = leavesOutError || severity == .error
    }
  }

  /// Adds a finding that is made already.
  package mutating func add(_ problem: BundleProblem) {
    add(problem.code, entry: problem.entry, problem.message, problem.severity)
  }
}

extension BundleProblem {
  /// How findings call an entry, whatever its name is: escaped, and cut where it is longer than any
  /// path that can be composed to a sound one.
  package static func shownName(_ name: some Collection<UInt8>) -> String {
    let longest = 3 * BundlePath.maximumLength
    let text = String(decoding: name.prefix(longest), as: UTF8.self).escapedForDisplay
    return name.count > longest ? text + "…" : text
  }
}
