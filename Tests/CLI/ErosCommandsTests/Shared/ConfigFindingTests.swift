import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@testable import ErosCommands

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

  @Test(
    "contain a warning about a name that no channel can have, unless the channel is named",
    arguments: [
      ("商城", nil, true), ("démo", "", true), ("my app", nil, true), ("商城", "mall/beta", false),
      ("my-app", nil, false), ("my.app_1", nil, false), ("", nil, false),
    ] as [(String, String?, Bool)])
  func name(name: String, channel: String?, isWarned: Bool) throws {
    let release = channel.map { #", "release": {"channel": "\#($0)"}"# } ?? ""
    let text =
      #"{"appName": "\#(name)", "version": {"iOS": "1.0.0", "android": "1.0.0"}\#(release)}"#
    let config = try NativeConfig.read(Array(text.utf8), file: "c.json")
    let found = config.findings().filter { $0.has(ConfigFindingCode.channelMalformed) }
    #expect(found.map(\.severity) == (isWarned ? [.warning] : []))
    #expect(found.allSatisfy { $0.position?.description == "1:13" }, "\(found)")
    #expect(config.channelApp == (isWarned || channel == nil ? name : "mall"))
  }
}
