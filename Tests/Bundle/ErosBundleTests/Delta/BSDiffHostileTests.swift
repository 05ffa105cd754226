import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosLegacyPatch
import ErosPack
import ErosTestSupport
import Testing

@Suite("Hostile BSDIFF40 patches")
struct BSDiffHostileTests {
  static let old = Array("0123456789abcdef".utf8)

  /// A valid patch for ``old``; each case below changes one detail.
  static var valid: ForgedPatch {
    ForgedPatch(
      steps: [(4, 2, 8), (4, 0, 0)], differences: [0, 0, 0, 1, 0, 0, 0, 0],
      extra: Array("XY".utf8), newSize: 10)
  }

  static func changed(_ change: (inout ForgedPatch) -> Void) -> ForgedPatch {
    var patch = valid
    change(&patch)
    return patch
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let reason: String
    let patch: @Sendable () -> ForgedPatch

    init(
      _ name: String, _ reason: String, _ change: @escaping @Sendable (inout ForgedPatch) -> Void
    ) {
      self.name = name
      self.reason = reason
      patch = { BSDiffHostileTests.changed(change) }
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("wrong magic number", "does not start with BSDIFF40") { $0.magic[7] = 0x31 },
    Case("negative control size", "size in its header is negative") { $0.controlSize = -1 },
    Case("negative difference size", "size in its header is negative") { $0.differencesSize = -5 },
    Case("negative new size", "size in its header is negative") { $0.newSize = -10 },
    Case("control block beyond the end", "beyond the end of the patch") {
      $0.controlSize = 10_000
    },
    Case("difference block beyond the end", "beyond the end of the patch") {
      $0.differencesSize = 10_000
    },
    Case("sizes that overflow", "beyond the end of the patch") {
      $0.controlSize = .max
      $0.differencesSize = .max
    },
    Case("empty control block", "is truncated") { $0.controlSize = 0 },
    Case("control size too small", "control block is truncated") { $0.controlSize = 30 },
    Case("negative add", "negative size") { $0.steps[0].0 = -1 },
    Case("negative copy", "negative size") { $0.steps[0].1 = -1 },
    Case("minimum copy", "negative size") { $0.steps[0].1 = .min + 1 },
    Case("add beyond the old file", "reads beyond the end of the old file") {
      $0.steps = [(17, 0, 0)]
      $0.newSize = 17
    },
    Case("add of 2^63-1", "more bytes than the header") { $0.steps[0].0 = .max },
    Case("copy of 2^63-1", "more bytes than the header") { $0.steps[0].1 = .max },
    Case("add after a seek near the end", "reads beyond the end of the old file") {
      $0.steps[0].2 = 9
    },
    Case("seek before the old file", "before the start of the old file") { $0.steps[0].2 = -5 },
    Case("seek far before the old file", "before the start of the old file") {
      $0.steps[0].2 = .min + 1
    },
    Case("seek beyond the old file", "seeks beyond the end of the old file") {
      $0.steps[0].2 = 13
    },
    Case("seek by 2^63-1", "seeks beyond the end of the old file") { $0.steps[0].2 = .max },
    Case("last seek beyond the old file", "seeks beyond the end of the old file") {
      $0.steps[1].2 = 100
    },
    Case("more bytes than declared", "more bytes than the header") { $0.newSize = 9 },
    Case("fewer bytes than declared", "control block is too short") { $0.newSize = 11 },
    Case("an extra step", "control block is longer than") { $0.steps.append((0, 0, 0)) },
    Case("half a step at the end", "control block is longer than") {
      $0.afterSteps = [UInt8](repeating: 0, count: 12)
    },
    Case("half a step instead of the last", "control block is too short") {
      $0.steps.removeLast()
      $0.afterSteps = [UInt8](repeating: 0, count: 12)
    },
    Case("a byte after the control block", "control block has extra bytes") {
      $0.tails[0] = [0]
    },
    Case("one difference too many", "difference block is longer than") {
      $0.differences.append(0)
    },
    Case("one difference too few", "difference block is too short") {
      $0.differences.removeLast()
    },
    Case("one extra byte too many", "extra block is longer than") { $0.extra.append(0) },
    Case("one extra byte too few", "extra block is too short") { $0.extra.removeLast() },
    Case("bytes between the blocks", "difference block has extra bytes") { $0.tails[1] = [1, 2] },
    Case("bytes after the patch", "extra block has extra bytes") { $0.tails[2] = [0] },
    Case("a second stream after the first", "extra block has extra bytes") {
      $0.tails[2] = Array("BZh9".utf8) + [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0]
    },
    Case("empty steps", "more steps than") {
      $0.steps = [(Int64, Int64, Int64)](repeating: (0, 0, 0), count: 100_000)
    },
    Case("steps that seek back and forth", "more steps than") {
      $0.steps = (0..<100_000).map { (0, 0, $0 % 2 == 0 ? 16 : -16) }
    },
    Case("steps of one byte each", "more steps than") {
      $0.steps = [(Int64, Int64, Int64)](repeating: (0, 1, 0), count: 10_000)
      $0.extra = [UInt8](repeating: 0, count: 10_000)
      $0.newSize = 10_000
    },
  ]

  @Test(
    "an invalid patch is rejected with the reason", .timeLimit(.minutes(10)), arguments: cases)
  func rejected(_ hostile: Case) throws {
    let bytes = try hostile.patch().bytes()
    let error = #expect(throws: DeltaError.self) { try apply(bytes, to: Self.old) }
    switch error {
    case .malformed("p", let reason), .wrongOldFile("p", let reason),
      .overLimit("p", let reason, option: nil):
      #expect(reason.contains(hostile.reason), "\(reason)")
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("the valid patch is accepted, also with negative zero")
  func accepted() throws {
    let expected = Array("0124XYcdef".utf8)
    #expect(try apply(try Self.valid.bytes(), to: Self.old) == expected)
    let minusZero = Self.changed { $0.steps[1].2 = .min }
    #expect(try apply(try minusZero.bytes(), to: Self.old) == expected)
  }

  @Test("a block that is not bzip2 is rejected", arguments: 0...2)
  func invalidBlock(block: Int) throws {
    var bytes = try Self.valid.bytes()
    let starts = bytes.indices.filter { bytes[$0...].starts(with: Array("BZh".utf8)) }
    try #require(starts.count == 3)
    bytes[starts[block]] = 0x50
    let error = #expect(throws: DeltaError.self) { try apply(bytes, to: Self.old) }
    #expect(error?.problem.contains("not a valid bzip2 stream") == true)
  }

  @Test("a declared size over the limit is rejected before decompression")
  func overLimit() throws {
    let bytes = try Self.valid.bytes()
    #expect(try apply(bytes, to: Self.old, sizeLimit: 10).count == 10)
    #expect(
      throws: DeltaError.overLimit(
        patch: "p", "the new file has 10 bytes; the limit is 9", option: "--max-size")
    ) { try apply(bytes, to: Self.old, sizeLimit: 9) }
  }

  @Test("a declared size of exabytes allocates no memory")
  func hugeDeclaration() throws {
    let bytes = try Self.changed { $0.newSize = .max }.bytes()
    #expect(throws: DeltaError.self) { try apply(bytes, to: Self.old, sizeLimit: .max) }
  }

  @Test("every truncation is rejected")
  func truncations() throws {
    let (patch, old, _) = try Self.smallPatch()
    for count in 0..<patch.count {
      #expect(throws: DeltaError.self, "\(count) bytes") {
        try apply(Array(patch.prefix(count)), to: old)
      }
    }
  }

  @Test("a flipped bit is rejected, or bzip2 ignores it and the result is right")
  func flips() throws {
    let (patch, old, new) = try Self.smallPatch()
    var accepted = 0
    for bit in 0..<(patch.count * 8) {
      var flipped = patch
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      do {
        #expect(try apply(flipped, to: old, sizeLimit: 100_000) == new, "bit \(bit)")
        accepted += 1
      } catch is DeltaError {}
    }
    // In each of the three blocks, bzip2 ignores up to seven padding bits and a few bits of the
    // level.
    #expect(accepted <= 3 * (7 + 3))
  }

  /// Inputs found by `Tests/Slow/run fuzz`; the first byte selects how the fuzzer built the patch.
  @Test("a fuzzer input gives an output or an error", .timeLimit(.minutes(10)))
  func corpus() throws {
    var generator = SeededGenerator(seed: 22)
    let old = generator.noise(5000)
    let inputs = try Corpus.inputs(of: "Bundle/ErosBundleTests/Delta/Corpus/bsdiff")
    for (name, bytes) in inputs {
      do {
        let size = try apply(Array(bytes.dropFirst()), to: old, sizeLimit: 1 << 20).count
        #expect(size <= 1 << 20, "\(name)")
      } catch is DeltaError {}
    }
  }

  @Test("an error of `write` is rethrown")
  func writeFails() throws {
    struct Full: Error {}
    let patch = ZipBytes(try Self.valid.bytes(), path: "p")
    #expect(throws: Full.self) {
      try BSDiffDecoder(sizeLimit: 100).decode(patch: patch, old: ZipBytes(Self.old, path: "o")) {
        _ in throw Full()
      }
    }
  }

  static func smallPatch() throws -> (patch: [UInt8], old: [UInt8], new: [UInt8]) {
    var generator = SeededGenerator(seed: 20)
    let (old, new) = BSDiffPairs.edited(generator.text(2000), seed: 21)
    return (try BSDiffEncoder(threads: 1).encode(old: old, new: new), old, new)
  }
}
