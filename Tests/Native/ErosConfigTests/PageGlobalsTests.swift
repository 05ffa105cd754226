import ErosConfig
import ErosCore
import ErosTestSupport
import Testing

@Suite("Globals of pages")
struct PageGlobalsTests {
  private func globals(_ value: String) throws -> [String: JSONValue] {
    try readConfig("{\n\"rehearsal\": {\"globals\": \(value)}}").pageGlobals()
  }

  @Test("are objects with a name of the app")
  func values() throws {
    #expect(try readConfig("{}").pageGlobals().isEmpty)
    #expect(try globals("{}").isEmpty)
    let found = try globals(#"{"$acme": null, "_theme": {"a": 1}, "fetch": null, "主题": 1}"#)
    #expect(found.keys.sorted() == ["$acme", "_theme", "fetch", "主题"])
    #expect(found["$acme"]?.kindName == "null")
  }

  @Test(
    "are an error at their position otherwise",
    arguments: [
      (#"["acme"]"#, 26, "must be an object, found an array"),
      (#"{"a": 1, "a b": 1}"#, 35, "'a b' is not a name in JavaScript"),
      (#"{"": 1}"#, 27, "'' is not a name in JavaScript"),
      (#"{"1a": 1}"#, 27, "'1a' is not a name in JavaScript"),
      (#"{"class": 1}"#, 27, "'class' is not a name in JavaScript"),
      (#"{"undefined": 1}"#, 27, "'undefined' is a part of JavaScript"),
      (#"{"Object": {}}"#, 27, "'Object' is a part of JavaScript"),
      (#"{"__proto__": {}}"#, 27, "'__proto__' is a part of JavaScript"),
      (#"{"Vue": null}"#, 27, "every page already has 'Vue'"),
      (#"{"setTimeout": null}"#, 27, "every page already has 'setTimeout'"),
    ])
  func invalid(value: String, column: Int, reason: String) throws {
    let error = #expect(throws: ConfigError.self) { try globals(value) }
    #expect(error?.position == TextPosition(line: 2, column: column))
    #expect(error?.problem.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.exitStatus == .badData)
  }
}
