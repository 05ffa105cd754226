import ErosConfig
import ErosCore

/// Collects findings about a description, each at a byte offset.
///
/// It is a class, because all parts of the parser and the checker add to the same log.
final class FindingLog {
  private struct Draft {
    let rule: RegistryRule
    let offset: Int
    let message: Message
    let remedy: Message?
    let severity: Finding.Severity?
    /// The byte offset of the first declaration, for a duplicate.
    let first: Int?
  }

  private let config: NativeConfig
  private var drafts: [Draft] = []
  /// Limits the work on all suggestions.
  let spelling = Spelling.Budget()

  init(config: NativeConfig) {
    self.config = config
  }

  /// Adds a finding.
  ///
  /// If you pass `first`, the message names the line of this byte offset.
  ///
  /// `severity` replaces the rule's own.
  func add(
    _ rule: RegistryRule, at offset: Int, _ message: Message, _ remedy: Message? = nil,
    first: Int? = nil, as severity: Finding.Severity? = nil
  ) {
    drafts.append(
      Draft(
        rule: rule, offset: offset, message: message, remedy: remedy, severity: severity,
        first: first))
  }

  /// Returns the findings in source order, with lines, columns and JSON pointers.
  func findings() -> [Finding] {
    let sorted = drafts.sorted { ($0.offset, $0.rule.rawValue) < ($1.offset, $1.rule.rawValue) }
    let positions = TextPosition.positions(ofBytes: sorted.map(\.offset), in: config.text)
    let firsts = TextPosition.positions(ofBytes: sorted.map { $0.first ?? 0 }, in: config.text)
    return sorted.indices.map { index in
      let draft = sorted[index]
      let message: Message =
        draft.first == nil
        ? draft.message : "\(draft.message) (first at line \(firsts[index].line))"
      return Finding(
        draft.rule, as: draft.severity, file: config.file, at: positions[index],
        subject: config.root.pointer(toByte: draft.offset), message,
        remedy: draft.remedy)
    }
  }
}
