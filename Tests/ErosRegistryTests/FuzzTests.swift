import ErosGenerator
import ErosRegistry
import ErosSources
import ErosTestSupport
import Foundation
import Testing

/// Descriptions that nobody would write: whatever they hold, they are read, and what can be
/// generated is.
@Suite("Hostile descriptions", .timeLimit(.minutes(10)))
struct FuzzTests {
  /// What takes the place of a part of the text.
  private static let parts = [
    "null", "true", "-1", "1e999", "{}", "[]", "\"\"", "\"*/\"", "\"\\u2028\"", "\"$x\"", "\"]]>\"",
    "\"../x\"", "\"a$b\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"", "\"callback(callback)\"",
    "\"a: ((string\"", "\"Point[][]?\"", "\"ios\"", "\"name\"", "\"class\"", "\"modules\"",
    "\"^(a+)+$\"", "\"/widget/a\"", "\"com.acme.in.Fun\"",
  ]

  /// The text in its smallest parts: strings, words, marks and the space between them.
  private static func parts(of text: String) -> [Substring] {
    text.matches(of: #/"(\\.|[^"\\])*"|[\w.+-]+|\s+|./#).map(\.output.0)
  }

  private static func change(
    _ parts: [Substring], with generator: inout SeededGenerator
  ) -> [UInt8] {
    var parts = parts
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = parts.indices.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: parts.remove(at: index)
      case 1: parts.insert(parts[index], at: index)
      case 2: parts.swapAt(index, parts.indices.randomElement(using: &generator) ?? index)
      default:
        let isText = parts[index].hasPrefix("\"")
        let others = isText ? parts.filter { $0.hasPrefix("\"") } : []
        let chosen = others.randomElement(using: &generator)
        parts[index] =
          Bool.random(using: &generator)
          ? chosen ?? parts[index]
          : Self.parts.randomElement(using: &generator).map { $0[...] } ?? ""
      }
    }
    var bytes = Array(parts.joined().utf8)
    if Int.random(in: 0..<8, using: &generator) == 0,
      let index = bytes.indices.randomElement(using: &generator)
    {
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    }
    return bytes
  }

  @Test("are read whatever is in them", arguments: ["acme.json", "every.json", "skeletons.json"])
  func changes(name: String) throws {
    // The example of the specification leaves out what mini programs need on Android.
    let text = String(decoding: try input(name), as: UTF8.self)
      .replacing(
        #""weexPackage": "com.taobao.weex""#,
        with: #""mpaasPackage": "com.mpaas.nebula.adapter.api""#)
    let parts = Self.parts(of: text)
    var generated = 0
    for seed in UInt64(1)...250 {
      var generator = SeededGenerator(seed: seed)
      let bytes = Self.change(parts, with: &generator)
      let reading = try ParsedRegistry.read(bytes, file: "f")
      #expect(reading.isUsable || reading.findings.contains { $0.severity == .error }, "\(seed)")
      guard reading.isUsable, generated < 25 else { continue }
      generated += 1
      let files = try RegistryGenerator(reading, source: "eros.native.json").files()
      #expect(files.allSatisfy { String(validating: $0.bytes, as: UTF8.self) != nil }, "\(seed)")
    }
    // Otherwise the generator was not tried at all.
    #expect(generated > 5)
  }

  @Test(
    "of a megabyte of the same are read in a moment",
    arguments: ["[", "{", "(", "/*", "\"a\":", "\\u0000", "//", "'", ",", "module.exports="])
  func monotony(piece: String) throws {
    let flood = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
    for text in [flood, #"{"modules":"# + flood, "module.exports = {modules: " + flood] {
      let time = try processorTime {
        let reading = try ParsedRegistry.read(Array(text.utf8), file: "f")
        #expect(!reading.isUsable)
      }
      #expect(time < .seconds(10))
    }
  }

  @Test(
    "have types that nobody can read",
    arguments: [
      "(", "callback(", "{a:", "map<", "[]", "?", "|", "string|", "'", "{a:{", "Point[]|",
    ])
  func types(piece: String) throws {
    for count in [60, 100_000] {
      let type = String(repeating: piece, count: count)
      let text = config(
        around:
          #""modules": [{"name": "a", "ios": "A", "android": "b.A", "methods": [{"name": "m", "args": ["x: "#
          + type + #"", {"name": "y", "type": ""# + type + #""}]}]}]"#)
      let time = try processorTime {
        let reading = try read(text)
        #expect(!reading.isUsable, "\(type.prefix(40))")
      }
      #expect(time < .seconds(10))
    }
  }
}
