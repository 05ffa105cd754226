import ErosSyntax
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
        "-line 28", " line 29", " line 30", "\\ No newline at end of file",
      ])
  }

  @Test("the patch of random documents gives the new documents", .temporaryFolder, .needs("git"))
  func patches() async throws {
    let folder = try TemporaryFolder.ofTest()
    var patch: [UInt8] = []
    var expected: [String: [UInt8]] = [:]
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let words = ["a", "b", "c", "", "d\r", "\t\u{FF}"].prefix(random.pick(1...6))
      let texts = (0..<2).map { _ -> [UInt8] in
        let lines = (0..<random.pick(0...40)).map { _ in words[random.pick(0...words.count - 1)] }
        let end = random.pick(0...1) == 0 ? "" : "\n"
        let text = Array((lines.joined(separator: "\n") + end).utf8)
        // Not UTF-8.
        return text.map { $0 == 0xC3 ? 0xFF : $0 }
      }
      let isNew = random.pick(0...4) == 0
      let path = "some files/\(seed).txt"
      if !isNew { try folder.write(texts[0], to: path) }
      let difference = LineDifference(from: isNew ? [] : texts[0], to: texts[1])
      patch += difference.patch(path: path, isNew: isNew)
      if !isNew || !texts[1].isEmpty { expected["\(seed).txt"] = texts[1] }
    }
    try folder.write(patch, to: "all.patch")
    let result = try await runTool(
      "git", ["apply", "--whitespace=nowarn", "all.patch"], in: folder.path("."))
    #expect(result.status == 0, "\(result)")
    #expect(try folder.readTree("some files").files == expected)
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
