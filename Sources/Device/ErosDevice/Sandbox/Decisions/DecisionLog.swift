import ErosCore

/// A device's last decisions, and their file.
///
/// Each line in the file is a decision in JSON. It is appended with a single write, so an
/// interruption damages at most the last line. Damaged lines are ignored.
struct DecisionLog: Sendable, Equatable {
  static let maximumCount = 32
  /// At this length in bytes, the file is written again with only the last decisions.
  static let compactedLength = 24 << 10
  /// In bytes.
  ///
  /// If the file is much longer, only its end is read.
  static let maximumLength = 64 << 10

  /// Oldest first.
  private(set) var decisions: [Decision] = []

  init() {}

  /// Parses the file, and ignores damaged lines.
  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let limits = JSONReader.Limits(bytes: Self.maximumLength, values: 200, depth: 4)
      guard
        let value = try? JSONReader.read(Array(line), file: "decisions", limits: limits).value,
        let decision = try? Decision(value)
      else { continue }
      add(decision)
    }
  }

  /// Merges equal decisions in a row into one.
  mutating func add(_ decision: Decision) {
    if let last = decisions.last, let merged = last.merged(with: decision) {
      decisions[decisions.count - 1] = merged
    } else {
      decisions = (decisions + [decision]).suffix(Self.maximumCount)
    }
  }

  var bytes: [UInt8] { decisions.flatMap { Self.line($0) } }

  /// Returns the bytes that append a decision to the file.
  ///
  /// The first newline ends a line that an interruption left incomplete.
  static func line(_ decision: Decision) -> [UInt8] {
    [UInt8(ascii: "\n")] + JSONWriter.write(decision.json) + [UInt8(ascii: "\n")]
  }
}
