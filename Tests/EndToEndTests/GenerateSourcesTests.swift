import ErosTestSupport
import Foundation
import Testing

@Suite("eros generate with sources", .temporaryFolder)
struct GenerateSourcesTests {
  private static let module = """
    @interface AcmeScan : NSObject <WXModuleProtocol>
    @end
    @implementation AcmeScan
    WX_EXPORT_METHOD(@selector(scan:))
    - (void)scan:(NSDictionary *)options {}
    @end
    void start() { [WXSDKEngine registerModule:@"acmeScan" withClass:[AcmeScan class]]; }
    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.module, to: "native/AcmeScan.m")
    try folder.write("weex.requireModule('acmeScan').scan({})\n", to: "src/a.js")
    return folder
  }

  @Test("a description is adopted, agrees, and drifts")
  func adopt() async throws {
    let folder = try folder()
    let printed = try await eros("generate", "--adopt", "--sources", "native", in: folder)
    #expect(printed.status == 0, "\(printed)")
    #expect(printed.standardOutput.contains("\"name\": \"acmeScan\""))
    let written = try await eros(
      "generate", "--adopt", "--sources", "native", "--output", ".", "--json", in: folder)
    #expect(try written.json()["added"] as? Int == 1)
    #expect(
      String(decoding: try folder.read("eros.native.json"), as: UTF8.self) == printed.standardOutput
    )
    let again = try await eros("generate", "--adopt", "--sources", "native", "-o", ".", in: folder)
    #expect(again.status == 73)

    let good = try await eros("generate", "--sources", "native", "--json", in: folder)
    #expect(good.status == 0, "\(good)")
    #expect((try good.json()["sources"] as? [String: Int])?["ios"] == 1)
    try folder.write(Self.module.replacing("scan:", with: "scam:"), to: "native/AcmeScan.m")
    let drift = try await eros("generate", "--sources", "native", "--force", in: folder)
    #expect(drift.status == 1)
    #expect(drift.standardError.contains("error: [D03] "), "\(drift)")
    #expect(drift.standardError.contains("native/AcmeScan.m:4:1: warning: [D04] "), "\(drift)")
    #expect(drift.standardOutput.hasPrefix("Nothing was written"))
  }

  @Test("with --exhaustive, what is not declared is an error, also on GitHub")
  func exhaustive() async throws {
    let folder = try folder()
    _ = try await eros("generate", "--adopt", "--sources", "native", "-o", ".", in: folder)
    let more = "WX_EXPORT_METHOD(@selector(stop))\n- (void)stop {}\n@end\nvoid start"
    try folder.write(Self.module.replacing("@end\nvoid start", with: more), to: "native/AcmeScan.m")
    let usual = try await eros("generate", "--check", "--sources", "native", in: folder)
    #expect(usual.standardError.contains("native/AcmeScan.m:6:1: warning: [D04] "), "\(usual)")
    let strict = try await eros(
      "generate", "--sources", "native", "--exhaustive", "--format", "github", in: folder)
    #expect(strict.standardOutput.contains("::error file=native/AcmeScan.m,line=6"), "\(strict)")
    #expect(strict.status == 1)
  }

  @Test("what JavaScript needs is printed, and what is missing ends with 1")
  func requires() async throws {
    let folder = try folder()
    _ = try await eros("generate", "--adopt", "--sources", "native", "-o", ".", in: folder)
    let needs = try await eros("generate", "--requires", "--js", "src", "--json", in: folder)
    #expect((try needs.json()["modules"] as? [String: [String]]) == ["acmeScan": ["scan"]])
    #expect((try needs.json()["ios"] as? [String: Any])?["minVersion"] as? String == "1.0.0")
    // The sources of Android were never adopted.
    #expect(needs.status == 1)
    let drift = try await eros("generate", "--js", "src", in: folder)
    #expect(drift.standardError.contains("src/a.js:1:1: error: [J03] "), "\(drift)")
    #expect(drift.status == 1)
  }

  @Test("what cannot be read is a finding, and a folder that is not there an error")
  func unreadable() async throws {
    let folder = try folder()
    _ = try await eros("generate", "--adopt", "--sources", "native", "-o", ".", in: folder)
    try folder.write([0x2F, 0x2F, 0xB4, 0xF3], to: "native/B.m")
    try folder.write([UInt8](repeating: 0x20, count: (4 << 20) + 1), to: "native/C.m")
    let result = try await eros("generate", "--check", "--sources", "native", in: folder)
    #expect(result.standardError.contains("native/B.m:1:1: warning: [W095] "), "\(result)")
    #expect(result.standardError.contains("native/C.m:1:1: note: [N095] "), "\(result)")
    #expect(try await eros("generate", "--sources", "none", in: folder).status == 66)
    #expect(try await eros("generate", "--adopt", in: folder).status == 64)
    #expect(try await eros("generate", "--requires", in: folder).status == 64)
  }
}
