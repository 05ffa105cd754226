import ErosCore

/// The last decisions of a device, and their file.
///
/// Each line of the file is a decision in JSON. A decision is appended with one write, so an
/// interruption damages at most the last line. Damaged lines are ignored.
struct DecisionLog: Sendable, Equatable {
  /// The maximum number of decisions.
  static let maximumCount = 32
  /// The length from which the file is written again with the last decisions only, in bytes.
  static let compactedLength = 24 << 10
  /// The maximum length of the file, in bytes.
  ///
  /// Only the end of a much longer file is read.
  static let maximumLength = 64 << 10

  /// The decisions, oldest first.
  private(set) var decisions: [Decision] = []

  /// Creates an empty log.
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

  /// Adds a decision; equal decisions in a row become one.
  mutating func add(_ decision: Decision) {
    if let last = decisions.last, let merged = last.merged(with: decision) {
      decisions[decisions.count - 1] = merged
    } else {
      decisions = (decisions + [decision]).suffix(Self.maximumCount)
    }
  }

  /// The contents of the file.
  var bytes: [UInt8] { decisions.flatMap { Self.line($0) } }

  /// The bytes that append a decision to the file.
  ///
  /// The first newline ends the line of an interrupted write.
  static func line(_ decision: Decision) -> [UInt8] {
    [UInt8(ascii: "\n")] + JSONWriter.write(decision.json) + [UInt8(ascii: "\n")]
  }
}
