import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCrypto

/// Signatures and their verdicts, for the implementations in other languages.
@Suite("Vectors of signatures")
struct SignatureVectorTests {
  private struct Signed {
    var name: String
    let algorithm: String
    var key: [UInt8]
    var message: [UInt8]
    var signature: [UInt8]

    /// Returns a changed copy.
    func changed(_ change: String, _ body: (inout Signed) -> Void) -> Signed {
      var copy = self
      copy.name += ", \(change)"
      body(&copy)
      return copy
    }
  }

  private static let algorithms: [String: PublicKey.Algorithm] = [
    "ed25519": .ed25519, "ecdsa-p256": .ecdsaP256, "rsa-pss": .rsaPSS,
  ]

  @Test("valid, changed and ambiguous signatures of all algorithms")
  func signatures() throws {
    let recorded = try Self.recorded()
    let rfc = Ed25519Tests.vectors.enumerated().map { number, vector in
      Signed(
        name: "RFC 8032, \(number + 1)", algorithm: "ed25519", key: [UInt8](digits: vector.0),
        message: [UInt8](digits: vector.1), signature: [UInt8](digits: vector.2))
    }
    let refused = try Ed25519Tests.refused().map { line, key, message, signature in
      Signed(
        name: String(line.prefix { $0 != " " }), algorithm: "ed25519", key: key.encoded,
        message: message, signature: signature)
    }
    let all = (rfc + recorded).flatMap { [$0] + Self.changes(of: $0) } + refused
    var counts: [String: [Bool: Int]] = [:]
    let vectors = try all.map { signed in
      let isValid = try Self.isValid(signed)
      counts[signed.algorithm, default: [:]][isValid, default: 0] += 1
      return JSONValue.members([
        "name": .string(signed.name), "algorithm": .string(signed.algorithm),
        "key": .base64(signed.key), "message": .base64(signed.message),
        "signature": .base64(signed.signature), "valid": .bool(isValid),
      ])
    }
    // Also the s above half of the order, and each length of a salt.
    #expect(counts["ed25519"]?[true] == 8 && counts["ecdsa-p256"]?[true] == 8)
    #expect(counts["rsa-pss"]?[true] == 6)
    #expect(counts.values.allSatisfy { $0[false, default: 0] > 40 }, "\(counts)")
    try Vectors.expect(["signatures": .list(vectors)], in: "signatures.json")
  }

  private static func recorded() throws -> [Signed] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Vectors/signed.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: " ").map { String($0) }
        let bytes = fields.dropFirst(2).map { $0 == "-" ? [] : [UInt8](digits: $0) }
        return Signed(
          name: fields[1], algorithm: fields[0], key: bytes[0], message: bytes[1],
          signature: bytes[2])
      }
  }

  private static func isValid(_ signed: Signed) throws -> Bool {
    let algorithm = try #require(algorithms[signed.algorithm])
    guard algorithm == .ed25519 else {
      return try PublicKey(algorithm: algorithm, encoded: signed.key)
        .isValid(signed.signature, for: signed.message)
    }
    guard let key = PublicKey(ed25519: signed.key) else { return false }
    return try key.isValid(signed.signature, for: signed.message)
  }

  private static func changes(of signed: Signed) -> [Signed] {
    let count = signed.signature.count
    let other = signed.changed("another message") { $0.message.append(0) }
    // Keys and signatures of RSA are long.
    if signed.algorithm == "rsa-pss", !signed.name.hasPrefix("salt-32") { return [other] }
    var changes = [
      other,
      signed.changed("a byte less") { $0.signature.removeLast() },
      signed.changed("a byte more") { $0.signature.append(0) },
      signed.changed("a zero before it") { $0.signature.insert(0, at: 0) },
      signed.changed("empty") { $0.signature = [] },
      signed.changed("zeros") { $0.signature = $0.signature.map { _ in 0 } },
      signed.changed("ones") { $0.signature = $0.signature.map { _ in 0xFF } },
    ]
    // The highest bits, and some of the others.
    for bit in [0, 7, 255, 256, 8 * count - 8, 8 * count - 1]
      + stride(from: 11, to: 8 * count, by: count * 8 / 7)
    {
      changes.append(signed.changed("bit \(bit)") { $0.signature[bit / 8] ^= 1 << (bit % 8) })
    }
    switch signed.algorithm {
    case "ed25519": changes += ed25519Changes(of: signed)
    case "ecdsa-p256": changes += derChanges(of: signed)
    default: break
    }
    return changes
  }

  /// Adds the order of the base point to S, and other encodings to A and R.
  private static func ed25519Changes(of signed: Signed) -> [Signed] {
    let order: [UInt8] = [
      0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE,
      0x14,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]
    return [
      signed.changed("S with the order added") {
        var carry = 0
        for index in order.indices {
          let sum = Int($0.signature[32 + index]) + Int(order[index]) + carry
          $0.signature[32 + index] = UInt8(sum & 0xFF)
          carry = sum >> 8
        }
      },
      signed.changed("S is the order") { $0.signature.replaceSubrange(32..., with: order) },
      signed.changed("S is zero") {
        $0.signature.replaceSubrange(32..., with: [UInt8](repeating: 0, count: 32))
      },
      signed.changed("the sign of A") { $0.key[31] ^= 0x80 },
      signed.changed("the sign of R") { $0.signature[31] ^= 0x80 },
      signed.changed("A is not on the curve") { $0.key = [2] + [UInt8](repeating: 0, count: 31) },
      signed.changed("A has 31 bytes") { $0.key.removeLast() },
      signed.changed("A has 33 bytes") { $0.key.append(0) },
    ]
  }

  /// Encodes the sequence of two integers in ways that BER allows, or with other integers.
  private static func derChanges(of signed: Signed) -> [Signed] {
    let length = Int(signed.signature[3])
    let r = Array(signed.signature[4..<4 + length])
    let s = Array(signed.signature[(6 + length)...])
    func integer(_ bytes: [UInt8]) -> [UInt8] { [2, UInt8(bytes.count)] + bytes }
    func sequence(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
      let contents = integer(first) + integer(second)
      return [0x30, UInt8(contents.count)] + contents
    }
    func change(_ name: String, _ signature: [UInt8]) -> Signed {
      signed.changed(name) { $0.signature = signature }
    }
    return [
      change("a length of two bytes", [0x30, 0x81] + signed.signature[1...]),
      change("an indefinite length", [0x30, 0x80] + signed.signature[2...] + [0, 0]),
      change("a set", [0x31] + signed.signature[1...]),
      change("a zero before r", sequence([0] + r, s)),
      change("a zero before s", sequence(r, [0] + s)),
      change("r and s exchanged", sequence(s, r)),
      change("r is zero", sequence([0], s)), change("s is zero", sequence(r, [0])),
      change("both are zero", sequence([0], [0])), change("both are one", sequence([1], [1])),
      change("r is empty", sequence([], s)), change("r is negative", sequence([0xFF] + r, s)),
      change(
        "three integers", [0x30, signed.signature[1] + 3] + signed.signature[2...] + [2, 1, 1]),
      change("without a sequence", integer(r) + integer(s)),
      change("raw", r.suffix(32) + s.suffix(32)),
    ]
  }
}
