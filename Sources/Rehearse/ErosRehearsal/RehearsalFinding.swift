package import ErosCore

/// A finding about a page, with the calls that led to it.
package struct RehearsalFinding: Hashable, Sendable {
  package private(set) var finding: Finding
  /// The calls in the page's scripts, innermost first.
  ///
  /// Empty if they are unknown.
  package private(set) var stack: [StackFrame] = []
  /// The reason why a page was not judged, if the code is `pageNotJudged`.
  private(set) var reason: Message?
  /// The path of the missing file, if the code is `resourceMissing` and the URL `bmlocal://`.
  var missingFile: String?

  /// Returns the finding with the names of `platforms`.
  func only(on platforms: [Platform]) -> RehearsalFinding {
    let names = platforms.map(\.displayName).joined(separator: ", ")
    var copy = self
    copy.finding = finding.replacingMessage("\(finding.message) (\(names) only)")
    return copy
  }

  /// Returns the finding with positions in sources.
  ///
  /// `source` maps a frame, or returns `nil` if it has no source. The finding moves to the
  /// innermost frame in one of the app's sources. Its message names the script.
  func mapped(_ source: (StackFrame) throws -> StackFrame?) rethrows -> RehearsalFinding {
    guard finding.position != nil, !stack.isEmpty else { return self }
    let sources = try stack.map { try source($0) }
    var copy = self
    copy.stack = zip(stack, sources).map { $1 ?? $0 }
    guard
      let frame = sources.lazy.compactMap(\.self).first(where: { !$0.isOfBuildTool })
    else { return copy }
    let script = Finding.location(finding.file ?? "", finding.position)
    copy.finding = finding.with(file: frame.file).at(frame.position)
      .replacingMessage("\(finding.message) (in \(script))")
    copy.reason = reason.map { "\($0) (in \(script))" }
    return copy
  }
}
