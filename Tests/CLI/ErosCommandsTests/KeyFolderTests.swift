import ErosPublish
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosCommands
@testable import ErosStore

@Suite("A folder of keys")
struct KeyFolderTests {
  @Test(
    "reads a private key without a public file only if a signature is missing", .temporaryFolder)
  func unidentified() throws {
    let folder = try TemporaryFolder.ofTest()
    let keys = folder.path("keys")
    let online = try KeyPair.create("online", in: keys, passphrase: nil).publicKey
    let channel = try KeyPair.create("channel", in: keys, passphrase: nil).publicKey
    _ = try KeyPair.create("locked", in: keys, passphrase: Array("correct horse battery".utf8))
    for name in ["channel", "locked"] {
      try FileManager.default.removeItem(atPath: keys + "/\(name).pub")
    }
    try folder.write("not a key", to: "keys/broken.key")

    let ring = KeyRing()
    try KeyFolder(keys).add(to: ring, signer: nil, passphrase: Array("wrong".utf8))
    let onlineID = try online.trustKeyID()
    #expect(try ring.signers(for: RoleKeys([onlineID], threshold: 1), of: "x").count == 1)
    let channelID = try channel.trustKeyID()
    #expect(!ring.has(channelID))
    let signers = try ring.signers(for: RoleKeys([channelID], threshold: 1), of: "x")
    #expect(try signers.map { try $0.publicKey.trustKeyID() } == [channelID])

    let error = #expect(throws: PublishError.self) {
      try ring.signers(for: RoleKeys(["00"], threshold: 1), of: "x")
    }
    guard case .missingKeys(_, _, _, _, let given, _)? = error else { return }
    for name in ["broken", "locked"] {
      #expect(given.contains { $0.contains("keys/\(name).key' cannot be used: ") }, "\(given)")
    }
  }
}
