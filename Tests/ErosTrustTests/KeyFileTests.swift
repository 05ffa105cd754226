import ErosCore
import ErosCrypto
import ErosFiles
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@Suite("Key files", .temporaryFolder)
struct KeyFileTests {
  private static let passphrase = Array("correct horse battery".utf8)

  private func makePair(
    _ name: String = "a", passphrase: [UInt8]? = nil
  ) throws -> (folder: TemporaryFolder, pair: KeyPair) {
    let folder = try TemporaryFolder.ofTest()
    let pair = try KeyPair.create(name, in: folder.path("keys"), passphrase: passphrase)
    return (folder, pair)
  }

  private func read(
    _ source: KeySource, environment: [String: String] = [:], passphrase: [UInt8]? = nil
  ) throws -> SigningKey {
    var file = try KeyFile(source, environment: environment)
    defer { file.cleanse() }
    return try file.signingKey { passphrase }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test("a new key pair has two files, one for its owner only, and is read back")
  func create() throws {
    let (folder, pair) = try makePair()
    #expect(try folder.names(in: "keys") == ["a.key", "a.pub"])
    #expect(try mode(pair.privatePath) == 0o600)
    #expect(try mode(pair.publicPath) == 0o644)
    #expect(try mode(folder.path("keys")) == 0o700)
    #expect(try read(.file(pair.privatePath)).publicKey == pair.publicKey)
    let file = try KeyFile(.file(pair.publicPath), environment: [:])
    #expect(file.kind == .publicKey)
    #expect(try file.publicKey() == pair.publicKey)
  }

  @Test("an encrypted pair is read with its passphrase only")
  func encrypted() throws {
    let (_, pair) = try makePair(passphrase: Self.passphrase)
    let source = KeySource.file(pair.privatePath)
    #expect(try KeyFile(source, environment: [:]).kind == .encryptedPrivateKey)
    #expect(try read(source, passphrase: Self.passphrase).publicKey == pair.publicKey)
    #expect(throws: KeyError.invalidKey(source, .passphraseMissing)) { try read(source) }
    #expect(throws: KeyError.invalidKey(source, .wrongPassphrase)) {
      try read(source, passphrase: [1])
    }
    let file = try KeyFile(source, environment: [:])
    #expect(try file.verificationKey { nil } == nil)
    #expect(try file.verificationKey { Self.passphrase } == pair.publicKey)
  }

  @Test("an existing file is not replaced, and nothing is left", arguments: ["a.key", "a.pub"])
  func exists(name: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("theirs", to: "keys/" + name)
    let path = folder.path("keys/" + name)
    #expect(throws: KeyError.exists(path)) {
      try KeyPair.create("a", in: folder.path("keys"), passphrase: nil)
    }
    #expect(try folder.names(in: "keys") == [name])
    #expect(try folder.read("keys/" + name) == Array("theirs".utf8))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path("elsewhere"))
    #expect(throws: KeyError.exists(path)) {
      try KeyPair.create("a", in: folder.path("keys"), passphrase: nil)
    }
    #expect(try folder.names(in: ".") == ["keys"])
  }

  @Test("only one of several threads that create a key succeeds, and its files belong together")
  func race() async throws {
    let folder = try TemporaryFolder.ofTest()
    for round in 0..<20 {
      let pairs = await withTaskGroup(of: KeyPair?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try? KeyPair.create("a\(round)", in: folder.path("keys"), passphrase: nil)
          }
        }
        return await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
      }
      let pair = try #require(pairs.first)
      #expect(pairs.count == 1)
      #expect(try read(.file(pair.privatePath)).publicKey == pair.publicKey)
      #expect(try KeyFile(.file(pair.publicPath), environment: [:]).publicKey() == pair.publicKey)
    }
    #expect(try folder.names(in: "keys").count == 40)
  }

  @Test("a private key is not read as a public one")
  func notPublic() throws {
    let (_, pair) = try makePair()
    let source = KeySource.file(pair.privatePath)
    #expect(throws: KeyError.invalidKey(source, .privateKey)) {
      try KeyFile(source, environment: [:]).publicKey()
    }
  }

  @Test("a name that is not a plain file name is refused")
  func names() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in [
      "", ".", "..", "a/b", "../a", "-a", ".a", "a b", "a\n", "é", "a.key", "a.pub", "a\u{0}",
      String(repeating: "a", count: 101),
    ] {
      #expect(throws: KeyError.badName(name)) {
        try KeyPair.create(name, in: folder.path("keys"), passphrase: nil)
      }
    }
    #expect(try folder.names(in: ".").isEmpty)
  }

  @Test(
    "a weak passphrase is refused",
    arguments: [
      "", "short", "aaaaaaaaaaaaaaaa", "éééééé", "abcdabcdabcd", "éüéüéüéüéüéü",
    ])
  func weak(passphrase: String) throws {
    let folder = try TemporaryFolder.ofTest()
    #expect(throws: KeyError.weakPassphrase) {
      try KeyPair.create("a", in: folder.path("keys"), passphrase: Array(passphrase.utf8))
    }
    #expect(try folder.names(in: ".").isEmpty)
  }

  @Test(
    "a private key with permissions for others is refused with the command to run",
    arguments: [0o604, 0o640, 0o644, 0o620, 0o601, 0o666, 0o777])
  func permissions(mode: Int) throws {
    let (_, pair) = try makePair()
    try setMode(mode, of: pair.privatePath)
    let error = #expect(throws: KeyError.self) { try read(.file(pair.privatePath)) }
    #expect(error == .openToOthers(pair.privatePath, permissions: UInt32(mode)))
    #expect(error?.problem.contains("(mode 0\(String(mode, radix: 8)))") == true)
    #expect(error?.remedy == "run `chmod 600 \(pair.privatePath)`")
    #expect(error?.exitStatus == .badData)
    for allowed in [0o600, 0o400, 0o700] {
      try setMode(allowed, of: pair.privatePath)
      #expect(try read(.file(pair.privatePath)).publicKey == pair.publicKey)
    }
    // A public key can be read by all users.
    try setMode(0o666, of: pair.publicPath)
    #expect(try KeyFile(.file(pair.publicPath), environment: [:]).kind == .publicKey)
  }

  @Test("a symlink is followed to a file that passes the same test")
  func symlink() throws {
    let (folder, pair) = try makePair()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: pair.privatePath)
    #expect(try read(.file(folder.path("link"))).publicKey == pair.publicKey)
    try setMode(0o644, of: pair.privatePath)
    #expect(throws: KeyError.openToOthers(folder.path("link"), permissions: 0o644)) {
      try read(.file(folder.path("link")))
    }
  }

  @Test(
    "the key of another user is refused",
    .enabled(if: getuid() == 0, "only root can give a file away"))
  func owner() throws {
    let (_, pair) = try makePair()
    try FileManager.default.setAttributes(
      [.ownerAccountID: 12345], ofItemAtPath: pair.privatePath)
    #expect(throws: KeyError.otherOwner(pair.privatePath)) { try read(.file(pair.privatePath)) }
  }

  @Test("a folder, a pipe, a device and a large file are refused")
  func special() throws {
    let folder = try TemporaryFolder.ofTest()
    mkfifo(folder.path("pipe"), 0o600)
    for path in [folder.path("."), folder.path("pipe"), "/dev/zero", folder.path("missing")] {
      #expect(throws: FileError.self) { try read(.file(path)) }
    }
    try folder.write([UInt8](repeating: 65, count: 100_000), to: "large")
    #expect(throws: KeyError.invalidKey(.file(folder.path("large")), .tooLarge)) {
      try read(.file(folder.path("large")))
    }
  }

  @Test("a variable contains a key, even with escaped line breaks")
  func variable() throws {
    let (folder, pair) = try makePair()
    let text = String(decoding: try folder.read("keys/a.key"), as: UTF8.self)
    let values = [
      text, String(text.dropLast()), text.replacing("\n", with: "\\n"),
      text.replacing("\n", with: "\r\n"), text.replacing("\n", with: " "),
    ]
    for value in values {
      let key = try read(KeySource("env:CI_KEY"), environment: ["CI_KEY": value])
      #expect(key.publicKey == pair.publicKey)
    }
    for environment in [[:], ["CI_KEY": ""], ["OTHER": text]] {
      #expect(throws: KeyError.noVariable("CI_KEY")) {
        try read(KeySource("env:CI_KEY"), environment: environment)
      }
    }
    for name in ["", "A B", "1A", "A=B", "A\n"] {
      #expect(throws: KeyError.notVariable(name)) { try KeySource("env:" + name) }
    }
    #expect(try KeySource("./env:A") == .file("./env:A"))
    #expect(throws: KeyError.invalidKey(.environment("A"), .notPEM)) {
      try read(.environment("A"), environment: ["A": "secret text"])
    }
  }

  @Test("errors do not contain the key")
  func errors() throws {
    let (folder, pair) = try makePair()
    let text = String(decoding: try folder.read("keys/a.key"), as: UTF8.self)
    let body = String(text.split(separator: "\n")[1])
    for changed in [
      text + text, String(text.dropLast(5)), text.replacing(body, with: body.dropLast(4)), body,
      text.replacing("PRIVATE", with: "RSA PRIVATE"), text.replacing("PRIVATE", with: "PUBLIC"),
    ] {
      let error = #expect(throws: KeyError.self) {
        try read(.environment("A"), environment: ["A": changed])
      }
      #expect(error?.problem.contains(body.prefix(24)) == false)
      var dumped = ""
      dump(error, to: &dumped)
      #expect(!dumped.contains(body.prefix(24)))
    }
    var dumped = ""
    dump(try read(.file(pair.privatePath)), to: &dumped)
    #expect(!dumped.contains(body.suffix(20)))
  }

  @Test("the key ID is the digest of the canonical key object")
  func keyID() throws {
    // The key of RFC 8032, test 1; the ID was computed with sha256sum.
    let digits = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    let key = try #require([UInt8](hexadecimal: digits).flatMap { PublicKey(ed25519: $0) })
    #expect(try TrustKey(key).id() == key.trustKeyID())
    #expect(
      try key.trustKeyID() == "74c181c7ad8a0855d4b55e44d2ba87aabdddb196832571f15f92fece332e4916")
  }
}
