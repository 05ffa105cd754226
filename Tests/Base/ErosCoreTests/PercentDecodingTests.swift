import ErosCore
import Testing

@Suite("Percent decoding")
struct PercentDecodingTests {
  @Test(
    "decodes bytes, and refuses what is not an encoding",
    arguments: [
      ("a%20b", "a b"), ("%e4%bd%a0.png", "你.png"), ("plain", "plain"), ("100%", nil),
      ("%+1", nil), ("%4", nil), ("%ff", nil), ("", ""),
    ] as [(String, String?)])
  func decoding(text: String, expected: String?) {
    #expect(text.percentDecoded == expected)
  }
}
