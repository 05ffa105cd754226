import ErosCore
import ErosCrypto
import Foundation
import Testing

@Suite("The old tool's digests")
struct LegacyTextHasherTests {
  struct Vector: Decodable, Sendable {
    var hex: String
    var raw: String
    var maximalSubpart: String
    var perByte: String
    var structural: String

    var bytes: [UInt8] {
      stride(from: 0, to: hex.count, by: 2).compactMap { offset in
        let start = hex.index(hex.startIndex, offsetBy: offset)
        return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
      }
    }

    func digest(_ rule: DigestRule) -> String {
      switch rule {
      case .raw: raw
      case .maximalSubpart: maximalSubpart
      case .perByte: perByte
      case .structural: structural
      }
    }
  }

  static func vectors() throws -> [Vector] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/legacy-digest-vectors.json")
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
  }

  @Test("all published vectors are there")
  func count() throws {
    #expect(try Self.vectors().count == 57)
  }

  @Test("every rule gives the vectors' digests", arguments: DigestRule.allCases)
  func rule(_ rule: DigestRule) throws {
    for vector in try Self.vectors() {
      var hasher = try LegacyTextHasher(rule: rule)
      try hasher.update(vector.bytes.span)
      #expect(try hasher.finish().description == vector.digest(rule), "\(vector.hex)")
    }
  }

  @Test("pieces of every length hash like the whole", arguments: DigestRule.allCases)
  func pieces(_ rule: DigestRule) throws {
    var hasher = try LegacyTextHasher(rule: rule)
    for vector in try Self.vectors() {
      let bytes = vector.bytes
      for length in 1...5 {
        for start in stride(from: 0, to: bytes.count, by: length) {
          let piece = Array(bytes[start..<min(start + length, bytes.count)])
          try hasher.update(piece.span)
        }
        #expect(
          try hasher.finish().description == vector.digest(rule),
          "\(vector.hex) in pieces of \(length)")
      }
    }
  }
}
