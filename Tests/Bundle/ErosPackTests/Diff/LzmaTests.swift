import ErosBundleTestSupport
import ErosTestSupport
import Testing

@testable import ErosBundle
@testable import ErosPack

/// liblzma compresses, and the decoder of this project decompresses.
@Suite("LZMA")
struct LzmaTests {
  private func decode(
    _ packed: [UInt8], size: Int, dictionary: [UInt8] = []
  ) throws -> [UInt8] {
    let part = DeltaPart(codec: .lzma, size: UInt64(size), packedSize: UInt64(packed.count))
    return try PackedReader(
      part, at: 0, of: ZipBytes(packed, path: "stream"), dictionary: dictionary
    ).readAll()
  }

  /// Words of few letters, with repetitions near and far.
  private func text(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if random.isOne(in: 3), !bytes.isEmpty {
        let start = random.pick(0...(bytes.count - 1))
        bytes += Array(bytes[start...].prefix(random.pick(1...300)))
      } else {
        let letters = random.isOne(in: 8) ? 0...255 : 97...100
        bytes += (0...random.pick(0...40)).map { _ in UInt8(random.pick(letters)) }
      }
    }
    return Array(bytes.prefix(count))
  }

  @Test("contents of any kind and size are decompressed, with and without a dictionary")
  func roundTrip() throws {
    for seed in UInt64(0)..<150 {
      var random = SeededGenerator(seed: seed)
      let sizes = [0, 1, 2, 300, 5_000, 70_000]
      let contents = text(sizes[random.pick(0...5)], using: &random)
      let dictionary = random.isOne(in: 2) ? [] : text(random.pick(1...9_000), using: &random)
      let packed = try LzmaEncoder.compress(contents, dictionary: dictionary)
      #expect(
        try decode(packed, size: contents.count, dictionary: dictionary) == contents, "seed \(seed)"
      )
    }
  }

  @Test("contents that are longer than the window are decompressed")
  func longContents() throws {
    var random = SeededGenerator(seed: 1)
    let block = (0..<1 << 16).map { _ in UInt8(random.pick(0...255)) }
    let contents = Array(repeatElement(block, count: 258).joined())
    #expect(contents.count > StreamCodec.maximumWindow)
    let packed = try LzmaEncoder.compress(contents, dictionary: [1, 2, 3])
    #expect(try decode(packed, size: contents.count, dictionary: [1, 2, 3]) == contents)
  }

  @Test(
    "each truncation of a stream is refused, and each changed byte gives an error or other contents"
  )
  func damage() throws {
    var random = SeededGenerator(seed: 2)
    let contents = text(2_000, using: &random)
    let packed = try LzmaEncoder.compress(contents, dictionary: [])
    for count in packed.indices {
      #expect(throws: DeltaFormatError.self) {
        try decode(Array(packed[..<count]), size: contents.count)
      }
    }
    for index in packed.indices {
      var changed = packed
      changed[index] ^= UInt8(random.pick(1...255))
      let result = try? decode(changed, size: contents.count)
      #expect(result != contents || result == nil, "\(index)")
    }
  }
}
