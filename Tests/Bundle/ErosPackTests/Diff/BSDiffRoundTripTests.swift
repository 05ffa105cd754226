import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosLegacyPatch
import ErosPack
import ErosTestSupport
import Testing

@Suite("BSDIFF40 round trips")
struct BSDiffRoundTripTests {
  static let levels = BSDiffEncoder.Level.allCases

  @Test(
    "a patch produces the new bytes", arguments: BSDiffPairs.all.keys.sorted(), levels)
  func pairs(name: String, level: BSDiffEncoder.Level) throws {
    let pair = try #require(BSDiffPairs.all[name])
    let (old, new) = pair()
    let patch = try BSDiffEncoder(level: level, threads: 2).encode(old: old, new: new)
    #expect(try apply(patch, to: old) == new)
  }

  @Test("a patch reproduces random edits", arguments: 1...60 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = generator.pick(0...3000)
    let kinds = [
      generator.noise(size), generator.text(size), generator.repetition(size),
      generator.binary(size),
    ]
    let (old, new) = BSDiffPairs.edited(kinds[Int(seed % 4)], seed: seed)
    for level in Self.levels {
      let patch = try BSDiffEncoder(level: level, threads: 2).encode(old: old, new: new)
      #expect(try apply(patch, to: old) == new, "seed \(seed), \(level)")
    }
  }

  /// bzip2 starts a new block after 899,981 run-length encoded bytes.
  @Test("blocks end where bzip2 ends them", arguments: -1...0)
  func blockEdges(distance: Int) throws {
    var generator = SeededGenerator(seed: 77)
    for run in [0, 258] {
      let new =
        generator.noise(899_981 - 5 + distance) + [UInt8](repeating: 9, count: run)
        + generator.noise(1000)
      let patch = try BSDiffEncoder(threads: 2).encode(old: [], new: new)
      #expect(try apply(patch, to: []) == new, "a run of \(run)")
    }
  }

  @Test("the output does not depend on the number of threads")
  func threads() throws {
    var generator = SeededGenerator(seed: 5)
    let (old, new) = BSDiffPairs.edited(generator.noise(2_000_000), seed: 6)
    let fresh = new + generator.noise(1_900_000)
    let one = try BSDiffEncoder(threads: 1).encode(old: old, new: fresh)
    #expect(try BSDiffEncoder(threads: 5).encode(old: old, new: fresh) == one)
    #expect(try apply(one, to: old) == fresh)
  }

  @Test("unchanged bytes add little to a patch", arguments: levels)
  func small(level: BSDiffEncoder.Level) throws {
    var generator = SeededGenerator(seed: 8)
    let bytes = generator.noise(500_000)
    let moved = Array(bytes[250_000...] + bytes[..<250_000])
    let patch = try BSDiffEncoder(level: level, threads: 2).encode(old: bytes, new: moved)
    #expect(patch.count < 250)
  }

  @Test(
    "long repetitions do not take quadratic time", .timeLimit(.minutes(10)), arguments: levels)
  func repetitions(level: BSDiffEncoder.Level) throws {
    let old = [UInt8](repeating: 1, count: 200_000) + [2]
    let new = [3] + [UInt8](repeating: 1, count: 210_000)
    let patch = try BSDiffEncoder(level: level, threads: 2).encode(old: old, new: new)
    #expect(try apply(patch, to: old) == new)
  }

  @Test("a published patch is named after the MD5 of both versions")
  func publishedName() throws {
    let old = try #require(BundleVersion("00000000000000000000000000000000"))
    let new = try #require(BundleVersion("0123456789abcdef0123456789abcdef"))
    // printf '%s%s' <old> <new> | md5sum
    #expect(
      try BSDiffPatchName.published(from: old, to: new) == "421f13bb09e2f56159d5fa1ec4f89350.zip")
  }
}
