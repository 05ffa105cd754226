import ErosCore
import ErosCrypto
import ErosFiles
import ErosProcess
import ErosStore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosTrust

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
    let missing = folder.path("keys/" + (name == "a.key" ? "a.pub" : "a.key"))
    let error = #expect(throws: KeyError.self) {
      try KeyPair.create("a", in: folder.path("keys"), passphrase: nil)
    }
    #expect(error == .halfPair(existing: path, missing: missing))
    let command =
      name == "a.key" ? "`openssl pkey -in \(path) -pubout -out \(missing)`" : "`rm \(path)`"
    #expect(error?.remedy?.contains(command) == true)
    #expect(throws: KeyError.halfPair(existing: path, missing: missing)) {
      try KeyPair.check("a", in: folder.path("keys"))
    }
    #expect(try folder.names(in: "keys") == [name])
    #expect(try folder.read("keys/" + name) == Array("theirs".utf8))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path("elsewhere"))
    #expect(throws: KeyError.halfPair(existing: path, missing: missing)) {
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
    let names: [KeyNameRule: [String]] = [
      .notEmpty: [""], .start: [".", "..", "-a", ".a"],
      .characters: ["a/b", "../a", "a b", "a\n", "é", "a\u{0}"], .suffix: ["a.key", "a.pub"],
      .length: [String(repeating: "a", count: 101)],
    ]
    #expect(Set(names.keys) == Set(KeyNameRule.allCases))
    for (rule, names) in names {
      for name in names {
        let error = #expect(throws: KeyError.self) {
          try KeyPair.create(name, in: folder.path("keys"), passphrase: nil)
        }
        #expect(error == .badName(rule))
      }
    }
    #expect(try folder.names(in: ".").isEmpty)
  }

  @Test(
    "a weak passphrase is refused",
    arguments: [
      "short", "aaaaaaaaaaaaaaaa", "éééééé", "abcdabcdabcd", "éüéüéüéüéüéü",
    ])
  func weak(passphrase: String) throws {
    let folder = try TemporaryFolder.ofTest()
    #expect(throws: KeyError.weakPassphrase) {
      try KeyPair.create("a", in: folder.path("keys"), passphrase: Array(passphrase.utf8))
    }
    #expect(try folder.names(in: ".").isEmpty)
  }

  @Test("a passphrase is one line of UTF-8 with at most 1,024 bytes")
  func passphrases() throws {
    let words = "correct horse battery"
    func passphrase(_ value: [UInt8]) throws(KeyError) -> [UInt8] {
      try KeyPassphrase.passphrase(inVariable: value)
    }
    for lineBreak in ["", "\n", "\r\n"] {
      #expect(try passphrase(Array((words + lineBreak).utf8)) == Array(words.utf8))
    }
    let longest = [UInt8](repeating: 0x61, count: 1024)
    #expect(try passphrase(longest) == longest)
    let faults: [(KeyPassphrase.Failure, [[UInt8]])] = [
      (.empty, [[], [10]]), (.tooLong, [longest + [0x61]]),
      (.notUTF8, [[0x61, 0xFF], [0xC3], [0xED, 0xA0, 0x80]]),
      (.controlCharacter, [[0x61, 10, 10], [0x61, 10, 0x62], [0x1A], [0x7F]]),
    ]
    for (fault, values) in faults {
      for value in values {
        let error = #expect(throws: KeyError.self) { try passphrase(value) }
        #expect(error == .notPassphrase(fault, variable: "EROS_KEY_PASSPHRASE"))
        #expect(error?.exitStatus == .usage)
      }
      #expect(throws: KeyError.notPassphrase(fault, variable: nil)) {
        try KeyPassphrase.checkNew(values[0].filter { fault != .empty || $0 != 10 })
      }
    }
  }

  @Test("the temporary file of a killed process is removed, but no other file")
  func leftovers() throws {
    let (folder, pair) = try makePair()
    let marker = "-----BEGIN PRIVATE KEY-----\n"
    let kept = [".2.eros-staged", ".3", "a.key", "a.pub"]
    try folder.write(marker, to: "keys/.1.eros-staged")
    try folder.write("other", to: "keys/.2.eros-staged")
    try folder.write(marker, to: "keys/.3")
    func create(_ name: String, _ age: TimeLength) throws {
      _ = try KeyPair.create(
        name, in: folder.path("keys"), passphrase: nil, removingLeftoversOlderThan: age)
    }
    // The file can belong to a running process.
    try create("b", .seconds(60))
    #expect(
      try folder.names(in: "keys") == ([".1.eros-staged"] + kept + ["b.key", "b.pub"]).sorted())
    try create("c", .seconds(-5))
    #expect(
      try folder.names(in: "keys") == (kept + ["b.key", "b.pub", "c.key", "c.pub"]).sorted())
    #expect(try read(.file(pair.privatePath)).publicKey == pair.publicKey)
  }

  @Test("the owner can use the new files, whatever the mask is")
  func mask() async throws {
    let folder = try TemporaryFolder.ofTest()
    await #expect(processExitsWith: .success) { [path = folder.path("keys") as String] in
      umask(0o777)
      _ = try KeyPair.create("a", in: path, passphrase: nil)
    }
    #expect(try mode(folder.path("keys/a.pub")) == 0o600)
    #expect(try mode(folder.path("keys/a.key")) == 0o600)
  }

  @Test("an output folder that cannot be used is an error of the output")
  func badFolder() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "file")
    for (name, target) in [("broken", "missing"), ("loop", "loop")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: target)
    }
    for name in ["file", "broken", "loop", String(repeating: "a", count: 300)] {
      let error = #expect(throws: FileError.self) {
        try KeyPair.create("a", in: folder.path(name), passphrase: nil)
      }
      #expect(error?.exitStatus == .cannotCreate, "\(name)")
      #expect(error?.remedy?.isEmpty == false, "\(name)")
    }
    #expect(try folder.names(in: ".") == ["broken", "file", "loop"])
  }

  @Test("a missing file suggests the one with a suffix")
  func suggestion() throws {
    let (_, pair) = try makePair()
    let path = String(pair.publicPath.dropLast(4))
    #expect(throws: KeyError.noFile(path, suggestion: pair.publicPath)) {
      try KeyFile(.file(path), environment: [:])
    }
    try FileManager.default.removeItem(atPath: pair.publicPath)
    #expect(throws: KeyError.noFile(path, suggestion: pair.privatePath)) {
      try KeyFile(.file(path), environment: [:])
    }
  }

  @Test("an error of a passphrase names its source")
  func passphraseSource() throws {
    let (_, pair) = try makePair(passphrase: Self.passphrase)
    let source = KeySource.file(pair.privatePath)
    let environment = ["EROS_KEY_PASSPHRASE": "wrong"]
    let error = #expect(throws: KeyError.self) {
      try read(source, environment: environment, passphrase: [1])
    }
    #expect(error == .wrongVariable(source))
    #expect(error?.problem == "EROS_KEY_PASSPHRASE does not open '\(pair.privatePath)'")
    #expect(throws: KeyError.invalidKey(source, .wrongPassphrase)) {
      try read(source, environment: ["EROS_KEY_PASSPHRASE": ""], passphrase: [1])
    }
    let missing = #expect(throws: KeyError.self) { try read(source) }
    #expect(missing?.exitStatus == .inputNotFound)
  }

  @Test("hints are commands for the file at hand, and call a variable a variable")
  func hints() {
    func remedy(_ source: KeySource, _ error: KeyDocumentError) -> String {
      KeyError.invalidKey(source, error).remedy?.description ?? ""
    }
    #expect(
      KeyError.openToOthers("-k.key", permissions: 0o644).remedy == "run `chmod 600 ./-k.key`")
    #expect(remedy(.file("a b"), .tooExpensive).contains("-iter 600000 -in 'a b' -out NEW.key"))
    #expect(remedy(.file("c.pem"), .otherType("CERTIFICATE")).contains("openssl x509 -in c.pem "))
    for error: KeyDocumentError in [.damagedBase64, .notPEM, .trailingData, .wrongPassphrase] {
      #expect(
        remedy(.environment("K"), error).contains("the variable")
          || remedy(.environment("K"), error).contains("a variable"))
      #expect(!remedy(.environment("K"), error).contains("file"))
    }
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
      #expect(throws: KeySourceError.notVariable) { try KeySource("env:" + name) }
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
      #expect(error?.problem.contains(String(body.prefix(24))) == false)
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
    // The key of RFC 8032, test 1. The ID was computed with sha256sum.
    let digits = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    let key = try #require([UInt8](hexadecimal: digits).flatMap { PublicKey(ed25519: $0) })
    #expect(try TrustKey(key).id() == key.trustKeyID())
    #expect(
      try key.trustKeyID() == "74c181c7ad8a0855d4b55e44d2ba87aabdddb196832571f15f92fece332e4916")
  }
}
