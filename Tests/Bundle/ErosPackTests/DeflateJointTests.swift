import ErosTestSupport
import Testing

// The public API does not accept malformed streams or single parts.
@testable import ErosBundle
@testable import ErosPack

@Suite("DeflateJoint")
struct DeflateJointTests {
  /// Contents with streams that end in each type of block.
  static let kinds: [(String, [UInt8])] = {
    var random = SeededGenerator(seed: 5)
    return [
      ("nothing", []), ("one byte", [0x61]), ("a few bytes", Array("hello".utf8)),
      ("noise", random.noise(70_000)), ("text", random.text(70_000)),
      ("zeros", [UInt8](repeating: 0, count: 300_000)), ("binary", random.binary(70_000)),
      ("text, then noise", random.text(40_000) + random.noise(40_000)),
      ("noise, then text", random.noise(40_000) + random.text(40_000)),
    ]
  }()

  @Test("two parts form one stream", arguments: [0, 1, 6, 9, 12] as [Int32])
  func pairs(level: Int32) throws {
    let deflater = Deflater(level: level)
    for (firstName, first) in Self.kinds {
      for (secondName, second) in Self.kinds {
        var stream = deflater.compress(first.span)
        try #require(DeflateJoint.open(&stream), "\(firstName)")
        stream += deflater.compress(second.span)
        let content = try Inflater().unpack(stream, size: first.count + second.count)
        let isRight = content == first + second
        #expect(isRight, "\(firstName), \(secondName)")
      }
    }
  }

  @Test("short parts form one stream, at any bit offset of their end")
  func manyParts() throws {
    var random = SeededGenerator(seed: 6)
    let deflater = Deflater(level: 6)
    var stream: [UInt8] = []
    var content: [UInt8] = []
    for _ in 0..<300 {
      let part =
        random.isOne(in: 4) ? random.noise(random.pick(0...90)) : random.text(random.pick(0...90))
      var compressed = deflater.compress(part.span)
      try #require(DeflateJoint.open(&compressed))
      stream += compressed
      content += part
    }
    stream += deflater.compress([UInt8]().span)
    #expect(try Inflater().unpack(stream, size: content.count) == content)
  }

  @Test("a malformed stream is rejected and unchanged")
  func malformed() throws {
    var random = SeededGenerator(seed: 8)
    let good = Deflater(level: 6).compress(random.text(20_000).span)
    var bad: [(String, [UInt8])] = [
      ("nothing", []), ("block type 3", [0x07, 0x00]), ("a byte after the end", good + [0x00]),
      ("a stored length that does not match its complement", [0x01, 0x05, 0x00, 0x00, 0x00]),
      ("a truncated stored block", [0x01, 0x05, 0x00, 0xFA, 0xFF, 0x61]),
      ("no last block", [0x00, 0x00, 0x00, 0xFF, 0xFF]),
    ]
    for count in [1, 2, 3, 10, good.count / 2, good.count - 2] {
      bad.append(("truncated to \(count) bytes", Array(good.prefix(count))))
    }
    for (name, bytes) in bad {
      var stream = bytes
      #expect(!DeflateJoint.open(&stream), "\(name)")
      #expect(stream == bytes, "\(name)")
    }
  }

  @Test("corrupt streams do not crash the parser", arguments: UInt64(1)...4)
  func damaged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let good = Deflater(level: 6).compress(random.text(2_000).span)
    for _ in 0..<500 {
      var stream = good
      for _ in 0..<random.pick(1...4) {
        stream[random.pick(0...stream.count - 1)] ^= UInt8(1 << random.pick(0...7))
      }
      _ = DeflateJoint.open(&stream)
    }
  }
}

extension Inflater {
  /// Decompresses a complete stream of `size` bytes.
  fileprivate func unpack(_ stream: [UInt8], size: Int) throws -> [UInt8] {
    var content: [UInt8] = []
    start(size: UInt64(size))
    try update(stream) { content += $0 }
    try finish()
    return content
  }
}
