import ErosCore
import ErosCrypto
import Testing

@testable import ErosDevelop

@Suite("QR codes")
struct QRCodeTests {
  @Test("QR codes have the error correction of the example in ISO/IEC 18004")
  func correction() {
    let data: [UInt8] = [
      0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC,
      0x11,
    ]
    #expect(
      ReedSolomon.remainder(of: data, count: 10) == [
        0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
      ])
  }

  @Test("QR codes have the format bits of the table in ISO/IEC 18004")
  func format() {
    #expect(
      (0..<8).map { QRCode.format(mask: $0) } == [
        0b101_0100_0001_0010, 0b101_0001_0010_0101, 0b101_1110_0111_1100, 0b101_1011_0100_1011,
        0b100_0101_1111_1001, 0b100_0000_1100_1110, 0b100_1111_1001_0111, 0b100_1010_1010_0000,
      ])
  }

  /// The rows of a code, with `#` for dark modules.
  private func rows(_ text: String, mask: Int) throws -> String {
    let code = try #require(QRCode(Array(text.utf8), mask: mask))
    return (0..<code.size).map { row in
      (0..<code.size).map { code[row, $0] ? "#" : "." }.joined()
    }.joined(separator: "\n")
  }

  /// Recorded with the Python package qrcode, another encoder.
  @Test("equal the codes of another encoder")
  func version1() throws {
    #expect(
      try rows("http://a.b/", mask: 3) == """
        #######.###.#.#######
        #.....#.#.###.#.....#
        #.###.#..#.##.#.###.#
        #.###.#.##....#.###.#
        #.###.#....#..#.###.#
        #.....#..#.##.#.....#
        #######.#.#.#.#######
        ........##.##........
        #.##.###.#.##.#..#.##
        ###.....##.##..######
        ##.#.#####.#.###.#.##
        .#..#...#..#.#.#.#.#.
        .....####...#.#.##..#
        ........#..#.#..#....
        #######.##.####.#....
        #.....#.#....#..#####
        #.###.#...#.#..##.#..
        #.###.#.#.#..#.....#.
        #.###.#.###.#.##..#..
        #.....#..#..#.#.##..#
        #######.#######..##..
        """)
  }

  @Test(
    "equal the codes of another encoder with alignment patterns and several blocks",
    arguments: [
      (
        "http://192.168.1.23:8889/", 5,
        "f87a7cebf1e629a8bad491c644f7aec1d7c5ab84ca39fa161a3aa011bc861771"
      ),
      (
        "http://192.168.100.200:8889/pages/home/index.js?name=value&a=1", 0,
        "1547c7711b9ae5425102b2d828cdc80af66300c4b9c1f7b5859b85cfb39f683f"
      ),
      (
        String(repeating: "x", count: 100), 7,
        "26131536c9231f983502877f8e40dd1c185f1e8ea37390f989df959b99e74f7c"
      ),
    ])
  func versions(text: String, mask: Int, digest: String) throws {
    let rows = try rows(text, mask: mask)
    #expect(try SHA256Digest.of(Array(rows.utf8).span).description == digest)
  }

  @Test("QR codes have the mask with the lowest penalty")
  func penalty() throws {
    let text = Array("http://a.b/".utf8)
    #expect(QRCode(text) == QRCode(text, mask: 0))
  }

  @Test("QR codes have at most 106 bytes")
  func limit() {
    #expect(QRCode([UInt8](repeating: 1, count: 106))?.size == 41)
    #expect(QRCode([UInt8](repeating: 1, count: 107)) == nil)
    #expect(QRCode([])?.size == 21)
  }

  @Test("QR codes use half a line for each row on a terminal, with a light margin")
  func terminal() throws {
    let code = try #require(QRCode(Array("http://a.b/".utf8), mask: 3))
    let lines = code.terminalText.split(separator: "\n")
    #expect(lines.count == 13 && lines.allSatisfy { $0.count == 25 })
    #expect(lines.first == Substring(String(repeating: "█", count: 25)))
    // The two upper rows of the finder pattern: dark, then dark only at its sides.
    #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ "))
  }
}
