import ErosCore
import ErosTestSupport
import Testing

@Suite("Findings about both platforms")
struct PlatformFindingTests {
  private enum Code: String, FindingCode {
    case lacks
  }

  private func finding(_ message: Message, line: Int = 1) -> Finding {
    Finding(Code.lacks, file: "a.js", at: TextPosition(line: line, column: 1), message)
  }

  @Test("findings about both platforms are one finding if only the platform in the message differs")
  func merged() {
    let findings = [
      finding("the Android app lacks x"), finding("other"), finding("the iOS app lacks x"),
      finding("the iOS app lacks y"), finding("the Android app lacks y", line: 2),
    ].mergingPlatforms()
    #expect(
      findings.map(\.message.description) == [
        "the iOS and Android app lacks x", "other", "the iOS app lacks y",
        "the Android app lacks y",
      ])
  }

  @Test("findings about two platforms stay separate if another part differs")
  func separate() {
    let findings = [
      finding("version 1 of the iOS app"), finding("version 2 of the Android app"),
      finding("iOS and Android"), finding("iOS"),
    ]
    #expect(findings.mergingPlatforms() == findings)
  }
}
