import ErosCore
import ErosTestSupport
import Testing

@testable import ErosRegistry

@Suite("Outcome of a generator run", .temporaryFolder)
struct GenerationOutcomeTests {
  private static let files = [
    GeneratedFile(path: "new.txt", bytes: Array("new\n".utf8)),
    GeneratedFile(path: "mine.txt", bytes: Array("generated\n".utf8)),
  ]

  /// One file is missing, and the other was not generated.
  private func comparison() throws -> OutputComparison {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("mine\n", to: "mine.txt")
    return try OutputFolder(folder.path).compare(Self.files, among: [])
  }

  private func release(isSufficient: Bool) -> ReleaseCheck {
    ReleaseCheck(
      platform: .ios, released: "1.0.0", version: "1.0.0", changes: [], level: .minor,
      lowestVersion: "1.1.0", isSufficient: isSufficient)
  }

  private func codes(_ outcome: GenerationOutcome) -> [String] {
    outcome.findings { "out/" + $0 }.map { "\($0.file ?? ""): \($0.code)" }
  }

  @Test("a file that was not generated is replaced only by force")
  func unknownFile() throws {
    let refused = GenerationOutcome(try comparison(), mode: .write)
    #expect(refused.refusal == .unknownFile)
    #expect(!refused.writes)
    #expect(refused.failureStatus == .badData)
    #expect(codes(refused) == ["out/mine.txt: \(RegistryRule.unknownOutput.rawValue)"])
    let forced = GenerationOutcome(try comparison(), mode: .write, isForced: true)
    #expect(forced.writes)
    #expect(codes(forced) == [])
  }

  @Test("a recorded release stops a run until the version is high enough")
  func versionTooLow() {
    func outcome(isSufficient: Bool) -> GenerationOutcome {
      GenerationOutcome(
        OutputComparison(), releases: [release(isSufficient: isSufficient)], mode: .write)
    }
    #expect(outcome(isSufficient: false).refusal == .versionTooLow)
    #expect(outcome(isSufficient: false).failureStatus == .checkFailed)
    #expect(outcome(isSufficient: true).writes)
  }

  @Test("a dry run is refused like a run, and does not write")
  func dryRun() throws {
    #expect(GenerationOutcome(try comparison(), mode: .dryRun).refusal == .unknownFile)
    let allowed = GenerationOutcome(OutputComparison(), mode: .dryRun)
    #expect(allowed.refusal == nil)
    #expect(!allowed.writes)
  }

  @Test("a check never writes, and reports each file that is not up to date")
  func check() throws {
    let outcome = GenerationOutcome(
      try comparison(), releases: [release(isSufficient: false)], mode: .check)
    #expect(outcome.refusal == nil)
    #expect(!outcome.writes)
    #expect(outcome.failureStatus == .checkFailed)
    #expect(codes(outcome) == ["out/new.txt: generatedStale", "out/mine.txt: generatedStale"])
  }
}
