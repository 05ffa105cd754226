import Testing

@testable import ErosCore

@Suite("Reading the fields of a JSON object")
struct JSONFieldsTests {
  private func fields(_ text: String) throws -> JSONFields {
    try JSONFields(JSONReader.read(Array(text.utf8), file: "text"), "a key")
  }

  /// The failure of reading `value`, which is a field `x`.
  private func failure<Value>(
    _ value: String, _ read: (inout JSONFields) throws -> Value
  ) throws -> JSONFieldFailure {
    var fields = try fields("{\"x\": \(value)}")
    return try #require(
      #expect(throws: JSONFieldFailure.self, "\(value)") { _ = try read(&fields) })
  }

  @Test("values of the expected types are read")
  func values() throws {
    var fields = try fields(
      """
      {"text": "a", "count": 7, "yes": true, "object": {"k": null}, "array": [1], "strings": ["b"],
       "md5": "00112233445566778899aabbccddeeff", "written": "false"}
      """)
    #expect(try fields.string("text") == "a")
    #expect(try fields.integer("count", from: 7, to: 7) == 7)
    #expect(try fields.flag("yes"))
    #expect(try fields.object("object").map(\.key) == ["k"])
    #expect(try fields.array("array").map(\.value.integer) == [1])
    #expect(try fields.strings("strings") == ["b"])
    #expect(try fields.digest("md5", as: MD5Digest.self).bytes[1] == 0x11)
    #expect(try fields.optionalTextFlag("written") == false)
    #expect(try fields.value("count", expected: "odd") { $0.integer.map { $0 * 2 } } == 14)
    try fields.finish()
  }

  @Test("a missing field is a failure, or nil if it is optional")
  func missing() throws {
    var fields = try fields(" {}")
    let error = #expect(throws: JSONFieldFailure.self) { try fields.string("x") }
    #expect(error?.kind == .missing)
    #expect(error?.key == "x")
    #expect(error?.offset == 1)
    #expect(error?.description == "a key lacks 'x'")
    #expect(try fields.optionalString("x") == nil)
    #expect(try fields.optionalInteger("x") == nil)
    #expect(try fields.optionalFlag("x") == nil)
    #expect(try fields.optionalTextFlag("x") == nil)
    #expect(try fields.optionalObject("x") == nil)
    #expect(try fields.optionalArray("x") == nil)
    #expect(try fields.optionalStrings("x") == nil)
    #expect(try fields.optionalDigest("x", as: MD5Digest.self) == nil)
    #expect(try fields.optionalValue("x", expected: "a value") { $0 } == nil)
    #expect(try !fields.flag("x"))
  }

  @Test("a damaged field is a failure, also if it is optional")
  func damaged() throws {
    #expect(
      try failure("1") { fields in try fields.optionalString("x") }
        .description == "'x' of a key is a number, expected a string")
    #expect(
      try failure("null") { fields in try fields.optionalString("x") }
        .description == "'x' of a key is null, expected a string")
    #expect(
      try failure("1.5") { fields in try fields.optionalInteger("x") }
        .description == "'x' of a key is a number, expected an integer")
    #expect(
      try failure("\"true\"") { fields in try fields.flag("x") }
        .description == "'x' of a key is a string, expected a boolean")
    #expect(
      try failure("[]") { fields in try fields.optionalObject("x") }
        .description == "'x' of a key is an array, expected an object")
    #expect(
      try failure("{}") { fields in try fields.optionalArray("x") }
        .description == "'x' of a key is an object, expected an array")
    #expect(
      try failure("{}") { fields in try fields.optionalTextFlag("x") }.kind
        == .wrongType(expected: "true or false", found: "an object"))
  }

  @Test("a value that is not allowed is shown")
  func wrongValues() throws {
    #expect(
      try failure("3") { fields in try fields.integer("x", from: 4) }
        .description == "'x' of a key is 3, expected at least 4")
    #expect(
      try failure("3") { fields in try fields.integer("x", to: 2) }
        .description == "'x' of a key is 3, expected at most 2")
    #expect(
      try failure("\"ab\\n\"") { fields in
        try fields.digest("x", as: MD5Digest.self)
      }.description == "'x' of a key is 'ab\\u{a}', expected 32 lowercase hexadecimal digits")
    #expect(
      try failure("\"yes\"") { fields in try fields.optionalTextFlag("x") }
        .kind == .wrongValue(expected: "true or false", found: "'yes'"))
  }

  @Test("the failure of an item is at the item")
  func items() throws {
    let error = try failure(#"["a", 1]"#) { fields in
      try fields.optionalStrings("x")
    }
    #expect(error.description == "'x' of a key contains a number, expected strings")
    #expect(error.offset == 12)
  }

  @Test("only an object has fields")
  func notAnObject() throws {
    let error = #expect(throws: JSONFieldFailure.self) { try JSONFields(.list([]), "a key") }
    #expect(error?.description == "a key is an array, expected an object")
    #expect(error?.offset == nil)
  }

  @Test("fields that were not read are listed in order, and refused on request")
  func unread() throws {
    var fields = try fields(#"{"b": 1, "a": 2, "c": 3}"#)
    _ = try fields.integer("a")
    #expect(fields.unread.map(\.key) == ["b", "c"])
    #expect(fields.has("b"))
    #expect(fields.unknown.keys.sorted() == ["b", "c"])
    let error = #expect(throws: JSONFieldFailure.self) { try fields.finish() }
    #expect(error?.description == "unknown field 'b' in a key")
    _ = fields.optionalValue("b")
    _ = fields.node("c")
    try fields.finish()
    #expect(fields.knownKeys == ["a", "b", "c"])
  }

  @Test("a reader with a closure reports each failure and goes on")
  func collecting() throws {
    var failures: [String] = []
    let node = try JSONReader.read(Array(#"{"a": 1, "b": "x", "c": true}"#.utf8), file: "text")
    var fields = try #require(JSONFields(node, "a module") { failures.append("\($0)") })
    #expect(fields.collect { try $0.optionalString("a") } == nil)
    #expect(fields.collect { try $0.optionalInteger("b") } == nil)
    #expect(fields.collect { try $0.optionalFlag("c") } == true)
    #expect(fields.collect { try $0.optionalFlag("d") } == nil)
    #expect(
      failures == [
        "'a' of a module is a number, expected a string",
        "'b' of a module is a string, expected an integer",
      ])
    #expect(JSONFields(JSONNode(.null), "a list") { failures.append("\($0)") } == nil)
    #expect(failures.last == "a list is null, expected an object")
  }
}
