import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosTestSupport
import Testing

@Suite("Delta errors")
struct DeltaErrorTests {
  @Test("a wrong base is reported with both releases")
  func wrongBase() {
    let error = DeltaError.wrongBase(patch: "p\u{1B}", expected: "aa", found: "bb")
    #expect(
      error.problem == #"'p\u{1b}' applies to release aa, but the old release is bb"#)
    #expect(error.exitStatus == .badData)
  }

  @Test("an exceeded limit names the option that raises it, or says that it is fixed")
  func overLimit() throws {
    for (option, hint) in [("--max-size", "raise the limit with `--max-size`"), (nil, "fixed")] {
      let error = DeltaError.overLimit(patch: "p", "", option: option)
      #expect(try #require(error.remedy).contains(hint))
    }
  }

  @Test("each limit reports its own option")
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
