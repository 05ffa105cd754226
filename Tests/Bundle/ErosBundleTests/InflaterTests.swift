import ErosTestSupport
import Testing

// The public API does not accept streams without a zip.
@testable import ErosBundle
@testable import ErosPack

@Suite("Inflater", .temporaryFolder)
struct InflaterTests {
  /// Streams with all types of blocks, most of them with changed bits or truncated.
  private static func streams(seed: UInt64) -> [(stream: [UInt8], size: Int)] {
    var random = SeededGenerator(seed: seed)
    let deflaters = [1, 6, 12].map { Deflater(level: $0) }
    return (0..<3000).map { _ in
      let count = random.pick(0...random.pick(1...3000))
      let content = [
        random.text(count), random.binary(count), random.repetition(count),
        [UInt8](repeating: 0x61, count: count),
      ][random.pick(0...3)]
      var stream = deflaters[random.pick(0...2)].compress(content.span)
      if random.isOne(in: 8) { stream = deflateStored(content, blockSize: random.pick(1...500)) }
      if !random.isOne(in: 10) { damage(&stream, &random) }
      return (stream, count)
    }
  }

  private static func damage(_ stream: inout [UInt8], _ random: inout SeededGenerator) {
    // The codes of a block are at its start.
    let end = random.isOne(in: 2) ? min(80, stream.count) : stream.count
    for _ in 0..<random.pick(1...3) {
      stream[random.pick(0...end - 1)] ^= UInt8(1 << random.pick(0...7))
    }
    if random.isOne(in: 20) { stream.removeLast(random.pick(0...stream.count - 1)) }
  }

  /// For each line `<size>;<stream>`, prints the checksum of the decompressed bytes, or `none`.
  private static let program = """
    import sys, zlib
    for line in open(sys.argv[1]):
      size, stream = line.split(";")
      reader = zlib.decompressobj(-15)
      try:
        data = reader.decompress(bytes.fromhex(stream))
        right = reader.eof and not reader.unused_data and len(data) == int(size)
        print(zlib.crc32(data) if right else "none")
      except zlib.error:
        print("none")
    """

  @Test(
    "the results equal those of zlib in Python",
    .needs("python3"), arguments: UInt64(1)...3)
  func differential(seed: UInt64) async throws {
    let folder = try TemporaryFolder.ofTest()
    let streams = Self.streams(seed: seed)
    let lines = streams.map { stream, size in
      "\(size);" + stream.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    try folder.write(lines.joined(separator: "\n"), to: "streams")
    let result = try await runTool("python3", ["-c", Self.program, folder.path("streams")])
    let expected = result.standardOutput.split(separator: "\n")
    try #require(expected.count == streams.count, "\(result.standardError)")
    let inflater = Inflater()
    var accepted = 0
    for ((stream, size), expected) in zip(streams, expected) {
      let content = try? inflater.unpack(stream, size: size)
      let found = content.map { "\(crc32(of: $0))" } ?? "none"
      #expect(found == expected, "seed \(seed): \(stream)")
      if content != nil { accepted += 1 }
    }
    #expect((300...2700).contains(accepted), "too few accepted or rejected streams")
  }

  @Test("chunks of any size give the same output")
  func chunks() throws {
    var random = SeededGenerator(seed: 12)
    let content = random.text(30_000)
    let stream = Deflater(level: 6).compress(content.span)
    let inflater = Inflater()
    for length in [1, 2, 3, 100, stream.count - 1, stream.count] {
      var found: [UInt8] = []
      inflater.start(size: UInt64(content.count))
      for start in stride(from: 0, to: stream.count, by: length) {
        let chunk = Array(stream[start..<min(start + length, stream.count)])
        try inflater.update(chunk) { found += $0 }
      }
      try inflater.finish()
      #expect(found == content, "\(length)")
    }
  }
}

extension Inflater {
  /// Decompresses a complete stream of `size` bytes.
  func unpack(_ stream: [UInt8], size: Int) throws -> [UInt8] {
    var content: [UInt8] = []
    start(size: UInt64(size))
    try update(stream) { content += $0 }
    try finish()
    return content
  }
}
