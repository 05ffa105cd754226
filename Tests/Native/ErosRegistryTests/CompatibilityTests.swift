import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

@Suite("Compatibility of surfaces")
struct CompatibilityTests {
  /// Two descriptions, and the levels of the changes in both directions.
  struct Row: CustomTestStringConvertible, Sendable {
    let what: String
    let old: String
    let new: String
    let forward: ChangeLevel
    let backward: ChangeLevel

    init(
      _ what: String, _ old: String, _ new: String, _ forward: ChangeLevel, _ backward: ChangeLevel
    ) {
      (self.what, self.old, self.new) = (what, old, new)
      (self.forward, self.backward) = (forward, backward)
    }

    var testDescription: String { what }
  }

  private static let rest = #"{"name": "rest", "ios": "R", "android": "a.R"}"#

  private static func module(_ methods: String, name: String = "m") -> String {
    #""modules": [\#(rest), {"name": "\#(name)", "ios": "A", "android": "a.A", "methods": [\#(methods)]}]"#
  }

  private static func args(_ args: String...) -> String {
    module(#"{"name": "f", "args": [\#(args.map { "\"\($0)\"" }.joined(separator: ", "))]}"#)
  }

  private static func returns(_ type: String) -> String {
    module(#"{"name": "f", "sync": true, "returns": "\#(type)"}"#)
  }

  private static func component(_ inner: String) -> String {
    #""modules": [\#(rest)], "components": [{"name": "acme-a", "ios": "A", "android": "a.A""#
      + inner + "}]"
  }

  private static func entry(_ section: String, _ inner: String) -> String {
    #""modules": [\#(rest)], "\#(section)": [{"ios": "A", "android": "a.A", \#(inner)}]"#
  }

  private static let only = #""modules": [\#(rest)]"#

  static let entries: [Row] = [
    Row("nothing", only, only, .none, .none),
    Row("module", only, module(""), .minor, .major),
    Row("module renamed", module(""), module("", name: "n"), .major, .major),
    Row("component", only, component(""), .minor, .major),
    Row("alias", component(""), component(#", "aliases": ["acme-b"]"#), .minor, .major),
    Row("widget", only, entry("widgets", #""name": "w", "path": "/widget/w""#), .minor, .major),
    Row(
      "container API", only, entry("containerAPIs", #""name": "c", "path": "/c""#), .minor, .major),
    Row("embedded view", only, entry("embedViews", #""type": "a_b""#), .minor, .major),
    Row("JS API", only, entry("jsApis", #""names": ["j"]"#), .minor, .major),
    Row("method", module(""), module(#"{"name": "f"}"#), .minor, .major),
    Row("sync", module(#"{"name": "f"}"#), module(#"{"name": "f", "sync": true}"#), .major, .major),
  ]

  static let arguments: [Row] = [
    Row("required argument", args(), args("a: string"), .major, .major),
    Row(
      "optional argument at the end", args("a: string"), args("a: string", "b: string?"), .minor,
      .major),
    Row("position", args("a: string", "b: number"), args("b: number", "a: string"), .major, .major),
    Row(
      "optional before a callback", args("a: string", "c: callback"),
      args("a: string", "b: string?", "c: callback"), .major, .major),
    Row("T to T or U", args("a: string"), args("a: string|number"), .minor, .major),
    Row("T to any", args("a: string"), args("a: any"), .minor, .major),
    Row("integer to number", args("a: integer"), args("a: number"), .minor, .major),
    Row("enum value", args("a: 'x'|'y'"), args("a: 'x'|'y'|'z'"), .minor, .major),
    Row("enum to string", args("a: 'x'"), args("a: string"), .minor, .major),
    Row("required to optional", args("a: string"), args("a: string?"), .minor, .major),
    Row("field made optional", args("a: {x: string}"), args("a: {x?: string}"), .minor, .major),
    Row(
      "required field", args("a: {x: string}"), args("a: {x: string, y: string}"), .major, .minor),
    Row(
      "optional field", args("a: {x: string}"), args("a: {x: string, y?: string}"), .minor, .minor),
    Row("shape to object", args("a: {x: string}"), args("a: object"), .minor, .major),
    Row("another type", args("a: string"), args("a: number"), .major, .major),
    Row("callback to another", args("a: callback"), args("a: any"), .major, .major),
    Row("callback to keepAlive", args("a: callback"), args("a: keepAliveCallback"), .minor, .major),
    Row("any stays any", args("a: any"), args("b: any"), .none, .none),
    Row("list", args("a: integer[]"), args("a: number[]"), .minor, .major),
    Row("map", args("a: {x: string}"), args("a: map<string>"), .minor, .major),
    Row("true and false", args("a: true|false"), args("a: boolean"), .minor, .minor),
  ]

  static let results: [Row] = [
    Row("field", returns("{x: string}"), returns("{x: string, y: string}"), .minor, .major),
    Row(
      "optional field", returns("{x: string}"), returns("{x: string, y?: string}"), .minor, .major),
    Row("narrowed", returns("number"), returns("integer"), .minor, .major),
    Row("any to a type", returns("any"), returns("string"), .minor, .major),
    Row("optional to present", returns("{x?: string}"), returns("{x: string}"), .minor, .major),
    Row("enum value", returns("'x'|'y'"), returns("'x'"), .minor, .major),
    Row("nothing to something", returns("void"), returns("string"), .minor, .major),
    Row(
      "payload", args("a: callback({x: string})"), args("a: callback({x: string, y: string})"),
      .minor, .major),
    Row(
      "container API", entry("containerAPIs", #""name": "c", "path": "/c", "returns": "any""#),
      entry("containerAPIs", #""name": "c", "path": "/c", "returns": "string""#), .minor, .major),
  ]

  static let members: [Row] = [
    Row(
      "optional attribute", component(""), component(#", "attributes": [{"name": "a"}]"#), .minor,
      .major),
    Row(
      "required attribute", component(""),
      component(#", "attributes": [{"name": "a", "required": true}]"#), .major, .major),
    Row(
      "attribute type", component(#", "attributes": [{"name": "a", "type": "integer"}]"#),
      component(#", "attributes": [{"name": "a", "type": "number"}]"#), .minor, .major),
    Row(
      "attribute no longer required",
      component(#", "attributes": [{"name": "a", "required": true}]"#),
      component(#", "attributes": [{"name": "a"}]"#), .minor, .major),
    Row("event", component(""), component(#", "events": [{"name": "e"}]"#), .minor, .major),
    Row(
      "event payload", component(#", "events": [{"name": "e", "params": "number"}]"#),
      component(#", "events": [{"name": "e", "params": "integer"}]"#), .minor, .major),
    Row(
      "message", entry("embedViews", #""type": "a_b""#),
      entry("embedViews", #""type": "a_b", "messages": [{"name": "m"}]"#), .minor, .major),
    Row(
      "message data",
      entry("embedViews", #""type": "a_b", "messages": [{"name": "m", "data": "integer"}]"#),
      entry("embedViews", #""type": "a_b", "messages": [{"name": "m", "data": "number"}]"#), .minor,
      .major),
    Row(
      "widget parameter", entry("widgets", #""name": "w", "path": "/widget/w""#),
      entry("widgets", #""name": "w", "path": "/widget/w", "params": ["a: string?"]"#), .minor,
      .major),
    Row("class", component(""), component("").replacing("a.A", with: "a.B"), .none, .none),
  ]

  @Test("follows the table in both directions", arguments: entries + arguments + results + members)
  func row(_ row: Row) throws {
    let old = try registry(around: row.old)
    let new = try registry(around: row.new)
    for platform in Platform.allCases {
      let (before, after) = (old.surface(on: platform), new.surface(on: platform))
      let forward = after.changes(since: before)
      let backward = before.changes(since: after)
      #expect(forward.level == row.forward, "\(forward)")
      #expect(backward.level == row.backward, "\(backward)")
    }
  }

  @Test(
    "a version must be high enough for the level of the changes",
    arguments: [
      ("1.1.0", "1.2.0", ChangeLevel.minor, true), ("1.1.0", "1.1.9", .minor, false),
      ("1.1.0", "2.0.0", .major, true), ("1.1.0", "1.9.9", .major, false),
      ("1.1", "1.1.1", .patch, true), ("1.1.0", "1.1.0", .none, true),
      ("1.1.0", "1.1.0", .patch, false), ("0.3.0", "0.4.0", .major, true),
      ("0.3.0", "0.3.1", .major, false), ("0.3.0", "1.0.0", .major, true),
      ("1", "2", .major, true), ("1.2.3.4", "1.3", .minor, true),
      ("1.2.3.4", "1.2.4", .patch, true),
    ])
  func versions(released: String, version: String, level: ChangeLevel, isEnough: Bool) {
    #expect(VersionRule.allows(version, after: released, for: level) == isEnough)
  }

  @Test("an invalid version allows nothing")
  func placeholders() {
    #expect(VersionRule.allows("eros-template-version", after: "1.0", for: .minor) == nil)
    #expect(VersionRule.allows("1.0", after: "1..0", for: .minor) == nil)
  }

  @Test("a change has a description")
  func text() throws {
    let old = try registry(around: Self.args("a: string")).surface(on: .ios)
    let new = try registry(around: Self.args("a: number", "b: string?")).surface(on: .ios)
    #expect(
      new.changes(since: old).map(\.description) == [
        "module m: method f: argument 1 changed from string to number",
        "module m: method f: argument 2 added",
      ])
  }

  @Test("an unreadable type differs from all others")
  func deepType() throws {
    let registry = try registry(
      around: #""modules": [{"name": "a", "ios": "A", "android": "a.A", "#
        + #""methods": [{"name": "m", "args": ["x: string"]}]}]"#)
    var surface = registry.surface(on: .ios)
    surface[.module]["a"]?[.method]["m"]?.inputs = [String(repeating: "(", count: 1 << 20)]
    #expect(registry.surface(on: .ios).changes(since: surface).level == .major)
  }

  @Test("a lock file of many releases is read in linear time")
  func manyReleases() throws {
    let surface = try registry(around: #""modules": [{"name": "a", "ios": "A", "android": "a.A"}]"#)
      .surface(on: .ios)
    var lock = RegistryRecord()
    lock.record(.init(version: "1.0", surface: surface))
    let text = String(decoding: try lock.text(), as: UTF8.self)
    let start = try #require(text.range(of: "    {\n      \"document\""))
    let end = try #require(text.range(of: "\n  ]"))
    let release = String(text[start.lowerBound..<end.lowerBound])
    let all = (0..<3_000).map { release.replacing("\"1.0\"", with: "\"1.\($0 * 7 % 3_000)\"") }
    let bytes = Array(text.replacing(release, with: all.joined(separator: ",\n")).utf8)
    let time = try processorTime {
      let lock = try RegistryRecord.read(bytes, file: "lock")
      #expect(lock.releases.map(\.version) == (0..<3_000).map { "1.\($0)" })
    }
    #expect(time < .seconds(15))
  }
}
