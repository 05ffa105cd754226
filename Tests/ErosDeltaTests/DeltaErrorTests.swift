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
}
