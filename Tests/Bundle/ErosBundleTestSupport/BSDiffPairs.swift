import ErosBundle
import ErosLegacyPatch
import ErosTestSupport
import Testing

/// Applies `patch` in memory.
package func apply(
  _ patch: [UInt8], to old: [UInt8], sizeLimit: UInt64 = 1 << 30
) throws -> [UInt8] {
  var new: [UInt8] = []
  let size = try BSDiffDecoder(sizeLimit: sizeLimit).decode(
    patch: ZipBytes(patch, path: "p"), old: ZipBytes(old, path: "old.zip")
  ) { chunk in
    #expect(!chunk.isEmpty && chunk.count <= 64 * 1024)
    new += chunk
  }
  #expect(size == UInt64(new.count))
  return new
}

/// Pairs of old and new bytes, by the property they test.
package enum BSDiffPairs {
  package static let all: [String: @Sendable () -> (old: [UInt8], new: [UInt8])] = [
    "both empty": { ([], []) },
    "empty old file": { ([], generator(1).text(5000)) },
    "empty new file": { (generator(2).text(5000), []) },
    "one byte": { ([7], [7]) },
    "one changed byte": { ([7], [8]) },
    "seven bytes": { (Array("abcdefg".utf8), Array("abcdefg".utf8)) },
    "equal": { (generator(3).noise(70_000), generator(3).noise(70_000)) },
    "reversed": {
      let bytes = generator(4).text(30_000)
      return (bytes, bytes.reversed())
    },
    "incompressible and unrelated": { (generator(5).noise(50_000), generator(6).noise(60_000)) },
    "short repetitions": { (generator(7).repetition(80_000), generator(8).repetition(90_000)) },
    "halves swapped": {
      let bytes = generator(9).noise(60_000)
      return (bytes, Array(bytes[30_001...] + bytes[...30_000]))
    },
    // An encoder needs a step for each block: the most that a patch can have.
    "reversed blocks of nine bytes": {
      permuted(generator(16).noise(27_000), blocks: 9) { $0.reversed() }
    },
    "sorted blocks of sixteen bytes": {
      permuted(generator(17).noise(64_000), blocks: 16) { blocks in
        blocks.sorted { $0.lexicographicallyPrecedes($1) }
      }
    },
    "swapped bytes": {
      let bytes = generator(18).text(40_000)
      return (bytes, bytes.indices.map { bytes[$0 ^ 1] })
    },
    "unrelated text": { (generator(19).text(60_000), generator(20).text(60_000)) },
    "scattered changed bytes": {
      var bytes = generator(10).noise(100_000)
      let old = bytes
      for index in stride(from: 50, to: bytes.count, by: 97) { bytes[index] &+= 1 }
      return (old, bytes)
    },
    "inserted and removed bytes": { edited(generator(11).noise(120_000), seed: 12) },
    "edited text": { edited(generator(13).text(150_000), seed: 14) },
    "a huge run of zeros": {
      ([UInt8](repeating: 0, count: 300_000), [UInt8](repeating: 0, count: 299_123))
    },
    "a huge run with a few other bytes": {
      var bytes = [UInt8](repeating: 32, count: 300_000)
      let old = bytes
      for index in stride(from: 1000, to: bytes.count, by: 20_003) { bytes[index] = 1 }
      return (old, bytes)
    },
    "noise replaced with a run": {
      (generator(15).noise(40_000), [UInt8](repeating: 255, count: 200_000))
    },
  ]

  /// Reorders the blocks of `size` bytes of `old`.
  package static func permuted(
    _ old: [UInt8], blocks size: Int, _ permute: ([ArraySlice<UInt8>]) -> [ArraySlice<UInt8>]
  ) -> (old: [UInt8], new: [UInt8]) {
    let blocks = stride(from: 0, to: old.count, by: size).map { old[$0...].prefix(size) }
    return (old, permute(blocks).flatMap(\.self))
  }

  /// Removes, inserts, copies and changes ranges of `old`.
  package static func edited(_ old: [UInt8], seed: UInt64) -> (old: [UInt8], new: [UInt8]) {
    var generator = SeededGenerator(seed: seed)
    var new = old
    for _ in 0..<generator.pick(1...30) {
      guard !new.isEmpty else { break }
      let start = generator.pick(0...new.count - 1)
      let end = min(new.count, start + generator.pick(0...400))
      switch generator.pick(0...3) {
      case 0: new.removeSubrange(start..<end)
      case 1: new.insert(contentsOf: generator.noise(generator.pick(1...300)), at: start)
      case 2: new.insert(contentsOf: old.suffix(generator.pick(1...3000)), at: start)
      default: for index in start..<end { new[index] &+= 3 }
      }
    }
    return (old, new)
  }

  private static func generator(_ seed: UInt64) -> Generator { Generator(seed: seed) }

  /// A factory of random bytes with a fixed seed.
  private struct Generator {
    let seed: UInt64

    func noise(_ count: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: seed)
      return generator.noise(count)
    }

    func text(_ count: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: seed)
      return generator.text(count)
    }

    func repetition(_ count: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: seed)
      return generator.repetition(count)
    }
  }
}
