import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

@testable import ErosStore

@Suite("Signing keys", .temporaryFolder)
struct SigningKeyTests {
  private static let passphrase = Array("correct horse".utf8)

  @discardableResult
  private func openssl(_ arguments: [String]) async throws -> String {
    let result = try await runTool(
      "openssl", arguments, in: try TemporaryFolder.ofTest().path)
    try #require(result.status == 0, "\(arguments): \(result)")
    return result.standardOutput
  }

  @Test("a new key signs, and its public key verifies")
  func signs() throws {
    let key = try SigningKey.generate()
    let message = Array("message".utf8)
    let signature = try key.sign(message)
    #expect(try key.publicKey.isValid(signature, for: message))
    #expect(try !key.publicKey.isValid(signature, for: []))
    #expect(try SigningKey.generate().publicKey != key.publicKey)
    #expect(try key.publicKey.isValid(key.sign([]), for: []))
  }

  /// RFC 8410, section 10.3, without and with attributes and the public key.
  static let published = [
    """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
    -----END PRIVATE KEY-----
    """,
    """
    -----BEGIN PRIVATE KEY-----
    MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
    oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
    Z9w7lshQhqowtrbLDFw4rXAxZuE=
    -----END PRIVATE KEY-----
    """,
  ]

  @Test("the keys of RFC 8410 are read", arguments: published)
  func publishedKey(text: String) throws {
    let key = try SigningKey(pem: Array(text.utf8), passphrase: nil)
    #expect(
      key.publicKey.pem.contains("MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="))
    #expect(
      String(decoding: try key.pem(passphrase: nil), as: UTF8.self) == Self.published[0] + "\n")
  }

  @Test("a key beside another public key is refused")
  func otherPublicKey() throws {
    let text = Self.published[1].replacing("Z9w7", with: "Z9w8")
    #expect(throws: KeyDocumentError.malformed) {
      try SigningKey(pem: Array(text.utf8), passphrase: nil)
    }
  }

  @Test("openssl reads our keys, and we read its keys", .needs("openssl"))
  func exchange() async throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try SigningKey.generate()
    try folder.write(try key.pem(passphrase: nil), to: "plain.key")
    try folder.write(try key.pem(passphrase: Self.passphrase), to: "encrypted.key")
    let password = ["-passin", "pass:correct horse"]
    #expect(try await openssl(["pkey", "-in", "plain.key", "-pubout"]) == key.publicKey.pem)
    #expect(
      try await openssl(["pkey", "-in", "encrypted.key", "-pubout"] + password) == key.publicKey.pem
    )
    #expect(
      try await openssl(["pkey", "-in", "plain.key"]).utf8.elementsEqual(key.pem(passphrase: nil)))

    let algorithm = ["-algorithm", "ed25519"]
    try await openssl(["genpkey", "-out", "plain"] + algorithm)
    try await openssl(
      ["genpkey", "-out", "encrypted", "-aes-256-cbc", "-pass", "pass:correct horse"] + algorithm)
    let convert = ["pkcs8", "-topk8", "-in", "plain", "-passout", "pass:correct horse"]
    try await openssl(convert + ["-out", "scrypt", "-scrypt"])
    try await openssl(convert + ["-out", "sha1", "-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA1"])
    try await openssl(
      convert + ["-out", "sha512", "-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512"])
    for name in ["plain", "encrypted", "scrypt", "sha1", "sha512"] {
      let key = try SigningKey(pem: try folder.read(name), passphrase: Self.passphrase)
      #expect(
        try await openssl(["pkey", "-in", name, "-pubout"] + password) == key.publicKey.pem)
      guard name != "plain" else { continue }
      #expect(throws: KeyDocumentError.passphraseMissing) {
        try SigningKey(pem: try folder.read(name), passphrase: nil)
      }
      #expect(throws: KeyDocumentError.wrongPassphrase) {
        try SigningKey(pem: try folder.read(name), passphrase: Array("wrong".utf8))
      }
    }
    try await openssl(convert + ["-out", "aes128", "-v2", "aes-128-cbc"])
    #expect(throws: KeyDocumentError.otherEncryption) {
      try SigningKey(pem: try folder.read("aes128"), passphrase: Self.passphrase)
    }
    try await openssl(
      convert + ["-out", "sha384", "-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA384"])
    #expect(throws: KeyDocumentError.otherDerivation("PBKDF2 with hmacWithSHA384")) {
      try SigningKey(pem: try folder.read("sha384"), passphrase: Self.passphrase)
    }
    try await openssl(["pkey", "-in", "plain", "-pubout", "-out", "public"])
    #expect(throws: KeyDocumentError.publicKey) {
      try SigningKey(pem: try folder.read("public"), passphrase: nil)
    }
    try await openssl(["genpkey", "-algorithm", "X25519", "-out", "x"])
    #expect(throws: KeyDocumentError.notEd25519) {
      try SigningKey(pem: try folder.read("x"), passphrase: nil)
    }
    // A signature in the other direction.
    try folder.write("message", to: "m")
    try folder.write(key.publicKey.pem, to: "ours.pub")
    try folder.write(try key.sign(Array("message".utf8)), to: "s")
    let verified = try await openssl([
      "pkeyutl", "-verify", "-pubin", "-inkey", "ours.pub", "-rawin", "-in", "m", "-sigfile", "s",
    ])
    #expect(verified.contains("Verified Successfully"))
  }

  @Test("an encrypted key is written with 600,000 iterations and read back", .needs("openssl"))
  func encrypted() async throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try SigningKey.generate()
    let pem = try key.pem(passphrase: Self.passphrase)
    #expect(try SigningKey(pem: pem, passphrase: Self.passphrase).publicKey == key.publicKey)
    #expect(try KeyDocument.kind(of: pem) == .encryptedPrivateKey)
    try folder.write(pem, to: "k")
    let structure = try await openssl(["asn1parse", "-in", "k"])
    #expect(structure.contains("hmacWithSHA256") && structure.contains("aes-256-cbc"))
    #expect(structure.contains(":0927C0"))  // 600,000
  }

  /// Returns an encrypted key with the given PBKDF2 or scrypt parameters.
  private func hostile(_ function: [UInt8]) -> [UInt8] {
    func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
      [tag, UInt8(contents.count)] + contents
    }
    let cipher = element(
      0x30,
      [6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 0x2A] + element(4, .init(repeating: 0, count: 16)))
    let scheme = element(
      0x30,
      [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 5, 0x0D]
        + element(0x30, element(0x30, function) + cipher))
    let info = element(0x30, scheme + element(4, .init(repeating: 0, count: 16)))
    let text = Data(info).base64EncodedString()
    return Array(
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\n\(text)\n-----END ENCRYPTED PRIVATE KEY-----".utf8)
  }

  @Test("a file that asks for too much time or memory is refused before the derivation")
  func limits() throws {
    let pbkdf2: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 5, 0x0C]
    let scrypt: [UInt8] = [6, 9, 0x2B, 6, 1, 4, 1, 0xDA, 0x47, 4, 0x0B]
    let salt: [UInt8] = [4, 1, 0]
    func parameters(_ bytes: [UInt8]) -> [UInt8] {
      [0x30, UInt8(salt.count + bytes.count)] + salt + bytes
    }
    let expensive: [[UInt8]] = [
      // 2^31 − 1, 2^63 − 1, and no iterations.
      pbkdf2 + parameters([2, 4, 0x7F, 0xFF, 0xFF, 0xFF]),
      pbkdf2 + parameters([2, 8, 0x7F] + [UInt8](repeating: 0xFF, count: 7)),
      pbkdf2 + parameters([2, 1, 0]),
      // N = 2^24, r = 2^31 − 1, p = 2^31 − 1, and a product that overflows.
      scrypt + parameters([2, 4, 1, 0, 0, 0, 2, 1, 8, 2, 1, 1]),
      scrypt + parameters([2, 2, 0x40, 0, 2, 4, 0x7F, 0xFF, 0xFF, 0xFF, 2, 1, 1]),
      scrypt + parameters([2, 2, 0x40, 0, 2, 1, 8, 2, 4, 0x7F, 0xFF, 0xFF, 0xFF]),
      scrypt
        + parameters([2, 8, 0x40, 0, 0, 0, 0, 0, 0, 0, 2, 8, 0x40, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1]),
    ]
    for function in expensive {
      let time = processorTime {
        #expect(throws: KeyDocumentError.tooExpensive) {
          try SigningKey(pem: hostile(function), passphrase: Self.passphrase)
        }
      }
      #expect(time < .seconds(1))
    }
    let malformed: [[UInt8]] = [
      pbkdf2 + parameters([2, 1, 0x80]), pbkdf2 + parameters([2, 0]), pbkdf2 + parameters([]),
      scrypt + parameters([2, 1, 3, 2, 1, 8, 2, 1, 1]),
      scrypt + parameters([2, 1, 2, 2, 1, 0, 2, 1, 1]), pbkdf2,
    ]
    for function in malformed {
      #expect(throws: KeyDocumentError.malformed) {
        try SigningKey(pem: hostile(function), passphrase: Self.passphrase)
      }
    }
    #expect(throws: KeyDocumentError.wrongPassphrase) {
      try SigningKey(
        pem: hostile(pbkdf2 + parameters([2, 1, 1])), passphrase: Self.passphrase)
    }
  }

  @Test("no changed byte of a key leads to a crash")
  func changedBytes() throws {
    let key = try SigningKey.generate()
    let text = String(decoding: try key.pem(passphrase: nil), as: UTF8.self)
    let bytes = try #require(Data(base64Encoded: String(text.split(separator: "\n")[1])))
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0x81, 0xFF] {
        var changed = bytes
        changed[index] = value
        let document =
          "-----BEGIN PRIVATE KEY-----\n\(changed.base64EncodedString())\n-----END PRIVATE KEY-----"
        let read = try? SigningKey(pem: Array(document.utf8), passphrase: nil)
        // The fifth byte is the version. Version 1 may have a public key.
        let isValid = index >= 16 || changed == bytes || (index == 4 && value == 1)
        #expect((read != nil) == isValid, "byte \(index) is \(value)")
      }
    }
  }

  @Test("descriptions, dumps and mirrors show only the public part")
  func isNotPrinted() throws {
    let text = Self.published[0]
    let key = try SigningKey(pem: Array(text.utf8), passphrase: nil)
    var dumped = ""
    dump(key, to: &dumped)
    let holder = [key]
    var dumpedHolder = ""
    dump(holder, to: &dumpedHolder)
    let mirror = Mirror(reflecting: key)
    for text in ["\(key)", String(reflecting: key), "\(holder)"] {
      #expect(text.contains("19bf4409"))
    }
    for text in ["\(key)", String(reflecting: key), dumped, dumpedHolder, "\(holder)"] {
      #expect(!text.contains("d4ee72") && !text.contains("212") && !text.contains("handle"))
    }
    #expect(mirror.children.compactMap(\.label) == ["publicKey"])
  }

  @Test("a cleansed array contains zeros")
  func cleanse() {
    var bytes: [UInt8] = [1, 2, 3]
    bytes.cleanse()
    #expect(bytes == [0, 0, 0])
    var empty: [UInt8] = []
    empty.cleanse()
    #expect(empty.isEmpty)
  }

  @Test("a signature takes at most 2 ms of processor time")
  func cost() throws {
    let key = try SigningKey.generate()
    let count = 50
    let times = try (0..<6).map { _ in
      try processorTime { for _ in 0..<count { _ = try key.sign([1, 2, 3]) } }
    }
    let best = try #require(times.min()) / count
    #expect(best <= .milliseconds(2), "\(best)")
  }
}
