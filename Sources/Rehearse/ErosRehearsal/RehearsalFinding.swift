package import ErosCore

/// A finding about a page, with the calls that led to it.
package struct RehearsalFinding: Hashable, Sendable {
  package private(set) var finding: Finding
  /// The calls in the scripts of the page, innermost first; empty if they are unknown.
  package private(set) var stack: [StackFrame] = []
  /// Why the page was not judged, for a `pageNotJudged`.
  private(set) var reason: Message?
  /// The path of the missing file, for a `resourceMissing` about a `bmlocal://` URL.
  var missingFile: String?

  /// Returns the finding with the names of the platforms that have it.
  func only(on platforms: [Platform]) -> RehearsalFinding {
    let names = platforms.map(\.displayName).joined(separator: ", ")
    var copy = self
    copy.finding = finding.replacingMessage("\(finding.message) (\(names) only)")
    return copy
  }

  /// Returns the finding with the positions of `source`, which returns `nil` for a frame without a source.
  ///
  /// The position is that of the innermost frame in a source of the app; the message names the script.
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
