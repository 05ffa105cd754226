import ErosCore
import ErosTestSupport
import Testing

@Suite("Byte search")
struct ByteSearchTests {
  @Test("finds the same as a linear search in random bytes")
  func random() {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<5_000 {
      // Two letters only, to get many partial matches.
      let text = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        UInt8.random(in: 97...98, using: &generator)
      }
      let needle = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        UInt8.random(in: 97...98, using: &generator)
      }
      let start = Int.random(in: 0...10, using: &generator)
      let expected = text.indices.dropFirst(start).first { text[$0...].starts(with: needle) }
      #expect(ByteSearch(needle).first(in: text.span, from: start) == expected, "round \(round)")
    }
  }
}
