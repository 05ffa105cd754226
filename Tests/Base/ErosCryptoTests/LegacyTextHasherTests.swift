import ErosCore
import ErosCrypto
import Foundation
import Testing

@Suite("Digests of the old tool")
struct LegacyTextHasherTests {
  struct Vector: Decodable, Sendable {
    var hex: String
    var raw: String
    var maximalSubpart: String
    var perByte: String
    var structural: String

    var bytes: [UInt8] {
      let digits = Array(hex.utf8)
      return stride(from: 0, to: digits.count, by: 2).compactMap { offset in
        UInt8(String(decoding: digits[offset..<offset + 2], as: UTF8.self), radix: 16)
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

  @Test("the file contains all published vectors")
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

  @Test("every rule computes the digests of the vectors")
  func rules() throws {
    var hasher = try LegacyTextHasher()
    for vector in try Self.vectors() {
      #expect(try MD5Digest.of(vector.bytes.span).description == vector.raw)
      try hasher.update(vector.bytes)
      expectDigests(of: vector, try hasher.finish(), "in one chunk")
    }
  }

  @Test("chunks of any length give the same digests")
  func chunked() throws {
    var hasher = try LegacyTextHasher()
    for vector in try Self.vectors() {
      for length in 1...5 {
        for chunk in chunks(of: vector.bytes, length) { try hasher.update(chunk) }
        expectDigests(of: vector, try hasher.finish(), "in chunks of \(length)")
      }
    }
  }

  @Test("bytes are well-formed if and only if all rules give the MD5 digest of the bytes")
  func wellFormed() throws {
    for vector in try Self.vectors() {
      let isText = Self.legacy.allSatisfy { vector.digest($0) == vector.raw }
      for length in 1...(vector.bytes.count + 1) {
        var check = UTF8Check()
        for chunk in chunks(of: vector.bytes, length) { check.update(chunk) }
        #expect(check.isWellFormed == isText, "\(vector.hex) in chunks of \(length)")
      }
    }
  }

  private func chunks(of bytes: [UInt8], _ length: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: length).map {
      Array(bytes[$0..<min($0 + length, bytes.count)])
    }
  }
}
