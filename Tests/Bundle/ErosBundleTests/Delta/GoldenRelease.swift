// `Fuzz/` links to this file.

/// The old and the new release of the golden deltas.
enum GoldenRelease {
  static let old: [String: [UInt8]] = [
    "a.js": lines(1...2000), "b.js": lines(5000...5500), "c.txt": Array("gone".utf8),
    "same.bin": (0...255).map { UInt8($0) },
  ]
  static let new: [String: [UInt8]] = [
    "a.js": lines(1...900) + Array("something new\n".utf8) + lines(901...1999),
    "d/b.2.js": lines(5000...5400) + lines(1...30), "empty": [],
    "moved.bin": (0...255).map { UInt8($0) }, "same.bin": (0...255).map { UInt8($0) },
    "é.txt": Array("also new".utf8),
  ]

  private static func lines(_ numbers: ClosedRange<Int>) -> [UInt8] {
    numbers.flatMap { Array("line \($0) of \($0 * 7919 % 10007)\n".utf8) }
  }
}
