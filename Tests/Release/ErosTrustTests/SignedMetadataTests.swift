import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

@testable import ErosStore
@testable import ErosTrust

@Suite("Signing of metadata", .temporaryFolder)
struct SignedMetadataTests {
  /// A signer whose signature is that of another message.
  private struct LyingSigner: MetadataSigner {
    let key: SigningKey

    var publicKey: PublicKey { key.publicKey }

    func sign(_ message: [UInt8]) throws -> [UInt8] { try key.sign(message + [0]) }
  }

  private func reason(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: TrustError.self) { try body() }
    guard case .cannotSign(role: .timestamp, let reason) = error else { return nil }
    return reason.description
  }

  private func timestamp(expires: Int64 = 2_000_000_000_000) -> TimestampMetadata {
    TimestampMetadata(
      version: 1, expires: Timestamp(milliseconds: expires),
      snapshot: MetadataReference(version: 1))
  }

  @Test("a file that a device would refuse is not signed")
  func refusals() throws {
    let key = try SigningKey.generate()
    var fraction = timestamp()
    fraction.unknown["x"] = .number("1.5")
    #expect(reason { _ = try fraction.signed(by: [key]) }?.contains("not an integer") == true)
    let late = timestamp(expires: 253_402_300_800_000)
    #expect(reason { _ = try late.signed(by: [key]) }?.contains("'10000-01-01") == true)
    #expect(
      reason { _ = try timestamp().signed(by: [key, key]) }?.contains("the same key") == true)
    #expect(
      reason { _ = try timestamp().signed(by: [LyingSigner(key: key)]) }?.contains("not valid")
        == true)
    _ = try timestamp().signed(by: [key, SigningKey.generate()])
  }

  @Test("an HTML page in place of metadata is not called damaged metadata")
  func page() throws {
    func error(_ text: String) -> TrustError? {
      #expect(throws: TrustError.self) {
        _ = try SignedMetadata<TimestampMetadata>(Array(text.utf8), file: "timestamp.json")
      }
    }
    #expect(error("\r\n <!DOCTYPE html>") == .page(file: "timestamp.json"))
    guard case .malformed? = error("{<}") else {
      Issue.record("not malformed")
      return
    }
  }

  @Test("several people sign one after the other, and everything else is kept")
  func severalSigners() throws {
    var repository = try TestRepository()
    let second = try repository.addKey(to: .root)
    let third = try repository.addKey(to: .root)
    repository.root[.root].threshold = 3
    var bytes = try repository.sign(repository.root, "timestamp")
    // Another program has added fields.
    var text = String(decoding: bytes, as: UTF8.self)
    text = text.replacing(
      "\"signatures\":[{", with: "\"x-file\":1.5,\"signatures\":[{\"x-sig\":[2],")
    bytes = Array(text.utf8)
    let first = try #require(repository.signers["root"]?.first)
    for (index, key) in [first, second, second, third].enumerated() {
      let signed = try SignedMetadata<RootMetadata>(bytes, file: "root.json")
      #expect(try !signed.isSigned(by: repository.root[.root], from: repository.root.keys))
      let added = try signed.adding(signatureBy: key)
      #expect(added.signedBytes == signed.signedBytes)
      #expect(added.signatures.count == [2, 3, 3, 4][index])
      bytes = added.bytes
    }
    let complete = try SignedMetadata<RootMetadata>(bytes, file: "root.json")
    #expect(try complete.isSigned(by: repository.root[.root], from: repository.root.keys))
    text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"x-file\":1.5") && text.contains("\"x-sig\":[2]"))
  }

  @Test("a file is signed without changing what another program wrote")
  func foreignFile() throws {
    let key = try SigningKey.generate()
    // This project also writes `consistent_snapshot` and `terminating`.
    let file = """
      { "signatures": [], "signed": {"_type":"targets","spec_version":"1.0.0","version":1,
      "expires":"2030-01-01T00:00:00Z","targets":{},"x":"\\n", "delegations":{"keys":{},
      "roles":[{"name":"a","keyids":[],"threshold":1,"paths":[]}]}}}
      """
    let signed = try SignedMetadata<TargetsMetadata>(Array(file.utf8), file: "targets.json")
    let added = try signed.adding(signatureBy: key)
    let read = try SignedMetadata<TargetsMetadata>(added.bytes, file: "targets.json")
    #expect(read.signedBytes == signed.signedBytes)
    let roleKeys = RoleKeys([try key.publicKey.trustKeyID()], threshold: 1)
    #expect(try read.isSigned(by: roleKeys, from: KeyTable([key.publicKey])))
  }

  @Test("a role can have ECDSA and RSA keys that sign through commands", .needs("openssl"))
  func otherAlgorithms() async throws {
    let folder = try TemporaryFolder.ofTest()
    var signers: [any MetadataSigner] = []
    var table = KeyTable()
    for (name, options) in [
      ("ec", ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
      ("rsa", ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
    ] {
      for arguments in [
        ["genpkey", "-algorithm"] + options + ["-out", name],
        ["pkey", "-in", name, "-pubout", "-out", name + ".pub"],
      ] {
        let result = try await runTool("openssl", arguments, in: folder.path("."))
        try #require(result.status == 0, "\(result)")
      }
      let key = try PublicKey(pem: String(decoding: try folder.read(name + ".pub"), as: UTF8.self))
      let padding = name == "rsa" ? "-sigopt rsa_padding_mode:pss" : ""
      let script = """
        sig=$(openssl dgst -sha256 \(padding) -sign \(folder.path(name)) | od -An -v -tx1 | tr -d ' \\n')
        echo "{\\"keyid\\": \\"\(try table.add(key))\\", \\"sig\\": \\"$sig\\"}"
        """
      signers.append(
        SigningCommand(script, publicKey: key, environment: ProcessInfo.processInfo.environment))
    }
    let bytes = try timestamp().signed(by: signers)
    let read = try SignedMetadata<TimestampMetadata>(bytes, file: "timestamp.json")
    let roleKeys = RoleKeys(Array(table.keys), threshold: 2)
    #expect(roleKeys.keyIDs.count == 2)
    #expect(try read.isSigned(by: roleKeys, from: table))
  }
}
