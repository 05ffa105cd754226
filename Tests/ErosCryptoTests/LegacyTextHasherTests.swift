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

  static let legacy: [DigestRule] = [.maximalSubpart, .perByte, .structural]

  private func expectDigests(of vector: Vector, _ found: [DigestRule: MD5Digest], _ note: String) {
    #expect(found.count == Self.legacy.count)
    for rule in Self.legacy {
      #expect(found[rule]?.description == vector.digest(rule), "\(rule), \(vector.hex) \(note)")
    }
  }

  @Test("every rule gives the vectors' digests")
  func rules() throws {
    var hasher = try LegacyTextHasher()
    for vector in try Self.vectors() {
      #expect(try MD5Digest.of(vector.bytes.span).description == vector.raw)
      try hasher.update(vector.bytes)
      expectDigests(of: vector, try hasher.finish(), "as a whole")
    }
  }

  @Test("pieces of every length hash like the whole")
  func pieces() throws {
    var hasher = try LegacyTextHasher()
    for vector in try Self.vectors() {
      for length in 1...5 {
        for piece in pieces(of: vector.bytes, length) { try hasher.update(piece) }
        expectDigests(of: vector, try hasher.finish(), "in pieces of \(length)")
      }
    }
  }

  @Test("bytes are well-formed, whole or in pieces, just when all rules give their own MD5")
  func wellFormed() throws {
    for vector in try Self.vectors() {
      let isText = Self.legacy.allSatisfy { vector.digest($0) == vector.raw }
      for length in 1...(vector.bytes.count + 1) {
        var check = UTF8Check()
        for piece in pieces(of: vector.bytes, length) { check.update(piece) }
        #expect(check.isWellFormed == isText, "\(vector.hex) in pieces of \(length)")
      }
    }
  }

  private func pieces(of bytes: [UInt8], _ length: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: length).map {
      Array(bytes[$0..<min($0 + length, bytes.count)])
    }
  }
}
