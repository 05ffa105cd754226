import ErosCore
import Foundation
import Testing

@testable import ErosCrypto

@Suite("Digests")
struct DigestTests {
  // Without this, CI could run the tests twice with OpenSSL.
  @Test("the environment chooses the library", .enabled(if: DigestTests.namesLibrary))
  func library() throws {
    let state = String(describing: try SHA256Digest.State.start())
    #expect(state.hasPrefix("cryptoKit"))
  }

  private static var namesLibrary: Bool {
    ProcessInfo.processInfo.environment["EROS_CRYPTOGRAPHY"] == "swift-crypto"
  }

  @Test("SHA-256, SHA-512 and MD5 match the published vectors")
  func published() throws {
    let abc = Array("abc".utf8)
    #expect(
      try SHA256Digest.of(abc.span).description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      try SHA512Digest.of(abc.span).description
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    #expect(try MD5Digest.of(abc.span).description == "900150983cd24fb0d6963f7d28e17f72")
  }

  @Test("a reused hasher starts empty, and chunks do not change the digest")
  func reuse() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hasher = try FileHasher()
    try hasher.update(bytes.span)
    let expected = try hasher.finish()
    for start in stride(from: 0, to: bytes.count, by: 7_777) {
      try hasher.update(Array(bytes[start..<min(start + 7_777, bytes.count)]).span)
    }
    #expect(try hasher.finish() == expected)
    #expect(expected.size == 100_000)
    #expect(expected.sha256 == (try SHA256Digest.of(bytes.span)))
    #expect(expected.md5 == (try MD5Digest.of(bytes.span)))
  }

  @Test("hexadecimal digits are parsed strictly and written back")
  func hexadecimal() throws {
    let text = "900150983cd24fb0d6963f7d28e17f72"
    #expect(MD5Digest(text)?.description == text)
    for invalid in [
      "", String(text.dropLast()), text + "0", text.uppercased(), "../../../../etc/passwd",
    ] {
      #expect(MD5Digest(invalid) == nil, "\(invalid)")
    }
  }
}

@Suite("Release identifiers")
struct ReleaseIdentityTests {
  private static func file(_ path: String, holding text: String) throws -> BundleFile {
    var hasher = try FileHasher()
    try hasher.update(Array(text.utf8).span)
    return BundleFile(path: try BundlePath(path), digest: try hasher.finish())
  }

  @Test("the tree hash is the SHA-256 digest of one line per file")
  func worked() throws {
    let hash = try TreeHash.of([Self.file("a.js", holding: "hello")])
    #expect(
      hash.description == "412f40a1dce139c5981edbee90ee93745bee35756085e1350f0cccf632806589")
  }

  @Test("the tree hash depends on the names but not on the order")
  func binding() throws {
    let files = try [Self.file("a.js", holding: "1"), Self.file("b.js", holding: "2")]
    let swapped = try [Self.file("a.js", holding: "2"), Self.file("b.js", holding: "1")]
    #expect(try TreeHash.of(files) == TreeHash.of(files.reversed()))
    #expect(try TreeHash.of(files) != TreeHash.of(swapped))
  }

  @Test("many files are hashed in batches with the same result")
  func many() throws {
    let files = try (100_000..<102_000).map { try Self.file("pages/\($0).js", holding: "\($0)") }
    let text = files.map { "\($0.digest.sha256) 6 \($0.path)\n" }.joined()
    #expect(
      try TreeHash.of(files.shuffled()).bytes == SHA256Digest.of(Array(text.utf8).span).bytes)
  }

  @Test("jsVersion is the MD5 digest of the sorted digests")
  func version() throws {
    let digests = try ["b", "a", "c"].map { try MD5Digest.of(Array($0.utf8).span) }
    let joined = digests.map(\.description).sorted().joined()
    #expect(
      try BundleVersion.of(digests).description == MD5Digest.of(Array(joined.utf8).span).description
    )
  }
}
