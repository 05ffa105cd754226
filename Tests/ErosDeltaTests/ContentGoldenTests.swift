import ErosCore
import ErosDelta
import Foundation
import Testing

/// Deltas that were once made must be read for ever.
@Suite("Golden content deltas")
struct ContentGoldenTests {
  static let old: Files = [
    "a.js": lines(1...2000), "b.js": lines(5000...5500), "c.txt": Array("gone".utf8),
    "same.bin": (0...255).map { UInt8($0) },
  ]
  static let new: Files = [
    "a.js": lines(1...900) + Array("something new\n".utf8) + lines(901...1999),
    "d/b.2.js": lines(5000...5400) + lines(1...30), "empty": [],
    "moved.bin": (0...255).map { UInt8($0) }, "same.bin": (0...255).map { UInt8($0) },
    "é.txt": Array("also new".utf8),
  ]

  private static func lines(_ numbers: ClosedRange<Int>) -> [UInt8] {
    numbers.flatMap { Array("line \($0) of \($0 * 7919 % 10007)\n".utf8) }
  }

  @Test("format 1 is read", arguments: ["stored", "zstd", "lzma"])
  func version1(codec: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/content-1-\(codec).erosdelta")
    let delta = try Array(Data(contentsOf: file))
    #expect(try applying(delta, to: Self.old) == Self.new)
  }
}
