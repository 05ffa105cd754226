import ErosTestSupport
import Foundation
import Testing

@testable import ErosCrypto

@Suite("Private keys in files", .temporaryFolder)
struct PrivateKeySearchTests {
  private func isFound(_ bytes: [UInt8]) -> Bool { KeyDocument.hasPrivateKey(bytes.span) }

  private func utf16(_ text: [UInt8], bigEndian: Bool, mark: Bool) -> [UInt8] {
    let units = (mark ? [0xFEFF] : []) + text.map { UInt16($0) }
    return units.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return bigEndian ? bytes : bytes.reversed()
    }
  }

  /// Makes files with OpenSSL, and returns their bytes by name.
  private func made() async throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder.ofTest()
    let script = """
      set -e
      p='-passout pass:1234'
      openssl genpkey -algorithm ed25519 -out ed.pem
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ec.pem
      openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out rsa.pem
      for key in ed ec rsa; do
        openssl pkey -in $key.pem -outform DER -out $key.der
        openssl pkcs8 -topk8 -in $key.pem -out $key.encrypted.pem $p
        openssl pkcs8 -topk8 -in $key.pem -outform DER -out $key.encrypted.der $p
        openssl pkey -in $key.pem -pubout -out $key.public.pem
        openssl pkey -in $key.pem -pubout -outform DER -out $key.public.der
      done
      openssl rsa -in rsa.pem -traditional -out rsa.old.pem
      openssl rsa -in rsa.pem -traditional -aes128 $p -out rsa.proc.pem
      openssl rsa -in rsa.pem -traditional -outform DER -out rsa.old.der
      openssl ec -in ec.pem -out ec.old.pem
      openssl ec -in ec.pem -outform DER -out ec.old.der
      openssl req -x509 -key ec.pem -subj /CN=test -days 2 -out cert.public.pem
      openssl x509 -in cert.public.pem -outform DER -out cert.public.der
      openssl pkcs12 -export -inkey ec.pem -in cert.public.pem -name test -out store.p12 $p
      openssl pkcs12 -in store.p12 -passin pass:1234 -nodes -out dump.pem
      openssl pkcs12 -in store.p12 -passin pass:1234 $p -out dump.encrypted.pem
      """
    let result = try await runTool("sh", ["-c", script], in: folder.path("."))
    try #require(result.status == 0, "\(result)")
    return try Dictionary(
      uniqueKeysWithValues: folder.names(in: ".").map { ($0, try folder.read($0)) })
  }

  @Test(
    "private keys are found in all forms of OpenSSL, and public keys and certificates are not",
    .needs("openssl")
  )
  func openSSL() async throws {
    let files = try await made()
    #expect(files.count > 25)
    for (name, bytes) in files {
      let isPrivate = !name.contains("public")
      #expect(isFound(bytes) == isPrivate, "\(name)")
      guard name.hasSuffix(".pem") else {
        // A key in DER is a whole file.
        if name != "store.p12" {
          #expect(!isFound(bytes + [0]) && !isFound(Array(bytes.dropLast())))
        }
        continue
      }
      let forms = [
        [0xEF, 0xBB, 0xBF] + bytes, Array("Bag Attributes\r\n    friendlyName: a\r\n".utf8) + bytes,
        Array("\n\n  ".utf8) + bytes,
        Array(String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n").utf8),
        [UInt8](repeating: UInt8(ascii: "x"), count: 60_000) + [10] + bytes,
      ]
      for (number, form) in forms.enumerated() {
        #expect(isFound(form) == isPrivate, "\(name), form \(number)")
      }
      for bigEndian in [true, false] {
        for mark in [true, false] {
          #expect(isFound(utf16(bytes, bigEndian: bigEndian, mark: mark)) == isPrivate, "\(name)")
        }
      }
    }
  }

  @Test("a damaged key at the start is found, and the mention of one is not")
  func mentions() {
    let header = "-----BEGIN PRIVATE KEY-----"
    let data = String(repeating: "MC4CAQAw", count: 8)
    for text in [
      header, " \n\(header)\n", "\u{FEFF}\(header)\n!",
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n",
      "a\n-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n\(data)",
      "a\n\(header)\n\(data)",
      "a\n\(header)\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n\(data)\n",
    ] {
      #expect(isFound(Array(text.utf8)), "\(text)")
    }
    for first in ["密钥\n", "\u{100}\n", "\n", "é: 1\r\n"] {
      for bigEndian in [true, false] {
        func wide(_ text: String) -> [UInt8] {
          text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? bytes : bytes.reversed()
          }
        }
        let text = first + header + "\n" + data + "\n"
        #expect(isFound(wide(text)), "\(first), \(bigEndian)")
        #expect(!isFound(wide(text.replacing("PRIVATE", with: "PUBLIC"))))
      }
    }
    for text in [
      "", "-", "\u{FEFF}", "-----BEGIN PRIVATE KEY", "const key = '\(header)\\n\(data)';\n",
      "a\n\(header)\n",
      "a\n\(header)\n...\n-----END PRIVATE KEY-----\n", "a\n\(header)\nMC4C\n",
      "-----BEGIN PUBLIC KEY-----\n\(data)\n",
      "a\n\(header)\nconst x = 1; // \(data)\n", "text\n-----BEGIN -----\n\(data)",
    ] {
      #expect(!isFound(Array(text.utf8)), "\(text)")
    }
    let late =
      [UInt8](repeating: 10, count: KeyDocument.searchedSize) + Array((header + "\n" + data).utf8)
    #expect(!isFound(late), "only the start of a file is searched")
  }

  @Test("random bytes and truncated keys do not stop the reader")
  func random() {
    var random = SeededGenerator(seed: 45)
    let starts: [[UInt8]] = [
      [], [0x30, 0x82], [0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 3, 2, 1, 3],
      [0xFF, 0xFE],
      [0xFE, 0xFF], [0, 0x2D], [0x30, 0x82, 1, 0, 2, 1, 0],
      [0x30, 0x82, 1, 0, 2, 1, 3, 0x30, 0x82],
    ]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...40, using: &random)
      let start = starts.randomElement(using: &random) ?? []
      _ = isFound(start + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }
}
