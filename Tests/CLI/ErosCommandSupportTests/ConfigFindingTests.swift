import ErosCommandSupport
import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@Suite("The findings about a configuration")
struct ConfigFindingTests {
  @Test("contain values of 'release' that commands refuse, in the order of the document")
  func release() throws {
    func codes(_ release: String) throws -> [String] {
      let text = """
        {"appName": "demo", "version": {"iOS": "1.0.0", "android": "1.0.0"},
        "release": {\(release)},
        "ip": 1}
        """
      return try NativeConfig.read(Array(text.utf8), file: "c.json").findings().map(\.code)
    }
    let broken = #""channel": "demo", "store": "ftp://a/b", "endpoint": "nowhere""#
    #expect(
      try codes(broken) == ["channelMalformed", "storeMalformed", "urlMalformed", "typeWrong"])
    #expect(try codes(#""channel": "demo/beta", "store": "s3://releases/app""#) == ["typeWrong"])
    #expect(try codes(#""channel": "", "store": """#) == ["typeWrong"])
  }
}
