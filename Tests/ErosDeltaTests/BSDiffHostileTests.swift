import ErosBundle
import ErosDelta
import ErosTestSupport
import Testing

@Suite("Hostile BSDIFF40 patches")
struct BSDiffHostileTests {
  static let old = Array("0123456789abcdef".utf8)

  /// A patch for ``old`` that is sound; the cases below spoil one thing of it.
  static var sound: ForgedPatch {
    ForgedPatch(
      steps: [(4, 2, 8), (4, 0, 0)], differences: [0, 0, 0, 1, 0, 0, 0, 0],
      extra: Array("XY".utf8), newSize: 10)
  }

  static func spoiled(_ change: (inout ForgedPatch) -> Void) -> ForgedPatch {
    var patch = sound
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
      patch = { BSDiffHostileTests.spoiled(change) }
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("another magic number", "does not begin with BSDIFF40") { $0.magic[7] = 0x31 },
    Case("negative control size", "size in its header is negative") { $0.controlSize = -1 },
    Case("negative difference size", "size in its header is negative") { $0.differencesSize = -5 },
    Case("negative new size", "size in its header is negative") { $0.newSize = -10 },
    Case("control block beyond the end", "beyond its end") { $0.controlSize = 10_000 },
    Case("difference block beyond the end", "beyond its end") { $0.differencesSize = 10_000 },
    Case("sizes that overflow", "beyond its end") {
      $0.controlSize = .max
      $0.differencesSize = .max
    },
    Case("control block of no bytes", "is cut short") { $0.controlSize = 0 },
    Case("control size too small", "control block is cut short") { $0.controlSize = 30 },
    Case("negative add", "negative size") { $0.steps[0].0 = -1 },
    Case("negative copy", "negative size") { $0.steps[0].1 = -1 },
    Case("the most negative copy but one", "negative size") { $0.steps[0].1 = .min + 1 },
    Case("add beyond the old file", "reads beyond its end") {
      $0.steps = [(17, 0, 0)]
      $0.newSize = 17
    },
    Case("add of 2^63-1", "more than the header says") { $0.steps[0].0 = .max },
    Case("copy of 2^63-1", "more than the header says") { $0.steps[0].1 = .max },
    Case("add after a seek beyond the old file", "reads beyond its end") {
      $0.steps[0].2 = 9
    },
    Case("seek before the old file", "leads to before the old file") { $0.steps[0].2 = -5 },
    Case("seek far before the old file", "leads to before the old file") {
      $0.steps[0].2 = .min + 1
    },
    Case("seek behind the old file", "leads beyond its end") { $0.steps[0].2 = 13 },
    Case("seek by 2^63-1", "leads beyond its end") { $0.steps[0].2 = .max },
    Case("last seek outside the old file", "leads beyond its end") { $0.steps[1].2 = 100 },
    Case("more than declared", "more than the header says") { $0.newSize = 9 },
    Case("less than declared", "control block ends before the patch does") { $0.newSize = 11 },
    Case("another step", "control block holds more than") { $0.steps.append((0, 0, 0)) },
    Case("half a step behind", "control block holds more than") {
      $0.behindSteps = [UInt8](repeating: 0, count: 12)
    },
    Case("half a step instead of the last", "control block ends before the patch does") {
      $0.steps.removeLast()
      $0.behindSteps = [UInt8](repeating: 0, count: 12)
    },
    Case("a byte behind the control block", "control block is followed by bytes") {
      $0.tails[0] = [0]
    },
    Case("one difference more", "difference block holds more than") { $0.differences.append(0) },
    Case("one difference fewer", "difference block ends before") { $0.differences.removeLast() },
    Case("one extra byte more", "extra block holds more than") { $0.extra.append(0) },
    Case("one extra byte fewer", "extra block ends before") { $0.extra.removeLast() },
    Case("bytes between the blocks", "difference block is followed by") { $0.tails[1] = [1, 2] },
    Case("bytes behind the patch", "extra block is followed by") { $0.tails[2] = [0] },
    Case("a second stream behind the first", "extra block is followed by") {
      $0.tails[2] = Array("BZh9".utf8) + [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0]
    },
    Case("steps that do nothing", "more steps than") {
      $0.steps = [(Int64, Int64, Int64)](repeating: (0, 0, 0), count: 1_000_000)
    },
    Case("steps to and fro", "more steps than") {
      $0.steps = (0..<100_000).map { (0, 0, $0 % 2 == 0 ? 16 : -16) }
    },
    Case("steps of one byte each", "more steps than") {
      $0.steps = [(Int64, Int64, Int64)](repeating: (0, 1, 0), count: 10_000)
      $0.extra = [UInt8](repeating: 0, count: 10_000)
      $0.newSize = 10_000
    },
  ]

  @Test("each is refused, and says why", .timeLimit(.minutes(10)), arguments: cases)
  func refused(_ hostile: Case) throws {
    let bytes = try hostile.patch().bytes()
    let error = #expect(throws: DeltaError.self) { try apply(bytes, to: Self.old) }
    switch error {
    case .malformed("p", let reason), .misfit("p", let reason):
      #expect(reason.contains(hostile.reason), "\(reason)")
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("what they are made from is sound, minus zero included")
  func accepted() throws {
    let expected = Array("0124XYcdef".utf8)
    #expect(try apply(try Self.sound.bytes(), to: Self.old) == expected)
    let minusZero = Self.spoiled { $0.steps[1].2 = .min }
    #expect(try apply(try minusZero.bytes(), to: Self.old) == expected)
  }

  @Test("a block that is no bzip2 is refused", arguments: 0...2)
  func foreignBlock(block: Int) throws {
    var bytes = try Self.sound.bytes()
    let starts = bytes.indices.filter { bytes[$0...].starts(with: Array("BZh".utf8)) }
    try #require(starts.count == 3)
    bytes[starts[block]] = 0x50
    let error = #expect(throws: DeltaError.self) { try apply(bytes, to: Self.old) }
    #expect(error?.problem.contains("no sound bzip2 stream") == true)
  }

  @Test("a declared size over the limit is refused before anything is unpacked")
  func overLimit() throws {
    let bytes = try Self.sound.bytes()
    #expect(try apply(bytes, to: Self.old, sizeLimit: 10).count == 10)
    #expect(
      throws: DeltaError.overLimit(
        patch: "p", "the new file has 10 bytes, and 9 are allowed", option: "--max-size")
    ) { try apply(bytes, to: Self.old, sizeLimit: 9) }
  }

  @Test("a declared size of exabytes sets no memory aside")
  func hugeDeclaration() throws {
    let bytes = try Self.spoiled { $0.newSize = .max }.bytes()
    #expect(throws: DeltaError.self) { try apply(bytes, to: Self.old, sizeLimit: .max) }
  }

  @Test("every truncation is refused")
  func truncations() throws {
    let (patch, old, _) = try Self.smallPatch()
    for count in 0..<patch.count {
      #expect(throws: DeltaError.self, "\(count) bytes") {
        try apply(Array(patch.prefix(count)), to: old)
      }
    }
  }

  @Test("a changed bit is refused, or is one that bzip2 ignores and changes nothing")
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
    // Of each of the three blocks: up to seven bits that fill the last byte, and a few of the level.
    #expect(accepted <= 3 * (7 + 3))
  }

  /// What `scripts/fuzz` found worth keeping; the first byte says how it was made.
  @Test("inputs that a fuzzer found give a patch's bytes or an error", .timeLimit(.minutes(10)))
  func corpus() throws {
    var generator = SeededGenerator(seed: 22)
    let old = generator.noise(5000)
    let inputs = try Corpus.inputs(of: "ErosDeltaTests/Corpus/bsdiff")
    for (name, bytes) in inputs {
      do {
        let size = try apply(Array(bytes.dropFirst()), to: old, sizeLimit: 1 << 20).count
        #expect(size <= 1 << 20, "\(name)")
      } catch is DeltaError {}
    }
  }

  @Test("what `write` throws ends the work")
  func writeFails() throws {
    struct Full: Error {}
    let patch = ZipBytes(try Self.sound.bytes(), path: "p")
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
