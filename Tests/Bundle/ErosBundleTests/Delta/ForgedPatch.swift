import ErosCore
import ErosTestSupport
import Testing

@testable import ErosBundle
// Forged patches use the encoder's compression.
@testable import ErosPack

/// A patch with blocks defined by a test.
struct ForgedPatch {
  var magic = Array("BSDIFF40".utf8)
  var steps: [(Int64, Int64, Int64)] = []
  var differences: [UInt8] = []
  var extra: [UInt8] = []
  /// Bytes after the steps in the control block.
  var afterSteps: [UInt8] = []
  var newSize: Int64 = 0
  /// Bytes after each compressed block.
  var tails: [[UInt8]] = [[], [], []]
  /// The sizes of the first two blocks in the header, if not the real ones.
  var controlSize: Int64?
  var differencesSize: Int64?

  func bytes() throws -> [UInt8] {
    let control = steps.flatMap { number($0.0) + number($0.1) + number($0.2) } + afterSteps
    let packed = try BZip2Stream.compress([control, differences, extra], threads: 1)
    let blocks = zip(packed, tails).map { $0 + $1 }
    return magic + number(controlSize ?? Int64(blocks[0].count))
      + number(differencesSize ?? Int64(blocks[1].count)) + number(newSize) + blocks.flatMap(\.self)
  }

  /// Encodes a number as in a patch; the smallest `Int64` encodes negative zero.
  private func number(_ value: Int64) -> [UInt8] {
    let sign: UInt64 = value < 0 ? 1 << 63 : 0
    let raw = (value == .min ? 0 : value.magnitude) | sign
    return (0..<8).map { UInt8(truncatingIfNeeded: raw >> UInt64(8 * $0)) }
  }
}
