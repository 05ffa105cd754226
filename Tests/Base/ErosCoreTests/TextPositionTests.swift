import ErosCore
import Testing

@Suite("Text positions")
struct TextPositionTests {
  @Test(
    "lines and columns start at 1",
    arguments: [
      (0, "1:1"), (1, "1:2"), (3, "1:3"), (4, "2:1"), (5, "2:2"), (7, "3:1"), (8, "4:1"),
      (9, "4:2"), (99, "4:2"),
    ])
  func position(offset: Int, expected: String) {
    let text = Array("aé\nb\r\n\rc".utf8)
    #expect(TextPosition(ofByte: offset, in: text).description == expected)
  }

  @Test("a byte-order mark has no column")
  func byteOrderMark() {
    let text = Array("\u{FEFF}ab".utf8)
    #expect(TextPosition(ofByte: 0, in: text) == .start)
    #expect(TextPosition(ofByte: 4, in: text).description == "1:2")
  }

  @Test("positions of many offsets equal those of single ones")
  func manyPositions() {
    let text = Array("\u{FEFF}a\r\né\rb\n\nc".utf8)
    let offsets = Array((0..<text.count + 2).reversed()) + [3, 3, 0]
    #expect(
      TextPosition.positions(ofBytes: offsets, in: text)
        == offsets.map { TextPosition(ofByte: $0, in: text) })
  }
}
