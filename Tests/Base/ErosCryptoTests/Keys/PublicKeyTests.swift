import ErosCore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCrypto

extension [UInt8] {
  /// Decodes the hexadecimal digits of a vector.
  init(digits: some StringProtocol) { self = [UInt8](hexadecimal: String(digits)) ?? [] }
}

@Suite("Ed25519 signatures")
struct Ed25519Tests {
  /// RFC 8032, section 7.1: public key, message and signature.
  static let vectors = [
    (
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
    (
      "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
      "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
    ),
  ]

  @Test("the vectors of RFC 8032 are valid, and no changed bit of them is", arguments: vectors)
  func vector(key: String, message: String, signature: String) throws {
    let key = try #require(PublicKey(ed25519: [UInt8](digits: key)))
    let message = [UInt8](digits: message)
    let signature = [UInt8](digits: signature)
    #expect(try key.isValid(signature, for: message))
    #expect(try !key.isValid(signature, for: message + [0]))
    for bit in 0..<(signature.count * 8) {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(try !key.isValid(changed, for: message), "bit \(bit)")
    }
    for length in [0, 1, 32, 63, 65, 128] {
      let other = Array((signature + signature).prefix(length))
      #expect(try !key.isValid(other, for: message), "\(length) bytes")
    }
  }

  static func refused() throws -> [(line: String, key: PublicKey, [UInt8], signature: [UInt8])] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Vectors/ed25519-refused.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: " ").dropFirst().map { [UInt8](digits: $0) }
        return (String(line), try #require(PublicKey(ed25519: fields[0])), fields[1], fields[2])
      }
  }

  @Test("keys and points of small order and encodings that are not canonical are refused")
  func refusesVectors() throws {
    let vectors = try Self.refused()
    #expect(vectors.count == 97)
    for vector in vectors {
      #expect(try !vector.key.isValid(vector.signature, for: vector.2), "\(vector.line)")
    }
  }

  @Test("a key has 32 bytes", arguments: [0, 31, 33, 64])
  func length(count: Int) {
    #expect(PublicKey(ed25519: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test("a point that is not on the curve is not valid")
  func offCurve() throws {
    let key = try #require(PublicKey(ed25519: [2] + [UInt8](repeating: 0, count: 31)))
    let signature = [UInt8](digits: Self.vectors[1].2)
    #expect(try !key.isValid(signature, for: [0x72]))
  }

  @Test("a check takes at most 4 ms of processor time")
  func cost() throws {
    let key = try #require(PublicKey(ed25519: [UInt8](digits: Self.vectors[2].0)))
    let signature = [UInt8](digits: Self.vectors[2].2)
    let message = [UInt8](digits: Self.vectors[2].1)
    let count = 50
    // The best of several runs: other tests share the processor's caches. The limit is ten times what OpenSSL needs on a
    // slow processor: the test finds a check that does the work of many, not a slow machine.
    let times = try (0..<6).map { _ in
      try processorTime {
        for _ in 0..<count { _ = try key.isValid(signature, for: message) }
      }
    }
    let best = try #require(times.min()) / count
    #expect(best <= .milliseconds(4), "\(best)")
  }

}

@Suite("Public keys", .temporaryFolder, .needs("openssl"))
struct PublicKeyTests {
  /// Creates `name.key` and `name.pub` with the openssl command.
  private func makeKey(
    _ name: String, _ options: [String], public publicOptions: [String] = []
  ) async throws -> String {
    let folder = try TemporaryFolder.ofTest()
    try await openssl(["genpkey", "-out", "\(name).key"] + options)
    try await openssl(
      ["pkey", "-in", "\(name).key", "-pubout", "-out", "\(name).pub"] + publicOptions)
    return String(decoding: try folder.read("\(name).pub"), as: UTF8.self)
  }

  private func openssl(_ arguments: [String]) async throws {
    let result = try await runTool(
      "openssl", arguments, in: try TemporaryFolder.ofTest().path)
    try #require(result.status == 0, "\(arguments): \(result)")
  }

  private static let p256 = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]

  private static func rsa(_ bits: Int, exponent: String = "65537") -> [String] {
    [
      "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)", "-pkeyopt",
      "rsa_keygen_pubexp:\(exponent)",
    ]
  }

  @Test("ECDSA signatures of openssl are valid, and none that is malformed is")
  func ecdsa() async throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try PublicKey(pem: await makeKey("ec", Self.p256), algorithm: .ecdsaP256)
    let message = Array("message".utf8)
    try folder.write(message, to: "m")
    try await openssl(["dgst", "-sha256", "-sign", "ec.key", "-out", "s", "m"])
    let signature = try folder.read("s")
    #expect(try key.isValid(signature, for: message))
    #expect(try !key.isValid(signature, for: message + [0]))
    #expect(try !key.isValid(signature + [0], for: message))
    #expect(try !key.isValid([], for: message))
    for length in 0..<signature.count {
      #expect(try !key.isValid(Array(signature[..<length]), for: message))
    }
    for bit in 0..<(signature.count * 8) {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(try !key.isValid(changed, for: message), "bit \(bit)")
    }
    // The length of the sequence in two bytes, which BER allows.
    let longer = [signature[0], 0x81] + signature[1...]
    #expect(try !key.isValid(longer, for: message))
    for zero: [UInt8] in [[0x30, 6, 2, 1, 0, 2, 1, 0], [0x30, 6, 2, 1, 1, 2, 1, 0]] {
      #expect(try !key.isValid(zero, for: message))
    }
  }

  @Test("RSA-PSS signatures with any length of the salt are valid", arguments: [0, 20, 32, 222])
  func rsa(saltLength: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try PublicKey(pem: await makeKey("rsa", Self.rsa(2048)), algorithm: .rsaPSS)
    let message = Array("message".utf8)
    try folder.write(message, to: "m")
    try await openssl([
      "dgst", "-sha256", "-sign", "rsa.key", "-sigopt", "rsa_padding_mode:pss", "-sigopt",
      "rsa_pss_saltlen:\(saltLength)", "-out", "s", "m",
    ])
    let signature = try folder.read("s")
    #expect(try key.isValid(signature, for: message))
    #expect(try !key.isValid(signature, for: message + [0]))
    #expect(try !key.isValid(signature + [0], for: message))
    #expect(try !key.isValid([0] + signature, for: message))
    #expect(try !key.isValid(Array(signature.dropLast()), for: message))
    #expect(try !key.isValid([], for: message))
    // The older padding, and another hash for the mask.
    try await openssl(["dgst", "-sha256", "-sign", "rsa.key", "-out", "s", "m"])
    #expect(try !key.isValid(try folder.read("s"), for: message))
    try await openssl([
      "dgst", "-sha256", "-sign", "rsa.key", "-sigopt", "rsa_padding_mode:pss", "-sigopt",
      "rsa_mgf1_md:sha1", "-out", "s", "m",
    ])
    #expect(try !key.isValid(try folder.read("s"), for: message))
  }

  /// On Linux, the system's library is OpenSSL; Apple's systems use our code.
  @Test(
    "our code and the system's library agree about RSA-PSS", arguments: [2048, 2049, 2055, 2056])
  func ownRSA(bits: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try PublicKey(pem: await makeKey("rsa", Self.rsa(bits)), algorithm: .rsaPSS)
    let own = try #require(RSAPSS(key.encoded))
    let message = Array("message".utf8)
    try folder.write(message, to: "m")
    for saltLength in ["0", "32", "max"] {
      try await openssl([
        "dgst", "-sha256", "-sign", "rsa.key", "-sigopt", "rsa_padding_mode:pss", "-sigopt",
        "rsa_pss_saltlen:\(saltLength)", "-out", "s", "m",
      ])
      let signature = try folder.read("s")
      #expect(try own.isValid(signature, for: message))
      let highest = [UInt8](repeating: 0xFF, count: signature.count)
      var others = [
        [], [0] + signature, Array(signature.dropLast()), highest, highest.map { _ in 0 },
      ]
      others += signature.indices.map { index in
        var other = signature
        other[index] ^= 1 << UInt8(index % 8)
        return other
      }
      for other in others {
        #expect(try own.isValid(other, for: message) == key.isValid(other, for: message))
      }
      #expect(try !own.isValid(signature, for: message + [0]))
    }
  }

  @Test("equal keys have equal bytes, in whatever form they were written")
  func canonical() async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = try await makeKey("ec", Self.p256)
    let key = try PublicKey(pem: text)
    try await openssl([
      "ec", "-in", "ec.key", "-pubout", "-conv_form", "compressed", "-out", "short.pub",
    ])
    let short = String(decoding: try folder.read("short.pub"), as: UTF8.self)
    #expect(short != text)
    #expect(try PublicKey(pem: short) == key)
    #expect(try PublicKey(pem: "\r\n" + text.replacing("\n", with: "\r\n") + " \n") == key)
    let body = text.split(separator: "\n").dropFirst().dropLast().joined()
    let oneLine = "-----BEGIN PUBLIC KEY-----\n\(body)\n-----END PUBLIC KEY-----"
    #expect(try PublicKey(pem: oneLine).encoded == key.encoded)
    for options in [Self.p256, Self.rsa(2048), ["-algorithm", "ed25519"]] {
      let text = try await makeKey("any", options)
      #expect(try PublicKey(pem: text).pem == text)
    }
  }

  @Test("a key of another algorithm, curve, type or size is refused")
  func refusesOthers() async throws {
    let folder = try TemporaryFolder.ofTest()
    let text = try await makeKey("ec", Self.p256)
    #expect(throws: KeyDocumentError.otherAlgorithm) {
      try PublicKey(pem: text, algorithm: .rsaPSS)
    }
    let secret = String(decoding: try folder.read("ec.key"), as: UTF8.self)
    #expect(throws: KeyDocumentError.privateKey) { try PublicKey(pem: secret) }
    let p384 = try await makeKey(
      "p384", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"])
    #expect(throws: KeyDocumentError.otherCurve) { try PublicKey(pem: p384) }
    let explicit = try await makeKey(
      "explicit", Self.p256 + ["-pkeyopt", "ec_param_enc:explicit"])
    #expect(throws: KeyDocumentError.otherCurve) { try PublicKey(pem: explicit) }
    let x25519 = try await makeKey("x", ["-algorithm", "X25519"])
    #expect(throws: KeyDocumentError.otherAlgorithm) { try PublicKey(pem: x25519) }
    let small = try await makeKey("small", Self.rsa(1024))
    #expect(throws: KeyDocumentError.modulusSize(1024)) { try PublicKey(pem: small) }
    let large = try await makeKey("exponent", Self.rsa(2048, exponent: "1099511627791"))
    #expect(throws: KeyDocumentError.exponent) { try PublicKey(pem: large) }
    let three = try await makeKey("three", Self.rsa(2048, exponent: "3"))
    #expect(try PublicKey(pem: three).algorithm == .rsaPSS)
    #expect(throws: KeyDocumentError.otherType("RSA PUBLIC KEY")) {
      try PublicKey(pem: three.replacing("PUBLIC", with: "RSA PUBLIC"))
    }
  }

  @Test("a document that is malformed is refused")
  func refusesMalformed() async throws {
    let text = try await makeKey("ed", ["-algorithm", "ed25519"])
    let body = String(text.split(separator: "\n")[1])
    func document(_ body: String) -> String {
      "-----BEGIN PUBLIC KEY-----\n\(body)\n-----END PUBLIC KEY-----\n"
    }
    #expect(try PublicKey(pem: document(body)).algorithm == .ed25519)
    for other in [
      "", "x", "\n", String(text.dropLast(3)), "x" + text, document(""), document("="),
      document("AA=="), document(body + "===="), document(String(body.dropLast())),
      document("*" + body.dropFirst()), "-----BEGIN PUBLIC KEY-----",
      text.replacing("END PUBLIC", with: "END PRIVATE"),
      document("Proc-Type: 4,ENCRYPTED\n\n" + body),
    ] {
      #expect(throws: (any Error).self, "\(other)") { try PublicKey(pem: other) }
    }
    let reasons: [(String, KeyDocumentError)] = [
      ("", .empty), (" \n", .empty), ("x", .notPEM), ("x" + text, .notPEM),
      (document(""), .damagedBase64), (document("*" + body.dropFirst()), .damagedBase64),
      (String(text.dropLast(3)), .noEnd("PUBLIC KEY")),
      ("-----BEGIN PUBLIC KEY-----", .noEnd("PUBLIC KEY")),
      ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA a@b\n", .openSSH),
      ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n", .openSSH),
      (
        "-----BEGIN EC PARAMETERS-----\nAA==\n-----END EC PARAMETERS-----\n" + text,
        .otherType("EC PARAMETERS")
      ),
      (
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n",
        .otherType("RSA PRIVATE KEY")
      ),
      ("-----BEGIN CERTIFICATE-----\n", .otherType("CERTIFICATE")),
    ]
    for (other, reason) in reasons {
      #expect(throws: reason, "\(other)") { try PublicKey(pem: other) }
    }
    // RFC 7468 allows explanatory text before the object.
    for before in ["Key of the channel\n", "\n# a-b\r\n\r\n", "-----\n"] {
      #expect(try PublicKey(pem: before + text) == PublicKey(pem: text))
    }
    #expect(throws: KeyDocumentError.trailingData) { try PublicKey(pem: text + text) }
    #expect(throws: KeyDocumentError.trailingData) { try PublicKey(pem: text + "x") }
    let space = String(repeating: " ", count: 16 * 1024)
    #expect(throws: KeyDocumentError.tooLarge) { try PublicKey(pem: text + space) }
    let bytes = try #require(Data(base64Encoded: body))
    for length in 0..<bytes.count {
      let other = document(bytes[..<length].base64EncodedString())
      #expect(throws: (any Error).self) { try PublicKey(pem: other) }
    }
    let longer = document((bytes + [0]).base64EncodedString())
    #expect(throws: KeyDocumentError.malformed) { try PublicKey(pem: longer) }
  }

  @Test("no changed byte of a key leads to a crash")
  func changedBytes() async throws {
    for options in [Self.p256, Self.rsa(2048), ["-algorithm", "ed25519"]] {
      let text = try await makeKey("any", options)
      let body = text.split(separator: "\n").dropFirst().dropLast().joined()
      let bytes = try #require(Data(base64Encoded: body))
      for index in bytes.indices.prefix(80) {
        for value: UInt8 in [0, 1, 0x7F, 0x80, 0x81, 0x82, 0xFF] {
          var changed = bytes
          changed[index] = value
          let document =
            "-----BEGIN PUBLIC KEY-----\n\(changed.base64EncodedString())\n-----END PUBLIC KEY-----"
          guard let key = try? PublicKey(pem: document) else { continue }
          #expect(try PublicKey(pem: key.pem) == key)
          #expect(try !key.isValid([UInt8](repeating: 1, count: 64), for: []))
        }
      }
    }
  }
}
