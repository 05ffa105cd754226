import ErosBundle
import ErosCore
import ErosDelta
import Testing

@Suite("Errors of updates")
struct DeltaErrorTests {
  @Test("a patch for another release names both")
  func wrongBase() {
    let error = DeltaError.wrongBase(patch: "p\u{1B}", expected: "aa", found: "bb")
    #expect(error.problem == #"'p\u{1b}' is for the release aa, but the old one is bb"#)
    #expect(error.exitStatus == .badData)
  }

  @Test("what is over a limit names the option that raises it, or says what to do without one")
  func overLimit() throws {
    for (option, hint) in [("--max-size", "raise the limit with `--max-size`"), (nil, "fixed")] {
      let error = DeltaError.overLimit(patch: "p", "", option: option)
      #expect(try #require(error.remedy).contains(hint))
    }
  }

  @Test("each limit names its option")
  func options() throws {
    let delta = try makeDelta(["a": [1]], ["a": [2], "b": [3]])
    for (limits, option) in [
      (DeltaLimits(ZipLimits(entries: 1)), "--max-entries"),
      (DeltaLimits(ZipLimits(totalSize: 1)), "--max-size"), (DeltaLimits(window: 0), nil),
    ] {
      let error = #expect(throws: DeltaError.self) {
        try applying(delta, to: ["a": [1]], limits: limits)
      }
      guard case .overLimit(_, _, let found)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found == option)
    }
  }
}
