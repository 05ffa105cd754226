import ErosCore
import ErosTestSupport
import Foundation
import Testing

@Suite("Encoding JSON")
struct JSONValueEncoderTests {
  @Test("documents have the same bytes as Foundation's", arguments: 0..<100 as Range<UInt64>)
  func foundation(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = Sample.random(depth: 0, &generator)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let expected = String(decoding: try encoder.encode(value), as: UTF8.self)
    let bytes = JSONWriter.write(try JSONValueEncoder.encode(value), layout: .spacious)
    #expect(bytes == Array(expected.utf8), "seed \(seed): \(expected)")
  }

  @Test("optional properties without a value are null")
  func missing() throws {
    #expect(
      try written(Optionals())
        == #"{"bool":null,"double":null,"int":null,"list":null,"long":null,"string":null}"#)
  }

  @Test("a JSON value in another value has sorted keys")
  func value() throws {
    let text = #"{"b":[1,2.50,1e2,{"z":null,"a":true}],"a":{}}"#
    let value = try JSONReader.read(Array(text.utf8), file: "f").value
    #expect(
      try written(["x": value]) == #"{"x":{"a":{},"b":[1,2.5,100,{"a":true,"z":null}]}}"#)
  }

  @Test("an infinite number is an error that has its path")
  func infinite() throws {
    let error = try #require(throws: EncodingError.self) {
      try JSONValueEncoder.encode(["a": [1, Double.infinity]])
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
  }

  private func written(_ value: some Encodable) throws -> String {
    String(decoding: JSONWriter.write(try JSONValueEncoder.encode(value)), as: UTF8.self)
  }
}

private struct Optionals: Encodable {
  let bool: Bool? = nil
  let double: Double? = nil
  let int: Int? = nil
  let list: [Int]? = nil
  let long: UInt64? = nil
  let string: String? = nil
}

/// A value of all kinds that reports have.
private indirect enum Sample: Encodable {
  struct Leaf: Encodable {
    let text: String
    let double: Double
    let float: Float
    let int: Int
    let byte: Int8
    let long: UInt64
    let bool: Bool
    let numbers: [Double]
  }

  struct Pair: Encodable {
    struct Nothing: Encodable {}

    let left: Sample
    let right: [String: [Int]]
    let empty: [Int] = []
    let nothing = Nothing()
  }

  case leaf(Leaf)
  case list([Sample])
  case dictionary([String: Sample])
  case optional(Sample?)
  case pair(Pair)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .leaf(let leaf): try container.encode(leaf)
    case .list(let items): try container.encode(items)
    case .dictionary(let members): try container.encode(members)
    case .optional(let value): try container.encode(value)
    case .pair(let pair): try container.encode(pair)
    }
  }

  static func random(depth: Int, _ generator: inout SeededGenerator) -> Sample {
    switch Int.random(in: 0..<(depth < 5 ? 5 : 1), using: &generator) {
    case 1: .list((0..<count(&generator)).map { _ in random(depth: depth + 1, &generator) })
    case 2: .dictionary(dictionary(&generator) { random(depth: depth + 1, &$0) })
    case 3:
      .optional(Bool.random(using: &generator) ? nil : random(depth: depth + 1, &generator))
    case 4:
      .pair(
        Pair(
          left: random(depth: depth + 1, &generator),
          right: dictionary(&generator) { [count(&$0)] }))
    default: .leaf(leaf(&generator))
    }
  }

  private static func leaf(_ generator: inout SeededGenerator) -> Leaf {
    Leaf(
      text: text(&generator), double: double(&generator),
      float: Float(Int.random(in: -9...9, using: &generator)) / 3,
      int: .random(in: .min ... .max, using: &generator),
      byte: .random(in: .min ... .max, using: &generator),
      long: .random(in: .min ... .max, using: &generator), bool: .random(using: &generator),
      numbers: [
        double(&generator), -0.0, 1e15, 1e16, 1e-5,
        .leastNonzeroMagnitude,
      ])
  }

  private static func dictionary<Value>(
    _ generator: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
  ) -> [String: Value] {
    var members: [String: Value] = [:]
    for _ in 0..<count(&generator) { members[text(&generator)] = value(&generator) }
    return members
  }

  private static func count(_ generator: inout SeededGenerator) -> Int {
    .random(in: 0..<5, using: &generator)
  }

  private static func double(_ generator: inout SeededGenerator) -> Double {
    let number = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
    guard number.isFinite, Bool.random(using: &generator) else {
      return Double(Int.random(in: -1000...1000, using: &generator)) / 4
    }
    return number
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x20...0x7E, 0x22...0x22, 0x2F...0x2F, 0x5C...0x5C, 0x7F...0x2FF, 0x300...0x36F,
      0x2028...0x2029, 0xAC00...0xAD00, 0xFF00...0xFFFF, 0x1F600...0x1F64F,
    ]
    var text = ""
    for _ in 0..<count(&generator) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &generator)]
      guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) else {
        continue
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
