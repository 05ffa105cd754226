import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

/// Random and hostile descriptions: all are read, and files are generated from the valid ones.
@Suite("Hostile descriptions", .timeLimit(.minutes(10)))
struct FuzzTests {
  /// Replacements for tokens of the text.
  private static let replacements = [
    "null", "true", "-1", "1e999", "{}", "[]", "\"\"", "\"*/\"", "\"\\u2028\"", "\"$x\"", "\"]]>\"",
    "\"../x\"", "\"a$b\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"", "\"callback(callback)\"",
    "\"a: ((string\"", "\"Point[][]?\"", "\"ios\"", "\"name\"", "\"class\"", "\"modules\"",
    "\"^(a+)+$\"", "\"/widget/a\"", "\"com.acme.in.Fun\"",
  ]

  /// Returns the tokens of the text: strings, words, punctuation and white space.
  private static func tokens(of text: String) -> [Substring] {
    text.matches(of: #/"(\\.|[^"\\])*"|[\w.+-]+|\s+|./#).map(\.output.0)
  }

  private static func change(
    _ tokens: [Substring], with generator: inout SeededGenerator
  ) -> [UInt8] {
    var tokens = tokens
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = tokens.indices.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: tokens.remove(at: index)
      case 1: tokens.insert(tokens[index], at: index)
      case 2: tokens.swapAt(index, tokens.indices.randomElement(using: &generator) ?? index)
      default:
        let isString = tokens[index].hasPrefix("\"")
        let others = isString ? tokens.filter { $0.hasPrefix("\"") } : []
        let chosen = others.randomElement(using: &generator)
        tokens[index] =
          Bool.random(using: &generator)
          ? chosen ?? tokens[index]
          : Self.replacements.randomElement(using: &generator).map { $0[...] } ?? ""
      }
    }
    var bytes = Array(tokens.joined().utf8)
    if Int.random(in: 0..<8, using: &generator) == 0,
      let index = bytes.indices.randomElement(using: &generator)
    {
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    }
    return bytes
  }

  @Test(
    "hostile descriptions are read without a crash",
    arguments: ["acme.json", "every.json", "skeletons.json"])
  func changes(name: String) throws {
    // The example of the specification lacks a setting for mini programs on Android.
    let text = String(decoding: try input(name), as: UTF8.self)
      .replacing(
        #""weexPackage": "com.taobao.weex""#,
        with: #""mpaasPackage": "com.mpaas.nebula.adapter.api""#)
    let tokens = Self.tokens(of: text)
    var generated = 0
    for seed in UInt64(1)...250 {
      var generator = SeededGenerator(seed: seed)
      let bytes = Self.change(tokens, with: &generator)
      let parsed = try ParsedRegistry.read(bytes, file: "f")
      #expect(parsed.isUsable || parsed.findings.hasErrors, "\(seed)")
      guard parsed.isUsable, generated < 25 else { continue }
      generated += 1
      let files = try RegistryGenerator(parsed, source: "eros.native.json").files()
      #expect(files.allSatisfy { String(validating: $0.bytes, as: UTF8.self) != nil }, "\(seed)")
    }
    // Make sure that the generator was tested.
    #expect(generated > 5)
  }

  @Test(
    "descriptions with a megabyte of repeated text are read quickly",
    arguments: ["[", "{", "(", "/*", "\"a\":", "\\u0000", "//", "'", ",", "module.exports="])
  func repetition(part: String) throws {
    let flood = String(repeating: part, count: (1 << 20) / part.utf8.count)
    for text in [flood, #"{"modules":"# + flood, "module.exports = {modules: " + flood] {
      let time = try processorTime {
        let parsed = try ParsedRegistry.read(Array(text.utf8), file: "f")
        #expect(!parsed.isUsable)
      }
      #expect(time < .seconds(10))
    }
  }

  @Test(
    "descriptions with unreadable types are rejected",
    arguments: [
      "(", "callback(", "{a:", "map<", "[]", "?", "|", "string|", "'", "{a:{", "Point[]|",
    ])
  func types(part: String) throws {
    for count in [60, 100_000] {
      let type = String(repeating: part, count: count)
      let text = config(
        around:
          #""modules": [{"name": "a", "ios": "A", "android": "b.A", "methods": [{"name": "m", "args": ["x: "#
          + type + #"", {"name": "y", "type": ""# + type + #""}]}]}]"#)
      let time = try processorTime {
        let parsed = try read(text)
        #expect(!parsed.isUsable, "\(type.prefix(40))")
      }
      #expect(time < .seconds(10))
    }
  }
}
