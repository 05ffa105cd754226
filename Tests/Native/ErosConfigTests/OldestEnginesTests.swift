import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@Suite("Oldest engines")
struct OldestEnginesTests {
  private func engines(_ members: String) throws -> OldestEngines {
    try readConfig("{\n\(members)}").oldestEngines()
  }

  @Test("are declared for each platform; the host has the others")
  func values() throws {
    let declared = try engines(#""engines": {"iOS": "10.3", "android": "69"}"#)
    #expect(declared.iOS == NativeVersion("10.3"))
    #expect(declared.android == OldestEngines.Android("69"))
    #expect(declared.declared == [.ios, .android])
    let partial = try engines(#""jsApis": [], "engines": {"android": "weex"}"#)
    #expect(partial.host == .mPaaS)
    #expect(partial.iOS == NativeVersion("12.0"))
    #expect(partial.android == .weex)
    #expect(partial.declared == [.android])
    #expect(try engines(#""engines": {"iOS": "10.3"}"#).declared == [.ios])
    let missing = try engines(#""widgets": []"#)
    #expect(missing.host == .rexxar)
    #expect(missing.declared.isEmpty)
  }

  @Test("exist only for the platforms of the app")
  func platforms() throws {
    #expect(try engines(#""version": {"android": "1.0.0"}"#).iOS == nil)
    #expect(try engines(#""version": {"iOS": "1.0.0"}"#).android == nil)
  }

  @Test(
    "are an error at their position otherwise",
    arguments: [
      (#""weex""#, 12, "'engines' must be an object, found a string"),
      (#"{"iOS": "weex"}"#, 20, "must be a version, found 'weex'"),
      (#"{"iOS": 10}"#, 20, "must be a string, found a number"),
      (#"{"android": 69}"#, 24, "must be a string, found a number"),
      (#"{"android": "chrome"}"#, 24, "a version"),
    ])
  func invalid(value: String, column: Int, reason: String) throws {
    let error = #expect(throws: ConfigError.self) { try engines("\"engines\": \(value)") }
    #expect(error?.position == TextPosition(line: 2, column: column))
    #expect(error?.problem.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("oldest engines are not shipped")
  func shipping() throws {
    let config = try readConfig(#"{"appName": "a", "engines": {"iOS": "10.3"}}"#)
    let shipped = try NativeConfig.read(config.shippedCopy(), file: "a")
    #expect(shipped.node(at: "engines") == nil)
    #expect(shipped.appName == "a")
  }
}
