import Testing

@testable import ErosCommands

@Suite("The progress line")
struct ProgressLineTests {
  private func line(
    done: UInt64 = 12_000_000, of total: UInt64 = 40_000_000, _ unit: ProgressLine.Unit = .bytes,
    rate: Double? = 3_000_000
  ) -> ProgressLine {
    ProgressLine(label: "downloading", done: done, total: total, unit: unit, rate: rate)
  }

  @Test(
    "shortens the text until it fits",
    arguments: [
      (100, "downloading [#########.....................] 12.0 MB of 40.0 MB, 3.0 MB/s, 10 s left"),
      (80, "downloading [######..............] 12.0 MB of 40.0 MB, 3.0 MB/s, 10 s left"),
      (66, "downloading [###.......] 12.0 MB of 40.0 MB, 3.0 MB/s, 10 s left"),
      (60, "downloading 12.0 MB of 40.0 MB, 3.0 MB/s, 10 s left"),
      (45, "downloading 12.0 MB of 40.0 MB, 10 s left"), (30, "downloading 30 %, 10 s left"),
      (18, "downloading 30 %"), (16, "30 %"), (5, "30 %"), (4, "dow"), (1, ""), (0, ""),
    ])
  func width(columns: Int, text: String) {
    #expect(line().text(columns: columns) == text)
  }

  @Test("shows the time left in seconds, minutes or hours")
  func time() {
    #expect(line(rate: nil).text(columns: 100).hasSuffix("of 40.0 MB"))
    #expect(line(rate: 0).text(columns: 100).hasSuffix("of 40.0 MB"))
    #expect(line(rate: 28_000_000).text(columns: 100).hasSuffix(", 1 s left"))
    #expect(line(rate: 400_000).text(columns: 100).hasSuffix(", 2 min left"))
    #expect(line(rate: 5000).text(columns: 100).hasSuffix(", 1 h 34 min left"))
    #expect(line(rate: 1).text(columns: 100).hasSuffix(", 1 B/s"))
    #expect(line(done: 40_000_000).text(columns: 100).hasSuffix("3.0 MB/s"))
  }

  @Test("shows counts, shares and steps without progress")
  func units() {
    #expect(line(done: 3, of: 4, .count, rate: nil).text(columns: 40).hasSuffix("] 3 of 4"))
    #expect(
      line(done: 500, of: 1000, .share, rate: 100).text(columns: 40)
        == "downloading [#####.....] 50 %, 5 s left")
    #expect(line(done: 0, of: 1, .unknown, rate: nil).text(columns: 40) == "downloading …")
    #expect(line(done: 9, of: 4, .count, rate: 1).text(columns: 19) == "downloading 9 of 4")
  }
}
