import ErosCore
import Testing

@testable import ErosServe

@Suite("Documents for legacy clients")
struct LegacyResponseTests {
  @Test(
    "the documents about bundles and patches are those of the JSON writer",
    arguments: ["https://cdn.example.org/a.zip", "https://cdn.example.org/\"\\\u{1}é/"])
  func offers(url: String) throws {
    let version = try #require(BundleVersion("00112233445566778899aabbccddeeff"))
    let offers: [(LegacyResponse, String, Bool)] = [
      (.bundle(version, url: url), "a bundle is available", false),
      (.patch(to: version, url: url), "a patch is available", true),
    ]
    for (response, message, isPatch) in offers {
      let document = LegacyResponse.document(
        0, message,
        .sorted([
          "diff": .bool(isPatch), "jsVersion": .string("\(version)"), "path": .string(url),
        ]))
      #expect(response.bytes == document)
    }
  }
}
