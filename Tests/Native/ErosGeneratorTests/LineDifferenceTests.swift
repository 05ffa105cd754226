import ErosGenerator
import ErosRegistry
import ErosSources
import ErosTestSupport
import Testing

@Suite("Line differences")
struct LineDifferenceTests {
  private func lines(_ old: String, _ new: String, atMost limit: Int = 1_000) -> [String] {
    LineDifference(from: Array(old.utf8), to: Array(new.utf8)).lines(atMost: limit)
  }

  @Test("distant changes are in separate hunks")
  func hunks() {
    let old = (1...30).map { "line \($0)" }
    var new = old
    new[3] = "fourth"
    new.insert("more", at: 20)
    new.remove(at: 28)
    #expect(
      lines(old.joined(separator: "\n"), new.joined(separator: "\n")) == [
        "@@ -1,7 +1,7 @@", " line 1", " line 2", " line 3", "-line 4", "+fourth", " line 5",
        " line 6", " line 7", "@@ -18,6 +18,7 @@", " line 18", " line 19", " line 20", "+more",
        " line 21", " line 22", " line 23", "@@ -25,6 +26,5 @@", " line 25", " line 26", " line 27",
        "-line 28", " line 29", " line 30",
      ])
  }

  @Test(
    "both texts can be restored from the rows",
    arguments: 1...60 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = ["a", "b", "c", "", "d"].prefix(random.pick(1...5))
    let texts = (0..<2).map { _ in
      (0..<random.pick(1...40)).map { _ in words[random.pick(0...words.count - 1)] }
    }
    let shown = lines(texts[0].joined(separator: "\n"), texts[1].joined(separator: "\n"))
    let changed = shown.filter { !$0.hasPrefix("@@") }
    let removed = changed.filter { $0.hasPrefix("-") }.count
    let added = changed.filter { $0.hasPrefix("+") }.count
    let sizes = texts.map { max(1, $0.count) }
    #expect(sizes[0] - removed == sizes[1] - added, "\(seed)")
    #expect(shown.isEmpty == (texts[0].joined(separator: "\n") == texts[1].joined(separator: "\n")))
    if shown.filter({ $0.hasPrefix("@@") }).count == 1, sizes.max() ?? 0 <= 4 {
      #expect(
        changed.filter { !$0.hasPrefix("+") }.map { $0.dropFirst() } == texts[0].map { $0[...] })
      #expect(
        changed.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() } == texts[1].map { $0[...] })
    }
  }

  @Test("compares long texts in bounded time")
  func long() {
    let old = (0..<40_000).map { $0 % 3 == 0 ? "same" : "line \($0)" }
    let new = old.map { $0.replacing("9", with: "8") }.reversed()
    let time = processorTime {
      #expect(
        lines(old.joined(separator: "\n"), new.joined(separator: "\n"), atMost: 40).count == 41)
    }
    #expect(time < .seconds(30))
  }
}
