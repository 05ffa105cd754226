package import ErosConfig
import ErosCore

/// Collects what readers and rules find, each at a byte of the text.
///
/// A class, because all who read one description write into the same log.
package final class FindingLog {
  /// A finding whose place is still a byte of the text.
  private struct Draft {
    package let rule: RegistryRule
    package let offset: Int
    package let message: String
    package let remedy: String?
    /// The byte of the other place that the message is about.
    package let first: Int?
  }

  private let config: NativeConfig
  private var drafts: [Draft] = []

  package init(config: NativeConfig) {
    self.config = config
  }

  /// Takes a finding up; with `first`, its message goes on with the line of that byte.
  package func add(
    _ rule: RegistryRule, at offset: Int, _ message: String, _ remedy: String? = nil,
    first: Int? = nil
  ) {
    drafts.append(
      Draft(rule: rule, offset: offset, message: message, remedy: remedy, first: first))
  }

  /// Gives the findings their lines, columns and pointers, in the order of the text.
  package func findings() -> [RegistryFinding] {
    let sorted = drafts.sorted { ($0.offset, $0.rule.rawValue) < ($1.offset, $1.rule.rawValue) }
    let positions = TextPosition.positions(ofBytes: sorted.map(\.offset), in: config.text)
    let firsts = TextPosition.positions(ofBytes: sorted.map { $0.first ?? 0 }, in: config.text)
    return sorted.indices.map { index in
      let draft = sorted[index]
      let other = draft.first == nil ? "" : " (first at line \(firsts[index].line))"
      return RegistryFinding(
        rule: draft.rule, file: config.file, position: positions[index],
        pointer: config.root.pointer(toByte: draft.offset), message: draft.message + other,
        remedy: draft.remedy)
    }
  }
}
